//! Clients: listing, adding, changing and removing them. Their bank account numbers are sealed in the database; the
//! account's owner sees them in full, to be able to pay.

pub mod history;
pub mod payments;

use domain::clients::{
    AccountNumber, AccountType, Beneficiary, REQUIRED, Relationship, SortBy, email, line,
};
use domain::error::{Faults, Invalid, required};
use domain::identity::users::profile_text;
use domain::ids::{BeneficiaryId, UserId};
use domain::time::Timestamp;
use storage::clients::{self, Filter, Order};
use storage::db::Tx;
use storage::money::ledger;
use storage::money::links::MAX_CLEARED_PER_WRITE;

use crate::crypto::{self, Keys};
use crate::lists::search_term;
use crate::{Actor, App, Error, Result, quotas};

/// The purpose that account numbers are sealed under.
pub(crate) const NUMBER: &str = "bank account number";

/// A client with the account number unsealed.
#[derive(Clone)]
pub struct Client {
    pub row: Beneficiary,
    pub account_number: String,
}

pub struct Page {
    pub clients: Vec<Client>,
    pub total: i64,
}

/// The filters of a list, as sent.
#[derive(Debug, Default)]
pub struct ListForm {
    pub search: Option<String>,
    /// Comma-separated values.
    pub relationship: Option<String>,
    pub bank_name: Option<String>,
    pub sort: Option<String>,
    pub order: Option<String>,
    pub limit: i64,
    pub offset: i64,
}

impl ListForm {
    pub(crate) fn check(self) -> Result<(Filter, Order), Vec<Invalid>> {
        let mut faults = Faults::default();
        let search = search_term(&mut faults, self.search);
        let relationships =
            faults.take(Relationship::parse_list(&self.relationship.unwrap_or_default()));
        let order = faults.take(order(self.sort.as_deref(), self.order.as_deref()));
        faults.finish()?;
        let bank_name = self.bank_name.map(|text| text.trim().to_owned());
        let filter = Filter {
            search,
            relationships: relationships.unwrap_or_default(),
            bank_name: bank_name.filter(|text| !text.is_empty()),
        };
        Ok((filter, order.unwrap_or(Order::NEWEST)))
    }
}

/// Names start with A; days and revenue with the newest and the highest.
fn order(sort: Option<&str>, order: Option<&str>) -> Result<Order, Invalid> {
    let by = sort.map_or(Ok(SortBy::Date), SortBy::parse)?;
    let descending = match order {
        None => by != SortBy::Name,
        Some("asc") => false,
        Some("desc") => true,
        Some(_) => return Err(Invalid::new("order", "order must be asc or desc")),
    };
    Ok(Order { by, descending })
}

pub async fn list(app: &App, actor: &Actor, form: ListForm) -> Result<Page> {
    let (owner, limit, offset) = (actor.user, form.limit, form.offset);
    let (filter, order) = form.check()?;
    let (rows, total) = app
        .read(move |conn| Ok(clients::list(conn, owner, &filter, order, limit, offset)?))
        .await?;
    let clients = rows.into_iter().map(|row| with_number(&app.keys, owner, row));
    Ok(Page { clients: clients.collect(), total })
}

pub async fn find(app: &App, actor: &Actor, id: BeneficiaryId) -> Result<Client> {
    let owner = actor.user;
    let row = app
        .read(move |conn| Ok(clients::find(conn, owner, id)?))
        .await?
        .ok_or_else(|| Error::missing("client"))?;
    Ok(with_number(&app.keys, owner, row))
}

/// The fields of a new or a changed client. An omitted field keeps its value; an empty text clears an optional one.
#[derive(Default)]
pub struct BeneficiaryForm {
    pub name: Option<String>,
    pub email: Option<String>,
    pub phone: Option<String>,
    pub address: Option<String>,
    pub account_number: Option<String>,
    pub bank_name: Option<String>,
    pub bank_code: Option<String>,
    pub account_type: Option<String>,
    pub relationship: Option<String>,
    pub notes: Option<String>,
}

/// The form with every field parsed.
struct Patch {
    name: Option<String>,
    email: Option<String>,
    phone: Option<Option<String>>,
    address: Option<Option<String>>,
    account_number: Option<AccountNumber>,
    bank_name: Option<String>,
    bank_code: Option<Option<String>>,
    account_type: Option<AccountType>,
    relationship: Option<Relationship>,
    notes: Option<Option<String>>,
}

impl BeneficiaryForm {
    /// Reports empty required fields first; the other rules are only checked on a complete form.
    fn check(self) -> Result<Patch, Vec<Invalid>> {
        let mut faults = Faults::default();
        for (field, sent) in [
            ("name", &self.name),
            ("email", &self.email),
            ("account_number", &self.account_number),
            ("bank_name", &self.bank_name),
        ] {
            if sent.as_ref().is_some_and(|text| text.trim().is_empty()) {
                faults.note(Invalid::new(field, REQUIRED));
            }
        }
        faults.finish()?;
        let mut faults = Faults::default();
        let name = self.name.and_then(|text| faults.take(line("name", &text, 120)));
        let email = self.email.and_then(|text| faults.take(email(&text)));
        let account_number =
            self.account_number.and_then(|text| faults.take(AccountNumber::parse(&text)));
        let bank_name = self.bank_name.and_then(|text| faults.take(line("bank_name", &text, 120)));
        let mut text = |field, sent: Option<String>, most| {
            sent.and_then(|text| faults.take(profile_text(field, &text, most)))
        };
        let phone = text("phone", self.phone, 40);
        let address = text("address", self.address, 500);
        let bank_code = text("bank_code", self.bank_code, 40);
        let notes = text("notes", self.notes, 2000);
        let account_type = self.account_type.filter(|text| !text.is_empty());
        let account_type = account_type.and_then(|text| faults.take(AccountType::parse(&text)));
        let relationship = self.relationship.filter(|text| !text.is_empty());
        let relationship = relationship.and_then(|text| faults.take(Relationship::parse(&text)));
        faults.finish()?;
        Ok(Patch {
            name,
            email,
            phone,
            address,
            account_number,
            bank_name,
            bank_code,
            account_type,
            relationship,
            notes,
        })
    }

