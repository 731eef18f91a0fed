//! Issued licenses: what was granted, frozen at that moment, and the states a license goes through.

use std::collections::BTreeMap;

use super::Role;
use super::fields::Buyer;
use super::reference;
use super::terms::{Cap, Caps, Term, Use};
use crate::calendar::{Day, Zone};
use crate::error::{Faults, Invalid};
use crate::ids::{BeneficiaryId, DocumentId, LicenseId, LicenseKindId, SaleId};
use crate::money::{Currency, Minor, searched};
use crate::sales::License as Tier;
use crate::text::folding::folded;
use crate::text::words::words;
use crate::time::Timestamp;

words! {
    /// Only an active license delivers. It becomes `expired` by its date; somebody causes every other end.
    State: "state" {
        Active = "active",
        Expired = "expired",
        Superseded = "superseded",
        Terminated = "terminated",
        Refunded = "refunded",
    }
}

/// A reference to another license: its id and number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LicenseRef {
    pub id: LicenseId,
    pub number: i64,
}

/// The sale that paid for a license.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PaidBy {
    /// `None` if the sale was deleted.
    pub id: Option<SaleId>,
    pub number: i64,
}

/// A file as it was when the license was issued.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    pub id: String,
    pub role: Role,
    pub name: String,
    pub size: i64,
    pub content_hash: String,
}

/// The stored contract.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contract {
    pub size: i64,
    pub pages: i64,
    pub sha256: String,
}

/// What a license grants. It never changes; only the ids of rows that were deleted are cleared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grant {
    pub kind: LicenseKindId,
    pub kind_name: String,
    pub tier: Tier,
    pub beat: Option<DocumentId>,
    pub title: String,
    pub client: Option<BeneficiaryId>,
    pub buyer: Buyer,
    pub price: Minor,
    pub currency: Currency,
    pub issued_at: Timestamp,
    pub starts_on: Day,
    /// The last day of the license; `None` if it never expires.
    pub expires_on: Option<Day>,
    pub upgraded_from: Option<LicenseRef>,
    pub text_version: i64,
    pub text_hash: String,
    /// The terms of the kind, as a JSON text.
    pub terms: String,
    /// Whether the producer recorded the license, and no buyer accepted the contract.
    pub is_recorded_by_producer: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ended {
    pub at: Timestamp,
    pub reason: Option<String>,
}

/// How much of each use the buyer has made.
pub type Usage = BTreeMap<Use, u64>;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct License {
    pub id: LicenseId,
    pub number: i64,
    /// As stored; the date may have ended an active license since: see [`License::state`].
    pub stored_state: State,
    pub grant: Grant,
    pub sale: Option<PaidBy>,
    pub ended: Option<Ended>,
    pub superseded_by: Option<LicenseRef>,
    pub usage: Usage,
    /// The highest level that any use has reached of its cap.
    pub level: Level,
    pub contract: Contract,
    /// The number of events and the hash of the last one.
    pub events: i64,
    pub head: String,
}

/// A change that the license's state does not allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotActive(pub State);

pub const LONGEST_REASON: usize = 500;

/// The last day of a license that starts on a day: 12 months from November 17 end on November 16. Where the last month
/// lacks the day of the start, the license ends with that month.
pub fn last_day(starts_on: Day, term: Term) -> Option<Day> {
    match term {
        Term::Forever => None,
        Term::Months(months) => {
            let same_day = starts_on.months_after(months);
            let is_cut = same_day.day_of_month() < starts_on.day_of_month();
            same_day.previous().filter(|_| !is_cut).or(Some(same_day))
        }
    }
}

impl License {
    pub fn reference(&self) -> String {
        reference(self.number)
    }

    pub const fn to_ref(&self) -> LicenseRef {
        LicenseRef { id: self.id, number: self.number }
    }

    /// The state on a day: an active license is expired from the day after its last.
    pub fn state(&self, today: Day) -> State {
        match (self.stored_state, self.grant.expires_on) {
            (State::Active, Some(last)) if last < today => State::Expired,
            (state, _) => state,
        }
    }

    /// When it ended: a license that expired ended with its last day, in the time zone of its account.
    pub fn ended_at(&self, today: Day, zone: &Zone) -> Option<Timestamp> {
        let noted = self.ended.as_ref().map(|ended| ended.at);
        if self.state(today) == State::Expired {
            return noted.or_else(|| self.grant.expires_on.map(|last| zone.end_of(last)));
        }
        noted
    }

    pub fn supersede(&self, by: LicenseRef, today: Day, now: Timestamp) -> Result<Self, NotActive> {
        let after = self.end(State::Superseded, &[State::Active], None, (today, now))?;
        Ok(Self { superseded_by: Some(by), ..after })
    }

