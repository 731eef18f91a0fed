//! Sample data: a new account gets the books of a small studio, so that its screens are not empty. The rows follow the
//! same rules as all others and are marked, so that one call removes exactly them.

mod beats;
mod clearing;
pub mod covers;
pub mod files;
mod licenses;
pub mod script;

use domain::applications::{Application, Status as ApplicationStatus};
use domain::calendar::Zone;
use domain::ids::{
    ApplicationId, BeneficiaryId, DocumentId, NotificationId, SaleId, TransactionId, UserId,
};
use domain::money::Minor;
use domain::money::accounts::{Account, Kind as AccountKind};
use domain::money::transactions::{Content, Kind, Status as TransactionStatus};
use domain::notifications::Notice;
use domain::sales::{Buyer, Content as SaleContent, License, Refund, Sale, Status};
use domain::samples::Noun;
use domain::time::Timestamp;
use storage::db::Tx;
use storage::identity::zones;
use storage::library::documents;
use storage::money::goals as stored_goals;
use storage::notifications::{self, NewNotification};
use storage::operations::jobs::Job;
use storage::operations::samples as marks;
use storage::{applications, clients as stored_clients, sales};

pub(crate) use beats::{SampleBeat, all as all_beats};
pub use clearing::clear;
pub(crate) use licenses::producer;

use self::script::{
    APPLICATIONS, CLIENTS, GOALS, NOTICES, OPENED, REFUNDED_AGO, SALES, SampleAccount,
    TRANSACTIONS, moment,
};
use crate::crypto::{self, Keys};
use crate::money::goals::{self, GoalForm};
use crate::money::ledger::Ledger;
use crate::money::transactions::posting;
use crate::notifications::wording;
use crate::sales::sold_beats;
use crate::{App, Error, Result, clients};

/// Writes the sample rows, in the transaction that creates the account. A job stores the files of the sample beats, so
/// call `App::wake_workers` afterwards.
pub(crate) fn fill_with_samples(
    tx: &mut Tx,
    keys: &Keys,
    owner: UserId,
    beats: &[SampleBeat],
    now: Timestamp,
) -> Result<()> {
    let mut ledger = Ledger::open(tx, owner)?;
    documents::lock(tx, owner)?;
    let zone = zones::find(tx, owner)?;
    let mut writer = SampleWriter { owner, now, zone, marks: Vec::new() };
    let clients = writer.clients(tx, keys)?;
    let beats = writer.beats(tx, beats)?;
    let sold = writer.build_sales(&clients, &beats)?;
    let sales = writer.post_money(tx, &mut ledger, sold, &clients)?;
    writer.goals(tx)?;
    writer.applications(tx)?;
    writer.notifications(tx, &sales, &clients)?;
    Ok(marks::mark(tx, owner, &writer.marks)?)
}

/// Stores the files of an account's sample beats, then all that belongs to their licenses; what exists is left alone.
pub(crate) async fn place(app: &App, job: &Job) -> Result<()> {
    let owner = job.owner_id.as_deref().and_then(UserId::parse);
    let owner = owner.ok_or_else(|| Error::unexpected("a job for sample beats has no owner"))?;
    beats::place(app, owner).await?;
    licenses::place(app, owner, job).await
}

/// Whether any sample row is left.
pub async fn are_there(app: &App, owner: UserId) -> Result<bool> {
    app.read(move |conn| Ok(marks::are_there(conn, owner)?)).await
}

/// Writes the sample rows of one account and collects their marks.
struct SampleWriter {
    owner: UserId,
    now: Timestamp,
    zone: Zone,
    marks: Vec<(Noun, String)>,
}

/// A sample client, for the sales and transactions that refer to it.
struct SampleClient {
    id: BeneficiaryId,
    name: String,
    email: String,
}

impl SampleWriter {
    fn mark(&mut self, noun: Noun, id: impl ToString) {
        self.marks.push((noun, id.to_string()));
    }

    fn clients(&mut self, tx: &mut Tx, keys: &Keys) -> Result<Vec<SampleClient>> {
        let mut known = Vec::new();
        for client in &CLIENTS {
            let at = moment(self.now, client.days_ago, 600);
            let row = clients::new_client(keys, self.owner, client.form(), at)?.row;
            stored_clients::put(tx, self.owner, &row)?;
            self.mark(Noun::Beneficiaries, row.id);
            known.push(SampleClient { id: row.id, name: row.name, email: row.email });
        }
        Ok(known)
    }

