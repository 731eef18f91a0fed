//! Generates the transactions of a studio: income from beats, costs such as rent and gear, withdrawals of savings. The
//! amounts keep every account above zero; the ledger checks that.

use domain::calendar::{Day, TimeOfDay};
use domain::ids::{AccountId, BeneficiaryId};
use domain::money::accounts::{Account, Kind as AccountKind};
use domain::money::transactions::{Content, Kind, Status, Title};
use domain::money::{Currency, Minor};
use domain::time::Timestamp;

use super::dice::Dice;
use super::words::{BEAT_FIRST, BEAT_LAST, GEAR, LABELS, RARE_GEAR, STORES, TOOLS};
use crate::money::transactions::forms::check_consistency;
use crate::{Error, Result};

/// Prices of beats and licenses, in minor units.
pub(super) const PRICES: [i64; 14] = [
    1_999, 2_499, 2_999, 3_499, 4_999, 7_999, 9_900, 14_900, 19_900, 24_999, 29_900, 39_900,
    49_900, 75_000,
];
/// Balance above which money is withdrawn rather than earned, in minor units.
const PLENTY: i64 = 5_000_000;
const DAY_MILLIS: i64 = 24 * 60 * 60 * 1000;
const MINUTE_MILLIS: i64 = 60 * 1000;
/// The first minute of the day with transactions.
const MORNING: i64 = 8 * 60;

/// A client that transactions refer to.
#[derive(Debug, Clone)]
pub struct Partner {
    pub id: BeneficiaryId,
    pub name: String,
    pub email: String,
}

/// The balance of an account after the transactions generated so far.
struct RunningBalance {
    id: AccountId,
    kind: AccountKind,
    currency: Currency,
    balance: i64,
}

pub struct Balances(Vec<RunningBalance>);

impl Balances {
    pub fn of<'a>(accounts: impl Iterator<Item = &'a Account>) -> Self {
        let running = |account: &Account| RunningBalance {
            id: account.id,
            kind: account.kind,
            currency: account.currency,
            balance: account.balance.get(),
        };
        Self(accounts.map(running).collect())
    }

    /// Picks an account at random, the wallet in 70 percent of all cases.
    fn pick_account(&mut self, dice: &mut Dice) -> Result<&mut RunningBalance> {
        let (kind, currency) = match dice.between(1, 100) {
            1..=70 => (AccountKind::Wallet, Currency::Usd),
            71..=80 => (AccountKind::Currency, Currency::Usd),
            81..=92 => (AccountKind::Currency, Currency::Eur),
            _ => (AccountKind::Currency, Currency::Gbp),
        };
        let is_it =
            |account: &&mut RunningBalance| account.kind == kind && account.currency == currency;
        self.0.iter_mut().find(is_it).ok_or_else(crate::money::ledger::no_account)
    }
}

/// The period that transactions are spread over.
#[derive(Debug, Clone, Copy)]
pub struct Calendar {
    /// Start of the first day, in Unix milliseconds.
    pub start: i64,
    days: i64,
}

impl Calendar {
    /// A period of `days` days that ends yesterday, so that rows recorded from now on are newer.
    pub fn until_yesterday(now: Timestamp, days: i64) -> Self {
        let today = now.as_millis().div_euclid(DAY_MILLIS);
        Self { start: (today - days) * DAY_MILLIS, days }
    }

    /// The time of transaction `number` of `count`: evenly spread with a random offset, in ascending order.
    pub fn moment(&self, number: i64, count: i64, dice: &mut Dice) -> Timestamp {
        const PARTS: i64 = 1000;
        let awake = 24 * 60 - MORNING;
        // At most 10^7 rows and 10^4 days, so the product is below 10^17 and fits an i64.
        let part = number * PARTS + dice.between(0, PARTS - 1);
        let minute = part * self.days * awake / (count * PARTS);
        let (day, minute) = (minute / awake, MORNING + minute % awake);
        Timestamp::from_millis(self.start + day * DAY_MILLIS + minute * MINUTE_MILLIS)
    }
}

struct Idea {
    kind: Kind,
    title: String,
    amount: i64,
    partner: Option<usize>,
}

pub struct Studio {
    pub dice: Dice,
    pub calendar: Calendar,
    pub partners: Vec<Partner>,
}

