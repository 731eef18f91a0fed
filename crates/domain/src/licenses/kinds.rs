//! The kinds of license a producer sells: what each costs, grants and delivers.

use std::collections::BTreeSet;

use super::Role;
use super::terms::{Cap, Caps, LONGEST_CREDIT_LINE, Term, Terms, Use};
use crate::error::{Faults, Invalid};
use crate::money::{Currency, Minor};
use crate::sales::License;

/// An account can have at most this many kinds.
pub const MOST_KINDS: usize = 12;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kind {
    pub name: String,
    /// The word on the sale.
    pub tier: License,
    pub description: String,
    pub price: Minor,
    pub currency: Currency,
    /// The lowest price a buyer may offer.
    pub lowest_offer: Option<Minor>,
    pub is_enabled: bool,
    pub terms: Terms,
}

impl Kind {
    /// Every rule the kind breaks.
    pub fn check(&self) -> Result<(), Vec<Invalid>> {
        let mut faults = Faults::default();
        let length = self.name.trim().chars().count();
        if !(1..=60).contains(&length) {
            faults.note(Invalid::new("name", "Enter a name of 1 to 60 characters"));
        }
        if self.description.chars().count() > 500 {
            let message = "The description can be at most 500 characters";
            faults.note(Invalid::new("description", message));
        }
        if self.price.is_negative() {
            faults.note(Invalid::new("price", "The price can't be negative"));
        }
        if !Currency::WITH_ACCOUNTS.contains(&self.currency) {
            faults.note(Invalid::new("currency", "Choose USD, EUR or GBP"));
        }
        match self.lowest_offer {
            Some(lowest) if lowest.is_negative() => {
                faults.note(Invalid::new("lowest_offer", "The lowest offer can't be negative"));
            }
            Some(lowest) if lowest > self.price => {
                faults.note(Invalid::new(
                    "lowest_offer",
                    "The lowest offer can't be above the price",
                ));
            }
            _ => {}
        }
        if self.terms.is_exclusive != (self.tier == License::Exclusive) {
            let message = "Exclusive kinds, and only those, have the tier Exclusive";
            faults.note(Invalid::new("tier", message));
        }
        for fault in self.terms.check().err().unwrap_or_default() {
            faults.note(fault);
        }
        faults.finish()
    }
}

/// The kinds that come with an account, in their order. The credit line names the producer.
pub fn defaults(producer: &str) -> [Kind; 6] {
    let kinds =
        [mp3_lease(), wav_lease(), trackout_lease(), unlimited_lease(), exclusive(), free_demo()];
    kinds.map(|mut kind| {
        kind.terms.credit_line =
            format!("Prod. by {producer}").chars().take(LONGEST_CREDIT_LINE).collect();
        kind
    })
}

fn lease(name: &str, tier: License, dollars: i64, roles: &[Role], months: u16, caps: Caps) -> Kind {
    Kind {
        name: name.to_owned(),
        tier,
        description: String::new(),
        price: Minor::new(dollars * 100).unwrap_or_default(),
        currency: Currency::Usd,
        lowest_offer: None,
        is_enabled: true,
        terms: Terms {
            is_exclusive: false,
            delivers: roles.iter().copied().collect::<BTreeSet<_>>(),
            term: Term::Months(months),
            caps,
            allows_broadcast: false,
            allows_sync: false,
            allows_content_id: false,
            publishing_share: 5_000,
            writer_share: 5_000,
            credit_line: String::new(),
            is_credit_required: true,
            governing_law: None,
            buy_back: None,
        },
    }
}

fn limits(streams: u64, copies: u64, videos: u64, stations: u64) -> Caps {
    Caps::UNLIMITED
        .with(Use::Streams, Cap::Limit(streams))
        .with(Use::Copies, Cap::Limit(copies))
        .with(Use::MonetizedVideos, Cap::Limit(videos))
        .with(Use::MonetizedVideoStreams, Cap::Limit(streams))
        .with(Use::Radio, Cap::Limit(stations))
}