    fn beats(&mut self, tx: &mut Tx, beats: &[SampleBeat]) -> Result<Vec<(DocumentId, String)>> {
        let mut known = Vec::new();
        for beat in beats {
            let row = beat.row(self.now)?;
            documents::put(tx, self.owner, &row)?;
            documents::put_waveform(tx, self.owner, row.id, beat.waveform())?;
            self.mark(Noun::Documents, row.id);
            known.push((row.id, row.title));
        }
        beats::queue(tx, self.owner, self.now)?;
        Ok(known)
    }

    /// The sales, oldest first, without their transactions.
    fn build_sales(
        &self,
        clients: &[SampleClient],
        beats: &[(DocumentId, String)],
    ) -> Result<Vec<(Sale, Timestamp)>> {
        let mut sold = Vec::new();
        for sale in &SALES {
            let (client, (beat, title)) = (&clients[sale.client], &beats[sale.beat]);
            let at = moment(self.now, sale.days_ago, sale.minute);
            let buyer = Buyer {
                client: Some(client.id),
                name: client.name.clone(),
                email: Some(client.email.clone()),
            };
            let content = SaleContent {
                title: title.clone(),
                beat: Some(*beat),
                buyer,
                amount: amount(sale.cents)?,
                currency: sale.currency,
                license: sale.license,
                day: self.zone.day_of(at),
                status: sale.status,
                notes: None,
            };
            let id = SaleId::new(at, crypto::random());
            let (created_at, updated_at) = (at, at);
            let made = Sale {
                id,
                number: 0,
                content,
                transaction: None,
                refund: None,
                created_at,
                updated_at,
            };
            sold.push((made, at));
        }
        Ok(sold)
    }

    /// Posts the opening balances and all transactions in order of time, then writes the sales.
    fn post_money(
        &mut self,
        tx: &mut Tx,
        ledger: &mut Ledger,
        sold: Vec<(Sale, Timestamp)>,
        clients: &[SampleClient],
    ) -> Result<Vec<Sale>> {
        let mut moves = self.transactions(ledger, clients)?;
        for (sale, at) in &sold {
            if matches!(sale.content.status, Status::Completed | Status::Refunded) {
                let time = self.zone.time_of(*at);
                let content = crate::sales::transaction_content(ledger, sale, time)?;
                moves.push((content, *at));
            }
            if sale.content.status == Status::Refunded {
                let at = self.refunded_at();
                let local = (self.zone.day_of(at), self.zone.time_of(at));
                let brought_in = &moves[moves.len() - 1].0;
                moves.push((crate::sales::refund_content(brought_in, sale, local), at));
            }
        }
        moves.sort_by_key(|(_, at)| *at);
        let openings = self.openings(ledger, &moves)?;
        let all: Vec<_> = openings.into_iter().chain(moves).collect();
        let named: Vec<_> = all.iter().map(|(content, _)| content.sale).collect();
        let ids = posting::record_all(tx, self.owner, ledger, all, self.now)?;
        let mut own: Vec<(SaleId, TransactionId)> = Vec::new();
        for (sale, id) in named.into_iter().zip(ids) {
            match sale {
                // The transaction of a sale is removed with the sale, so it needs no mark.
                Some(sale) => own.push((sale, id)),
                None => self.mark(Noun::Transactions, id),
            }
        }
        let mut stored = Vec::new();
        for (mut sale, at) in sold {
            sale.number = sales::next_number(tx, self.owner)?;
            // Of a refunded sale, the money came in before it went back.
            let mut ids = own.iter().filter(|(of, _)| *of == sale.id).map(|(_, id)| *id);
            sale.transaction = ids.next();
            let refund = ids.next();
            sale.refund = refund.map(|transaction| Refund { transaction, at: self.refunded_at() });
            if !sales::insert(tx, self.owner, &sale)? {
                return Err(posting::too_much());
            }
            if sale.content.license == License::Exclusive {
                sold_beats::update_status(tx, self.owner, None, Some(&sale), at)?;
            }
            self.mark(Noun::Sales, sale.id);
            stored.push(sale);
        }
        Ok(stored)
    }

    fn refunded_at(&self) -> Timestamp {
        moment(self.now, REFUNDED_AGO, 800)
    }

    fn transactions(
        &self,
        ledger: &Ledger,
        clients: &[SampleClient],
    ) -> Result<Vec<(Content, Timestamp)>> {
        let one = |sample: &script::TransactionPlan| {
            let account = account_of(ledger, sample.account)?;
            let at = moment(self.now, sample.days_ago, sample.minute);
            let content = Content {
                status: sample.status,
                description: sample.description.map(str::to_owned),
                beneficiary: sample.client.map(|at| clients[at].id),
                ..self.content(account, sample.kind, sample.title, sample.cents, at)?
            };
            Ok((crate::money::transactions::forms::check_consistency(content, None)?, at))
        };
        TRANSACTIONS.iter().map(one).collect()
    }

