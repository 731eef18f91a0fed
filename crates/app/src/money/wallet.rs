//! The wallet: account balances, deposits and withdrawals. Both are transactions of the ledger.

use domain::error::{Faults, Invalid};
use domain::identity::users::profile_text;
use domain::money::Minor;
use domain::money::accounts::{Account, Kind as AccountKind};
use domain::money::transactions::{Content, Kind, Status, Transaction};
use storage::money::accounts;

use crate::idempotency::{self, Answer, Reply};
use crate::money::ledger::Ledger;
use crate::money::links::Links;
use crate::money::transactions::forms::link;
use crate::money::transactions::posting;
use crate::{Actor, App, Error, Result};

pub(crate) const LONGEST_NOTE: usize = 2000;
const ONE_OF_TWO: &str = "Send card_id or beneficiary_id, not both";

/// The holder's accounts, the wallet first.
pub async fn accounts(app: &App, actor: &Actor) -> Result<Vec<Account>> {
    let owner = actor.user;
    let mut all = app.read(move |conn| Ok(accounts::list(conn, owner)?)).await?;
    all.retain(|account| account.kind != AccountKind::Outside);
    Ok(all)
}

/// The form of a deposit or a withdrawal.
#[derive(Debug, Default)]
pub struct MoveForm {
    /// The text of a JSON number.
    pub amount: Option<String>,
    pub card_id: Option<String>,
    pub beneficiary_id: Option<String>,
    pub note: Option<String>,
}

/// A deposit or withdrawal, and the wallet with its balance after it.
pub struct Moved {
    pub transaction: Transaction,
    pub wallet: Account,
}

pub async fn deposit(
    app: &App,
    actor: &Actor,
    form: MoveForm,
    reply: Reply<Moved>,
) -> Result<Answer> {
    let parts = form.check()?;
    carry_out(app, actor, Kind::Deposit, "Deposit", parts.amount, parts, reply).await
}

/// Withdraws from the wallet. Refuses more than it holds.
pub async fn withdraw(
    app: &App,
    actor: &Actor,
    form: MoveForm,
    reply: Reply<Moved>,
) -> Result<Answer> {
    let parts = form.check()?;
    carry_out(app, actor, Kind::Withdrawal, "Withdrawal", -parts.amount, parts, reply).await
}

struct Parts {
    amount: Minor,
    note: Option<String>,
    links: Links,
}

/// Parses a positive amount. The route decides whether money comes in or goes out.
pub(crate) fn positive_amount(faults: &mut Faults, sent: Option<String>) -> Option<Minor> {
    let Some(text) = sent.filter(|text| !text.is_empty()) else {
        faults.note(Invalid::new("amount", "amount is required"));
        return None;
    };
    faults.take(Minor::parse_positive("amount", &text))
}

impl MoveForm {
    fn check(self) -> Result<Parts> {
        let mut faults = Faults::default();
        let amount = positive_amount(&mut faults, self.amount);
        let note = self.note.unwrap_or_default();
        let note = faults.take(profile_text("note", &note, LONGEST_NOTE));
        let (amount, note) = faults.all((amount, note))?;
        let links = Links {
            card: link(self.card_id)?.flatten(),
            beneficiary: link(self.beneficiary_id)?.flatten(),
            sale: None,
        };
        if links.card.is_some() && links.beneficiary.is_some() {
            return Err(Error::invalid("beneficiary_id", ONE_OF_TWO));
        }
        Ok(Parts { amount, note, links })
    }
}

async fn carry_out(
    app: &App,
    actor: &Actor,
    kind: Kind,
    title: &'static str,
    amount: Minor,
    parts: Parts,
    reply: Reply<Moved>,
) -> Result<Answer> {
    let (owner, now) = (actor.user, app.now());
    let (day, time) = (actor.zone.day_of(now), actor.zone.time_of(now));
    idempotency::once(app, owner, reply, move |tx| {
        let mut ledger = Ledger::open(tx, owner)?;
        parts.links.check_owned(tx, owner)?;
        let wallet = ledger.wallet()?;
        let content = Content {
            account: wallet.id,
            kind,
            status: Status::Completed,
            title: title.to_owned(),
            description: parts.note,
            day,
            time,
            amount,
            currency: wallet.currency,
            beneficiary: parts.links.beneficiary,
            card: parts.links.card,
            sale: None,
            transfer: None,
        };
        let transaction = posting::record(tx, owner, &mut ledger, content, now)?;
        posting::notify_if_settled(tx, owner, &ledger, &transaction, now)?;
        let wallet = Account { updated_at: now, ..ledger.wallet()?.clone() };
        Ok(Moved { transaction, wallet })
    })
    .await
}