    /// Fills omitted required fields with an empty text, so that `check` reports them for a new client.
    fn with_required(mut self) -> Self {
        for needed in
            [&mut self.name, &mut self.email, &mut self.account_number, &mut self.bank_name]
        {
            needed.get_or_insert_default();
        }
        self
    }
}

/// A new client, and an earlier one with the same e-mail address, if there is one.
pub struct Added {
    pub client: Client,
    pub like: Option<(BeneficiaryId, String)>,
}

pub async fn add(app: &App, actor: &Actor, form: BeneficiaryForm) -> Result<Added> {
    let (owner, client) = (actor.user, new_client(&app.keys, actor.user, form, app.now())?);
    let row = client.row.clone();
    let like = app
        .write(move |tx| {
            clients::lock_additions(tx, owner)?;
            quotas::check_clients(tx, owner)?;
            let like = clients::find_by_email(tx, owner, &row.email)?;
            clients::put(tx, owner, &row)?;
            Ok(like)
        })
        .await?;
    Ok(Added { client, like })
}

/// The client that a form describes, ready to be stored.
pub(crate) fn new_client(
    keys: &Keys,
    owner: UserId,
    form: BeneficiaryForm,
    now: Timestamp,
) -> Result<Client> {
    let patch = form.with_required().check()?;
    let id = BeneficiaryId::new(now, crypto::random());
    let (name, email, number, bank_name) =
        required((patch.name, patch.email, patch.account_number, patch.bank_name))?;
    let number = number.expose().to_owned();
    let row = Beneficiary {
        id,
        name,
        email,
        phone: patch.phone.flatten(),
        address: patch.address.flatten(),
        sealed_number: seal_number(keys, owner, id, &number),
        bank_name,
        bank_code: patch.bank_code.flatten(),
        account_type: patch.account_type.unwrap_or(AccountType::Checking),
        relationship: patch.relationship.unwrap_or(Relationship::Other),
        notes: patch.notes.flatten(),
        created_at: now,
        updated_at: now,
    };
    Ok(Client { row, account_number: number })
}

pub async fn update(
    app: &App,
    actor: &Actor,
    id: BeneficiaryId,
    form: BeneficiaryForm,
) -> Result<Client> {
    let (owner, id, now, keys) = (actor.user, id, app.now(), app.keys.clone());
    let patch = form.check()?;
    app.write(move |tx| {
        clients::lock(tx, owner)?;
        let old = clients::find(tx, owner, id)?.ok_or_else(|| Error::missing("client"))?;
        let number = patch.account_number.as_ref();
        let row = Beneficiary {
            id,
            name: patch.name.unwrap_or(old.name),
            email: patch.email.unwrap_or(old.email),
            phone: patch.phone.unwrap_or(old.phone),
            address: patch.address.unwrap_or(old.address),
            sealed_number: number
                .map_or(old.sealed_number, |number| seal_number(&keys, owner, id, number.expose())),
            bank_name: patch.bank_name.unwrap_or(old.bank_name),
            bank_code: patch.bank_code.unwrap_or(old.bank_code),
            account_type: patch.account_type.unwrap_or(old.account_type),
            relationship: patch.relationship.unwrap_or(old.relationship),
            notes: patch.notes.unwrap_or(old.notes),
            created_at: old.created_at,
            updated_at: now,
        };
        clients::put(tx, owner, &row)?;
        Ok(with_number(&keys, owner, row))
    })
    .await
}

/// Removes a client. Sales and transactions that refer to it stay and lose the reference, in batches of
/// `LET_GO_AT_ONCE`; the client goes with the last batch.
pub async fn remove(app: &App, actor: &Actor, id: BeneficiaryId) -> Result<()> {
    let owner = actor.user;
    let step = move |tx: &mut Tx| {
        // The locks keep a concurrent change, which has already read the client, from writing it back.
        ledger::lock(tx, owner)?;
        clients::lock(tx, owner)?;
        if clients::find(tx, owner, id)?.is_none() {
            return Err(Error::missing("client"));
        }
        let is_free = storage::money::links::forget_client(tx, owner, id, MAX_CLEARED_PER_WRITE)?;
        if is_free {
            clients::remove(tx, owner, id)?;
        }
        Ok(is_free)
    };
    while !app.write(step).await? {}
    Ok(())
}

fn seal_number(keys: &Keys, owner: UserId, id: BeneficiaryId, number: &str) -> Vec<u8> {
    keys.seal_row(NUMBER, owner, id.as_bytes(), number.as_bytes())
}

/// The client with its account number unsealed. The number is empty if it cannot be opened, for example after a key
/// was lost: one such row must not break the whole list, and its owner can enter the number again.
pub(crate) fn with_number(keys: &Keys, owner: UserId, row: Beneficiary) -> Client {
    let number = keys.open_row(NUMBER, owner, row.id.as_bytes(), &row.sealed_number).ok();
    let number = number.and_then(|number| String::from_utf8(number.to_vec()).ok());
    if number.is_none() {
        tracing::error!(%owner, client = %row.id, "a client's account number does not open");
    }
    Client { row, account_number: number.unwrap_or_default() }
}