    /// The opening balances. Together with all transactions they give the balances that a new account shows.
    fn openings(
        &self,
        ledger: &Ledger,
        moves: &[(Content, Timestamp)],
    ) -> Result<Vec<(Content, Timestamp)>> {
        let at = moment(self.now, OPENED, 540);
        let mut openings = Vec::new();
        for sample in SampleAccount::ALL {
            let account = account_of(ledger, sample)?;
            let counts = |content: &&Content| {
                content.account == account.id && content.status == TransactionStatus::Completed
            };
            let moved = moves.iter().map(|(content, _)| content).filter(counts);
            let moved: i64 = moved.map(|content| content.amount.get()).sum();
            let cents = sample.shown_balance() - moved;
            openings
                .push((self.content(account, Kind::Deposit, "Opening balance", cents, at)?, at));
        }
        Ok(openings)
    }

    fn goals(&mut self, tx: &mut Tx) -> Result<()> {
        for sample in &GOALS {
            // Relative to the sign-up, so that the goal is not overdue when someone looks first.
            let due = moment(self.now, -sample.days_ahead, 0);
            let form = GoalForm {
                title: Some(sample.title.to_owned()),
                description: None,
                target_amount: Some(sample.target.to_owned()),
                current_amount: None,
                target_date: Some(self.zone.day_of(due).to_string()),
                category: Some(sample.category.to_owned()),
            };
            let mut goal = goals::new_goal(form, self.zone.day_of(self.now), self.now)?;
            goal.current_amount = amount(sample.saved)?;
            stored_goals::put(tx, self.owner, &goal)?;
            self.mark(Noun::Goals, goal.id);
        }
        Ok(())
    }

    fn applications(&mut self, tx: &mut Tx) -> Result<()> {
        for sample in &APPLICATIONS {
            let at = moment(self.now, sample.days_ago, 660);
            let row = Application {
                id: ApplicationId::new(at, crypto::random()),
                kind: sample.kind,
                title: sample.title.to_owned(),
                organization: sample.organization.to_owned(),
                amount: Some(amount(sample.cents)?),
                currency: sample.currency,
                status: sample.status,
                submitted_at: (sample.status != ApplicationStatus::Draft).then_some(at),
                notes: None,
                created_at: at,
                updated_at: at,
            };
            applications::put(tx, self.owner, &row)?;
            self.mark(Noun::Applications, row.id);
        }
        Ok(())
    }

    /// The sample notifications; they ignore the settings, since they show what kinds there are.
    fn notifications(
        &mut self,
        tx: &mut Tx,
        sales: &[Sale],
        clients: &[SampleClient],
    ) -> Result<()> {
        for sample in &NOTICES {
            let at = moment(self.now, sample.days_ago, sample.minute);
            let sale = sample.sale.and_then(|at| wording::sale_settled(&sales[at]));
            let notice = sale.unwrap_or_else(|| {
                let link = match sample.client {
                    Some(at) => format!("{}?client={}", sample.link, clients[at].id),
                    None => sample.link.to_owned(),
                };
                Notice::new(sample.kind, sample.title, sample.message, link)
            });
            let new = NewNotification {
                id: NotificationId::new(at, crypto::random()),
                kind: notice.kind,
                title: &notice.title,
                message: &notice.message,
                link: notice.link.as_deref(),
                is_read: sample.is_read,
                created_at: at,
            };
            notifications::insert(tx, self.owner, &new)?;
            self.mark(Noun::Notifications, new.id);
        }
        Ok(())
    }
}

fn account_of(ledger: &Ledger, sample: SampleAccount) -> Result<&Account> {
    match sample {
        SampleAccount::Wallet => ledger.wallet(),
        SampleAccount::Account(currency) => ledger
            .own_accounts()
            .find(|own| own.kind == AccountKind::Currency && own.currency == currency)
            .ok_or_else(crate::money::ledger::no_account),
    }
}

impl SampleWriter {
    fn content(
        &self,
        account: &Account,
        kind: Kind,
        title: &str,
        cents: i64,
        at: Timestamp,
    ) -> Result<Content> {
        Ok(Content {
            account: account.id,
            kind,
            status: TransactionStatus::Completed,
            title: title.to_owned(),
            description: None,
            day: self.zone.day_of(at),
            time: self.zone.time_of(at),
            amount: amount(cents)?,
            currency: account.currency,
            beneficiary: None,
            card: None,
            sale: None,
            transfer: None,
        })
    }
}

fn amount(cents: i64) -> Result<Minor> {
    Minor::new(cents).ok_or_else(|| Error::unexpected("a sample amount is out of range"))
}