impl Studio {
    /// Generates transaction `number` of `count`, with the time it was recorded.
    pub fn transaction(
        &mut self,
        balances: &mut Balances,
        number: i64,
        count: i64,
    ) -> Result<(Content, Timestamp)> {
        let moment = self.calendar.moment(number, count, &mut self.dice);
        let account = balances.pick_account(&mut self.dice)?;
        let status = match self.dice.between(1, 100) {
            1..=90 => Status::Completed,
            91..=96 => Status::Pending,
            _ => Status::Failed,
        };
        let mut idea = self.idea(account.balance);
        if status == Status::Completed {
            if account.balance + idea.amount < 0 {
                idea = self.sale();
            }
            account.balance += idea.amount;
        }
        let content = Content {
            account: account.id,
            kind: idea.kind,
            status,
            title: Title::parse(&idea.title)?.as_str().to_owned(),
            description: self.description(idea.partner),
            day: Day::of(moment),
            time: TimeOfDay::of(moment),
            amount: Minor::new(idea.amount)
                .ok_or_else(|| Error::unexpected("a generated amount is out of range"))?,
            currency: account.currency,
            beneficiary: idea.partner.map(|at| self.partners[at].id),
            card: None,
            sale: None,
            transfer: None,
        };
        Ok((check_consistency(content, None)?, moment))
    }

    fn idea(&mut self, balance: i64) -> Idea {
        if balance > PLENTY {
            let amount = -(balance / 100 * self.dice.between(30, 60));
            return plain(Kind::Withdrawal, "Transfer to savings", amount);
        }
        match self.dice.between(1, 1000) {
            1..=520 => self.sale(),
            521..=600 => self.session(),
            601..=640 => {
                let title = format!("Royalties from {}", self.dice.pick(&LABELS));
                plain(Kind::Deposit, &title, self.dice.between(1_500, 180_000))
            }
            641..=700 => plain(Kind::Payment, "Studio rent", -95_000),
            701..=790 => {
                let title = format!("{} subscription", self.dice.pick(&TOOLS));
                plain(Kind::Payment, &title, -*self.dice.pick(&PRICES))
            }
            791..=850 => {
                let title = format!("Equipment: {}", self.dice.pick(&GEAR));
                plain(Kind::Payment, &title, -self.dice.between(1_500, 120_000))
            }
            851 if self.dice.chance(30) => {
                let title = format!("Equipment: {}", self.dice.pick(&RARE_GEAR));
                plain(Kind::Payment, &title, -self.dice.between(80_000, 240_000))
            }
            851..=890 => {
                let amount = -self.dice.between(5_000, 60_000);
                self.with_partner(Kind::Payment, "Featured vocals by", amount)
            }
            891..=950 => {
                let amount = -self.dice.between(20, 600) * 100;
                plain(Kind::Withdrawal, "Cash withdrawal", amount)
            }
            951..=980 => {
                let title = format!("Refund: {}", self.beat());
                plain(Kind::Other, &title, -*self.dice.pick(&PRICES))
            }
            _ => plain(Kind::Other, "Bank interest", self.dice.between(1, 900)),
        }
    }

    fn sale(&mut self) -> Idea {
        let what = *self.dice.pick(&["Beat sale", "Beat sale", "Licence", "Stems of"]);
        let title = format!("{what}: {}", self.beat());
        plain(Kind::Deposit, &title, *self.dice.pick(&PRICES))
    }

    fn session(&mut self) -> Idea {
        let amount = self.dice.between(2, 16) * 4_500;
        self.with_partner(Kind::Deposit, "Mixing session for", amount)
    }

    fn with_partner(&mut self, kind: Kind, what: &str, amount: i64) -> Idea {
        let last = i64::try_from(self.partners.len()).unwrap_or(0) - 1;
        if last < 0 {
            return plain(kind, &format!("{what} {}", self.dice.pick(&LABELS)), amount);
        }
        let at = usize::try_from(self.dice.between(0, last)).unwrap_or(0);
        let title = format!("{what} {}", self.partners[at].name);
        Idea { partner: Some(at), ..plain(kind, &title, amount) }
    }

    fn beat(&mut self) -> String {
        format!("{} {}", self.dice.pick(&BEAT_FIRST), self.dice.pick(&BEAT_LAST))
    }

    fn description(&mut self, partner: Option<usize>) -> Option<String> {
        match (self.dice.between(1, 10), partner) {
            (1..=3, _) => Some(format!("By way of {}", self.dice.pick(&STORES))),
            (4, Some(at)) => Some(format!("As agreed with {}", self.partners[at].name)),
            (5, _) => Some(format!("Invoice {}", self.dice.between(1_000, 99_999))),
            _ => None,
        }
    }
}

fn plain(kind: Kind, title: &str, amount: i64) -> Idea {
    Idea { kind, title: title.to_owned(), amount, partner: None }
}