    pub fn terminate(&self, reason: &str, today: Day, now: Timestamp) -> Result<Self, NotActive> {
        self.end(State::Terminated, &[State::Active], Some(reason.to_owned()), (today, now))
    }

    /// A license whose sale is refunded ends, also if it has expired.
    pub fn refund(&self, today: Day, now: Timestamp) -> Result<Self, NotActive> {
        self.end(State::Refunded, &[State::Active, State::Expired], None, (today, now))
    }

    /// Notes that the date has ended the license.
    pub fn expire(&self, today: Day, zone: &Zone) -> Result<Self, NotActive> {
        match (self.stored_state, self.ended_at(today, zone)) {
            (State::Active, Some(at)) => Ok(Self {
                stored_state: State::Expired,
                ended: Some(Ended { at, reason: None }),
                ..self.clone()
            }),
            (state, _) => Err(NotActive(state)),
        }
    }

    fn end(
        &self,
        state: State,
        from: &[State],
        reason: Option<String>,
        (today, now): (Day, Timestamp),
    ) -> Result<Self, NotActive> {
        let is = self.state(today);
        if !from.contains(&is) {
            return Err(NotActive(is));
        }
        let ended = Some(Ended { at: now, reason });
        Ok(Self { stored_state: state, ended, ..self.clone() })
    }

    /// The text that searches match.
    pub fn search_text(&self) -> String {
        let Grant { title, kind_name, buyer, price, currency, .. } = &self.grant;
        let Buyer { name, alias, email, .. } = buyer;
        let amounts = searched(price.get(), *currency);
        let reference = self.reference();
        folded(&format!("{title}\n{name}\n{alias}\n{email}\n{kind_name}\n{reference}\n{amounts}"))
    }

    /// Everything that was frozen when it was issued, for its hash. Each text has its length in front, so that no two
    /// licenses are written alike.
    pub fn frozen(&self, files: &[File]) -> Vec<u8> {
        let Grant { buyer, .. } = &self.grant;
        let mut texts = vec![
            self.reference(),
            self.grant.kind.to_string(),
            self.grant.kind_name.clone(),
            self.grant.tier.as_str().to_owned(),
            self.grant.title.clone(),
            buyer.name.clone(),
            buyer.alias.clone(),
            buyer.email.clone(),
            buyer.address.clone(),
            buyer.country.clone(),
            self.grant.price.get().to_string(),
            self.grant.currency.as_str().to_owned(),
            self.grant.issued_at.to_string(),
            self.grant.starts_on.to_string(),
            self.grant.expires_on.map(|day| day.to_string()).unwrap_or_default(),
            self.grant.text_version.to_string(),
            self.grant.text_hash.clone(),
            self.grant.terms.clone(),
            self.grant.is_recorded_by_producer.to_string(),
            self.contract.size.to_string(),
            self.contract.sha256.clone(),
        ];
        for File { id, role, name, size, content_hash } in files {
            let role = role.as_str().to_owned();
            texts.extend([id.clone(), role, name.clone(), size.to_string(), content_hash.clone()]);
        }
        texts.iter().flat_map(|text| format!("{}:{text};", text.len()).into_bytes()).collect()
    }

    pub const fn is_exclusive(&self) -> bool {
        matches!(self.grant.tier, Tier::Exclusive)
    }

    #[must_use]
    pub fn with_usage(&self, usage: Usage, caps: &Caps) -> Self {
        let levels = usage.iter().map(|(of, used)| level(caps.of(*of), *used));
        let level = levels.max().unwrap_or(Level::Free);
        Self { usage, level, ..self.clone() }
    }
}

/// How much of a cap is used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    Free,
    /// 80 % and more.
    Near,
    /// 100 % and more, or a use that is not allowed.
    Full,
}

impl Level {
    pub const ALL: [Self; 3] = [Self::Free, Self::Near, Self::Full];

    pub const fn percent(self) -> i64 {
        match self {
            Self::Free => 0,
            Self::Near => 80,
            Self::Full => 100,
        }
    }
}

pub fn level(cap: Cap, used: u64) -> Level {
    match cap {
        Cap::Unlimited => Level::Free,
        _ if used == 0 => Level::Free,
        Cap::NotAllowed => Level::Full,
        Cap::Limit(limit) if used >= limit => Level::Full,
        Cap::Limit(limit) if u128::from(used) * 5 >= u128::from(limit) * 4 => Level::Near,
        Cap::Limit(_) => Level::Free,
    }
}

/// The uses that come nearer to their cap by a change, each with its new level.
pub fn crossed(caps: &Caps, before: &Usage, after: &Usage) -> Vec<(Use, Level)> {
    let of = |usage: &Usage, of: Use| level(caps.of(of), usage.get(&of).copied().unwrap_or(0));
    let risen = Use::ALL.iter().filter(|each| of(after, **each) > of(before, **each));
    risen.map(|each| (*each, of(after, *each))).collect()
}

