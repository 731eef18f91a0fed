//! Paying a client: a transaction of the ledger that refers to the client.

use domain::error::Faults;
use domain::identity::users::profile_text;
use domain::ids::{AccountId, BeneficiaryId};
use domain::money::accounts::Account;
use domain::money::transactions::{Content, Kind, Status, Title, Transaction};

use crate::idempotency::{self, Answer, Reply};
use crate::money::ledger::{Ledger, no_account};
use crate::money::links;
use crate::money::transactions::posting;
use crate::money::wallet::{LONGEST_NOTE, positive_amount};
use crate::{Actor, App, Result, notifications};

/// The form of a payment.
#[derive(Debug, Default)]
pub struct PayForm {
    /// The text of a JSON number.
    pub amount: Option<String>,
    /// Default: the wallet.
    pub account_id: Option<String>,
    pub note: Option<String>,
}

/// A payment and the account with its balance after it.
pub struct Paid {
    pub transaction: Transaction,
    pub account: Account,
}

/// Pays a client. Refuses more than the account holds.
pub async fn pay(
    app: &App,
    actor: &Actor,
    client: BeneficiaryId,
    form: PayForm,
    reply: Reply<Paid>,
) -> Result<Answer> {
    let mut faults = Faults::default();
    let amount = positive_amount(&mut faults, form.amount);
    let note = form.note.unwrap_or_default();
    let note = faults.take(profile_text("note", &note, LONGEST_NOTE));
    let (amount, note) = faults.all((amount, note))?;
    let account = form.account_id.filter(|text| !text.is_empty());
    let account = account.map(|text| AccountId::parse(&text).ok_or_else(no_account)).transpose()?;
    let (owner, now) = (actor.user, app.now());
    let (day, time) = (actor.zone.day_of(now), actor.zone.time_of(now));
    idempotency::once(app, owner, reply, move |tx| {
        let mut ledger = Ledger::open(tx, owner)?;
        let name = links::client(tx, owner, client)?.name;
        let account = match account {
            Some(id) => ledger.account(id)?,
            None => ledger.wallet()?,
        };
        let (id, currency) = (account.id, account.currency);
        let content = Content {
            account: id,
            kind: Kind::Payment,
            status: Status::Completed,
            title: format!("Payment to {name}").chars().take(Title::MOST).collect(),
            description: note,
            day,
            time,
            amount: -amount,
            currency,
            beneficiary: Some(client),
            card: None,
            sale: None,
            transfer: None,
        };
        let transaction = posting::record(tx, owner, &mut ledger, content, now)?;
        let account = Account { updated_at: now, ..ledger.account(id)?.clone() };
        let notice = notifications::wording::client_paid(&transaction, &name, &account.name);
        notifications::notify(tx, owner, now, &notice)?;
        Ok(Paid { transaction, account })
    })
    .await
}
