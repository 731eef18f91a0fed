//! Transfers between the holder's own accounts: one transaction whose postings move the money, exchanged at a rate
//! where the currencies differ.

use domain::calendar::Day;
use domain::error::{Faults, Invalid};
use domain::identity::users::profile_text;
use domain::ids::AccountId;
use domain::money::accounts::Account;
use domain::money::transactions::{Content, Kind, Status, Transaction};
use domain::money::transfers::{ExchangeRate, Transfer};
use domain::money::{Currency, Minor};

use crate::idempotency::{self, Answer, Reply};
use crate::money::dates;
use crate::money::ledger::{Ledger, no_account};
use crate::money::transactions::posting;
use crate::money::wallet::{LONGEST_NOTE, positive_amount};
use crate::{Actor, App, Error, Result};

const SAME_ACCOUNT: &str = "Choose two different accounts";
const ONE_OF_TWO: &str = "Enter the exchange rate or the amount received, not both";
const RATE_NEEDED: &str = "Enter the exchange rate or the amount received";
const TOO_LITTLE: &str = "At this rate, nothing would arrive. Enter a larger amount.";
const TOO_MUCH: &str = "At this rate, more would arrive than an account can hold";
const ODD_RATE: &str = "The amounts are too far apart for an exchange rate";

#[derive(Debug, Default)]
pub struct TransferForm {
    pub from: Option<String>,
    pub to: Option<String>,
    /// The text of a JSON number, as are `rate` and `received`.
    pub amount: Option<String>,
    pub rate: Option<String>,
    pub received: Option<String>,
    pub note: Option<String>,
    pub date: Option<String>,
    pub confirm_date: bool,
}

/// The transaction, and both accounts with their balances after it.
pub struct Transferred {
    pub transaction: Transaction,
    pub from: Account,
    pub to: Account,
}

/// How the received amount is determined: the sent amount, a rate, or an amount.
#[derive(Debug, Clone, Copy)]
enum ExchangeTerms {
    Same,
    At(ExchangeRate),
    Exactly(Minor),
}

struct Parts {
    from: AccountId,
    to: AccountId,
    amount: Minor,
    terms: ExchangeTerms,
    note: Option<String>,
    day: Option<Day>,
    is_date_confirmed: bool,
}

impl TransferForm {
    fn check(self) -> Result<Parts> {
        let mut faults = Faults::default();
        let sent = |text: Option<String>| text.filter(|text| !text.is_empty());
        let amount = positive_amount(&mut faults, self.amount);
        let rate = sent(self.rate).and_then(|text| faults.take(ExchangeRate::parse("rate", &text)));
        let received = sent(self.received)
            .and_then(|text| faults.take(Minor::parse_positive("received", &text)));
        if rate.is_some() && received.is_some() {
            faults.note(Invalid::new("received", ONE_OF_TWO));
        }
        let note = faults.take(profile_text("note", &self.note.unwrap_or_default(), LONGEST_NOTE));
        let day = sent(self.date).and_then(|text| faults.take(Day::parse("date", &text)));
        for (field, account, sentence) in [
            ("from", &self.from, "Choose the account the money comes from"),
            ("to", &self.to, "Choose the account the money goes to"),
        ] {
            if account.as_ref().is_none_or(String::is_empty) {
                faults.note(Invalid::new(field, sentence));
            }
        }
        let is_date_confirmed = self.confirm_date;
        let (amount, note) = faults.all((amount, note))?;
        let account = |text: Option<String>| {
            text.as_deref().and_then(AccountId::parse).ok_or_else(no_account)
        };
        let (from, to) = (account(self.from)?, account(self.to)?);
        if from == to {
            return Err(Error::invalid("to", SAME_ACCOUNT));
        }
        let terms = match (rate, received) {
            (Some(rate), _) => ExchangeTerms::At(rate),
            (_, Some(received)) => ExchangeTerms::Exactly(received),
            _ => ExchangeTerms::Same,
        };
        Ok(Parts { from, to, amount, terms, note, day, is_date_confirmed })
    }
}

/// The received amount and the exchange rate.
fn exchange(
    from: Currency,
    to: Currency,
    amount: Minor,
    terms: ExchangeTerms,
) -> Result<(Minor, ExchangeRate)> {
    if from == to {
        return match terms {
            ExchangeTerms::Same | ExchangeTerms::At(ExchangeRate::ONE) => {
                Ok((amount, ExchangeRate::ONE))
            }
            ExchangeTerms::Exactly(received) if received == amount => {
                Ok((amount, ExchangeRate::ONE))
            }
            ExchangeTerms::At(_) => Err(Error::invalid("rate", no_rate_needed(from))),
            ExchangeTerms::Exactly(_) => Err(Error::invalid("received", no_rate_needed(from))),
        };
    }
    match terms {
        ExchangeTerms::Same => Err(Error::invalid("rate", RATE_NEEDED)),
        ExchangeTerms::At(rate) => match rate.convert(amount) {
            Some(received) if received.is_positive() => Ok((received, rate)),
            Some(_) => Err(Error::invalid("amount", TOO_LITTLE)),
            None => Err(Error::invalid("amount", TOO_MUCH)),
        },
        ExchangeTerms::Exactly(received) => {
            let rate = ExchangeRate::between(amount, received)
                .ok_or_else(|| Error::invalid("received", ODD_RATE))?;
            Ok((received, rate))
        }
    }
}

fn no_rate_needed(currency: Currency) -> String {
    format!("Both accounts are in {}, so the same amount arrives", currency.as_str())
}

pub async fn transfer(
    app: &App,
    actor: &Actor,
    form: TransferForm,
    reply: Reply<Transferred>,
) -> Result<Answer> {
    let parts = form.check()?;
    let (owner, now) = (actor.user, app.now());
    let (today, time) = (actor.zone.day_of(now), actor.zone.time_of(now));
    if let Some(day) = parts.day {
        dates::check(day, false, today, parts.is_date_confirmed)?;
    }
    idempotency::once(app, owner, reply, move |tx| {
        let mut ledger = Ledger::open(tx, owner)?;
        let (from, to) = (ledger.account(parts.from)?, ledger.account(parts.to)?);
        let (received, rate) = exchange(from.currency, to.currency, parts.amount, parts.terms)?;
        let content = Content {
            account: from.id,
            kind: Kind::Transfer,
            status: Status::Completed,
            title: format!("{} to {}", from.name, to.name),
            description: parts.note,
            day: parts.day.unwrap_or(today),
            time,
            amount: -parts.amount,
            currency: from.currency,
            beneficiary: None,
            card: None,
            sale: None,
            transfer: Some(Transfer { to: to.id, received, currency: to.currency, rate }),
        };
        let transaction = posting::record(tx, owner, &mut ledger, content, now)?;
        let after = |id| Ok::<_, Error>(Account { updated_at: now, ..ledger.account(id)?.clone() });
        let (from, to) = (after(parts.from)?, after(parts.to)?);
        Ok(Transferred { transaction, from, to })
    })
    .await
}