fn mp3_lease() -> Kind {
    let caps = limits(50_000, 2_000, 1, 2).with(Use::PaidShows, Cap::NotAllowed);
    lease("MP3 Lease", License::Basic, 29, &[Role::Mp3], 24, caps)
}

fn wav_lease() -> Kind {
    let roles = [Role::Mp3, Role::Wav];
    lease("WAV Lease", License::Premium, 59, &roles, 36, limits(500_000, 5_000, 1, 2))
}

fn trackout_lease() -> Kind {
    let roles = [Role::Mp3, Role::Wav, Role::Stems];
    lease("Trackout Lease", License::Premium, 129, &roles, 60, limits(1_000_000, 10_000, 2, 4))
}

fn unlimited_lease() -> Kind {
    let roles = [Role::Mp3, Role::Wav, Role::Stems];
    let mut kind = lease("Unlimited Lease", License::Unlimited, 249, &roles, 0, Caps::UNLIMITED);
    kind.terms.term = Term::Forever;
    kind.terms.allows_broadcast = true;
    kind
}

fn exclusive() -> Kind {
    let roles = [Role::Mp3, Role::Wav, Role::Stems, Role::Project, Role::Midi];
    let mut kind = lease("Exclusive", License::Exclusive, 1_200, &roles, 0, Caps::UNLIMITED);
    kind.terms = Terms {
        is_exclusive: true,
        term: Term::Forever,
        allows_broadcast: true,
        allows_sync: true,
        allows_content_id: true,
        ..kind.terms
    };
    kind
}

fn free_demo() -> Kind {
    let caps = Use::ALL
        .iter()
        .filter(|of| !matches!(of, Use::Downloads | Use::Videos | Use::VideoStreams))
        .fold(Caps::UNLIMITED, |caps, of| caps.with(*of, Cap::NotAllowed));
    let mut kind = lease("Free demo", License::Basic, 0, &[Role::Tagged], 12, caps);
    kind.is_enabled = false;
    kind
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lic_01_six_kinds_come_with_an_account_and_keep_the_rules() {
        let kinds = defaults("Maya Okafor");
        let told = kinds.clone().map(|kind| (kind.name, kind.tier, kind.is_enabled));
        let told = told.each_ref().map(|(name, tier, on)| (name.as_str(), *tier, *on));
        assert_eq!(
            told,
            [
                ("MP3 Lease", License::Basic, true),
                ("WAV Lease", License::Premium, true),
                ("Trackout Lease", License::Premium, true),
                ("Unlimited Lease", License::Unlimited, true),
                ("Exclusive", License::Exclusive, true),
                ("Free demo", License::Basic, false),
            ]
        );
        for kind in &kinds {
            assert_eq!(kind.check(), Ok(()), "{}", kind.name);
        }
    }

    fn first() -> Kind {
        defaults("Maya Okafor").into_iter().next().unwrap()
    }

    #[test]
    fn lic_03_a_bad_kind_is_refused_by_field() {
        let fields = |kind: Kind| {
            let faults = kind.check().err().unwrap_or_default();
            faults.into_iter().map(|fault| fault.field).collect::<Vec<_>>()
        };
        let amount = |minor| Minor::new(minor).unwrap();
        assert_eq!(
            fields(Kind { name: " ".into(), description: "x".repeat(501), ..first() }),
            ["name", "description"]
        );
        assert_eq!(fields(Kind { price: amount(-1), ..first() }), ["price"]);
        let above = Kind { lowest_offer: Some(amount(2_901)), ..first() };
        assert_eq!(fields(above), ["lowest_offer"]);
        assert_eq!(fields(Kind { currency: Currency::Kes, ..first() }), ["currency"]);
        assert_eq!(fields(Kind { tier: License::Exclusive, ..first() }), ["tier"]);
    }
}