/// The usage after a change.
pub fn changed_usage(before: &Usage, changes: &[(Use, u64)]) -> Result<Usage, Vec<Invalid>> {
    let (mut after, mut faults) = (before.clone(), Faults::default());
    for (of, used) in changes {
        if *used > Cap::MOST {
            let message = format!("{} must be at most 1,000,000,000,000", of.as_str());
            faults.note(Invalid::new(of.as_str(), message));
        } else {
            after.insert(*of, *used);
        }
    }
    faults.finish()?;
    Ok(after)
}

impl Use {
    /// The use in a sentence: `43,000 of 50,000 audio streams`.
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Streams => "audio streams",
            Self::Copies => "copies sold",
            Self::Downloads => "free downloads",
            Self::MonetizedVideos => "monetized videos",
            Self::Videos => "other videos",
            Self::MonetizedVideoStreams => "monetized video streams",
            Self::VideoStreams => "other video streams",
            Self::Radio => "radio stations",
            Self::PaidShows => "paid shows",
            Self::UnpaidShows => "unpaid shows",
        }
    }
}

/// Whether one tier is above or beside another, so that a license may be upgraded to it.
pub const fn is_step_up(from: Tier, to: Tier) -> bool {
    from as u8 <= to as u8
}

/// A beat that is kept for a buyer of an exclusive license until a moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reservation {
    pub beat: DocumentId,
    pub client: Option<BeneficiaryId>,
    pub name: String,
    pub email: String,
    pub reserved_at: Timestamp,
    pub until: Timestamp,
}

impl Reservation {
    pub fn is_in_force(&self, now: Timestamp) -> bool {
        now < self.until
    }

    /// Whether it is for this buyer: the same client, or the same name and e-mail address.
    pub fn is_for(&self, client: Option<BeneficiaryId>, name: &str, email: &str) -> bool {
        if self.client.is_some() || client.is_some() {
            return self.client == client;
        }
        folded(self.name.trim()) == folded(name.trim())
            && folded(self.email.trim()) == folded(email.trim())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::calendar::TimeOfDay;
    use crate::licenses::kinds::defaults;

    fn day(text: &str) -> Day {
        Day::read(text).unwrap()
    }

    fn noon(text: &str) -> Timestamp {
        day(text).at(TimeOfDay::read("12:00").unwrap())
    }

    fn license(expires_on: Option<&str>) -> License {
        let kind = defaults("Maya Okafor").into_iter().next().unwrap();
        let issued_at = noon("2026-11-16");
        License {
            id: LicenseId::new(issued_at, [1; 10]),
            number: 31,
            stored_state: State::Active,
            grant: Grant {
                kind: LicenseKindId::new(issued_at, [2; 10]),
                kind_name: kind.name,
                tier: kind.tier,
                beat: None,
                title: "Midnight Drive".into(),
                client: None,
                buyer: Buyer { name: "Nova Records".into(), ..Buyer::default() },
                price: kind.price,
                currency: kind.currency,
                issued_at,
                starts_on: day("2026-11-16"),
                expires_on: expires_on.map(day),
                upgraded_from: None,
                text_version: 1,
                text_hash: "00".into(),
                terms: "{}".into(),
                is_recorded_by_producer: true,
            },
            sale: None,
            ended: None,
            superseded_by: None,
            usage: Usage::new(),
            level: Level::Free,
            contract: Contract { size: 1, pages: 1, sha256: "00".into() },
            events: 0,
            head: String::new(),
        }
    }

    #[test]
    fn lic_11_an_active_license_expires_the_day_after_its_last() {
        let license = license(Some("2028-11-16"));
        assert_eq!(license.state(day("2028-11-16")), State::Active);
        assert_eq!(license.state(day("2028-11-17")), State::Expired);
        let (late, zone) = (day("2029-01-01"), Zone::find("America/New_York").unwrap());
        assert_eq!(license.ended_at(day("2028-11-16"), &zone), None);
        let ended = license.ended_at(late, &zone).unwrap();
        assert_eq!(ended.to_string(), "2028-11-17T05:00:00.000Z");
        let noted = license.expire(late, &zone).unwrap();
        assert_eq!(
            // What is noted stays, whatever zone the account has later.
            (noted.stored_state, noted.ended_at(late, &Zone::UTC)),
            (State::Expired, Some(ended))
        );
        assert!(license.expire(day("2028-11-16"), &zone).is_err());
    }

    // FIRM-06
    #[test]
    fn firm_06_a_license_ends_the_day_before_the_same_day_of_its_last_month() {
        let last = |from: &str, months| last_day(day(from), Term::Months(months)).unwrap();
        for (from, months, until) in [
            ("2026-11-17", 12, "2027-11-16"),
            ("2026-11-16", 60, "2031-11-15"),
            ("2026-11-01", 1, "2026-11-30"),
            ("2026-12-01", 2, "2027-01-31"),
            // February lacks the day of the start, so the license ends with it.
            ("2027-01-31", 1, "2027-02-28"),
            ("2028-01-31", 1, "2028-02-29"),
            ("2028-02-29", 12, "2029-02-28"),
            ("2028-02-29", 48, "2032-02-28"),
            ("2027-02-28", 12, "2028-02-27"),
        ] {
            assert_eq!(last(from, months), day(until), "{months} months from {from}");
        }
        assert_eq!(last_day(day("2026-11-16"), Term::Forever), None);
        assert!(last("9990-01-01", 1_200) >= day("9999-12-30"));
    }

    #[test]
    fn lic_15_a_cap_is_near_at_80_percent_and_full_at_100() {
        let levels =
            [0, 39_999, 40_000, 49_999, 50_000, 60_000].map(|used| level(Cap::Limit(50_000), used));
        use Level::{Free, Full, Near};
        assert_eq!(levels, [Free, Free, Near, Near, Full, Full]);
        assert_eq!([level(Cap::Unlimited, u64::MAX), level(Cap::NotAllowed, 1)], [Free, Full]);
        assert_eq!(level(Cap::NotAllowed, 0), Free);
        let caps =
            Caps::UNLIMITED.with(Use::Streams, Cap::Limit(10)).with(Use::Copies, Cap::Limit(10));
        let usage = |streams, copies| Usage::from([(Use::Streams, streams), (Use::Copies, copies)]);
        assert_eq!(crossed(&caps, &usage(7, 9), &usage(8, 9)), [(Use::Streams, Near)]);
        assert_eq!(crossed(&caps, &usage(8, 9), &usage(12, 0)), [(Use::Streams, Full)]);
        assert_eq!(crossed(&caps, &usage(8, 9), &usage(9, 9)), []);
    }

    #[test]
    fn a_reservation_knows_its_buyer() {
        let at = noon("2026-11-16");
        let client = BeneficiaryId::new(at, [3; 10]);
        let kept = Reservation {
            beat: DocumentId::new(at, [4; 10]),
            client: None,
            name: "Zoë Vance".into(),
            email: "zoe@vance.example".into(),
            reserved_at: at,
            until: at + std::time::Duration::from_secs(60),
        };
        assert!(kept.is_for(None, " zoe vance", "Zoe@vance.example"));
        assert!(
            !kept.is_for(None, "Zoë Vance", "")
                && !kept.is_for(Some(client), "Zoë Vance", "zoe@vance.example")
        );
        let of_client = Reservation { client: Some(client), ..kept.clone() };
        assert!(of_client.is_for(Some(client), "", ""));
        assert!(kept.is_in_force(at) && !kept.is_in_force(kept.until));
    }

    #[derive(Debug, Clone, Copy)]
    enum Deed {
        Supersede,
        Terminate,
        Refund,
        Expire,
    }

    proptest! {
        /// LIC-11: whatever is done on whatever day, a license leaves `active` once, an expired one can only still be
        /// refunded, and nothing frozen changes.
        #[test]
        fn lic_11_states_only_go_forward(
            deeds in prop::collection::vec(
                (0_u16..2_000, prop::sample::select(vec![Deed::Supersede, Deed::Terminate, Deed::Refund, Deed::Expire])),
                1..12,
            ),
            is_forever in any::<bool>(),
        ) {
            let first = license(if is_forever { None } else { Some("2028-11-16") });
            let by = LicenseRef { id: first.id, number: 32 };
            let mut now = first.clone();
            let mut today = day("2026-11-16");
            for (days, deed) in deeds {
                today = today.max(day("2026-11-16").days_after(days).unwrap());
                let moment = today.at(TimeOfDay::MIDNIGHT);
                let before = now.state(today);
                let result = match deed {
                    Deed::Supersede => now.supersede(by, today, moment),
                    Deed::Terminate => now.terminate("Not paid", today, moment),
                    Deed::Refund => now.refund(today, moment),
                    Deed::Expire => now.expire(today, &Zone::UTC),
                };
                match result {
                    Ok(after) => {
                        let is = after.state(today);
                        let is_allowed = match before {
                            State::Active => is != State::Active && is != State::Expired,
                            State::Expired => matches!(is, State::Expired | State::Refunded),
                            _ => false,
                        };
                        prop_assert!(is_allowed, "{before:?} became {is:?}");
                        prop_assert!(after.ended.is_some());
                        prop_assert_eq!(&after.grant, &first.grant);
                        now = after;
                    }
                    Err(_) => prop_assert_eq!(now.state(today), before),
                }
            }
        }
    }
}
