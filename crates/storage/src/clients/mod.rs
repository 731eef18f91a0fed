//! Rows of clients and other recipients of money; their account numbers are sealed.

pub mod history;

use std::collections::{BTreeMap, BTreeSet};

use domain::clients::{AccountType, Beneficiary, Relationship, SortBy};
use domain::ids::{BeneficiaryId, UserId};
use domain::notifications::topics::Topic;
use domain::text::folding::folded;
use domain::text::trigrams::like_pattern;
use domain::time::Timestamp;

use crate::db::{Conn, DbError, Row, Sql, Tx, Value, params, require, sql};
use crate::lists::searched_items::{self, Item};

/// The filter of a list; an empty field does not narrow it.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// A part of the name or of the email address.
    pub search: Option<String>,
    pub relationships: Vec<Relationship>,
    pub bank_name: Option<String>,
}

/// The order of a list.
#[derive(Debug, Clone, Copy)]
pub struct Order {
    pub by: SortBy,
    pub descending: bool,
}

impl Order {
    pub const NEWEST: Self = Self { by: SortBy::Date, descending: true };

    /// Clients with the same name or revenue are sorted by id.
    fn columns(self) -> String {
        let direction = if self.descending { "DESC" } else { "ASC" };
        match self.by {
            SortBy::Date => format!("id {direction}"),
            SortBy::Name => format!("name_key {direction}, id {direction}"),
            SortBy::Revenue => format!("revenue {direction}, id {direction}"),
        }
    }
}

const COLUMNS: &str = "id, name, email, phone, address, account_number, bank_name, bank_code, \
                       account_type, relationship, notes, created_at, updated_at";

/// Take this lock before reading a client in order to change it. It is held until the transaction ends.
pub fn lock(tx: &mut Tx, owner: UserId) -> Result<(), DbError> {
    tx.lock(&format!("beneficiaries:{owner}"))
}

pub fn list(
    conn: &mut Conn,
    owner: UserId,
    filter: &Filter,
    order: Order,
    limit: i64,
    offset: i64,
) -> Result<(Vec<Beneficiary>, i64), DbError> {
    conn.snapshot()?;
    let (conditions, mut values) = filter.conditions(owner);
    let count = Sql::dynamic(format!("SELECT COUNT(*) FROM beneficiaries WHERE {conditions}"));
    let total = conn.query_one(&count, &values, |row| row.int(0))?;
    values.extend([limit.into(), offset.into()]);
    let page = Sql::dynamic(format!(
        "SELECT {COLUMNS} FROM beneficiaries WHERE {conditions}
         ORDER BY {} LIMIT ?{} OFFSET ?{}",
        order.columns(),
        values.len() - 1,
        values.len(),
    ));
    Ok((conn.query(&page, &values, beneficiary)?, total))
}

pub fn count(conn: &mut Conn, owner: UserId) -> Result<i64, DbError> {
    conn.query_one(
        sql!("SELECT COUNT(*) FROM beneficiaries WHERE owner_id = ?1"),
        params![&owner.to_string()],
        |row| row.int(0),
    )
}

/// The oldest client with this email address, in any letter case.
pub fn find_by_email(
    conn: &mut Conn,
    owner: UserId,
    email: &str,
) -> Result<Option<(BeneficiaryId, String)>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT id, name FROM beneficiaries
             WHERE owner_id = ?1 AND lower(email) = lower(?2) ORDER BY id LIMIT 1"
        ),
        params![&owner.to_string(), email],
        |row| Ok((require(0, BeneficiaryId::parse(row.text(0)?))?, row.text(1)?.to_owned())),
    )
}

/// Take this lock before counting clients in order to add one. It is held until the transaction ends.
pub fn lock_additions(tx: &mut Tx, owner: UserId) -> Result<(), DbError> {
    tx.lock(&format!("clients:{owner}"))
}

/// Writes the stored revenue of a client after its sales totals have changed. Does nothing if the buyer is not a
/// client.
pub(crate) fn update_revenue(tx: &mut Tx, owner: &str, buyer: &str) -> Result<(), DbError> {
    tx.execute(
        sql!(
            "UPDATE beneficiaries SET revenue = COALESCE((
               SELECT MAX(amount) FROM sale_buyer_totals
               WHERE owner_id = ?1 AND grain = 'all' AND period = '' AND buyer = ?2), 0)
             WHERE owner_id = ?1 AND id = ?2"
        ),
        params![owner, buyer],
    )?;
    Ok(())
}

/// The rows after a cursor, newest first, for reading all of them in pages.
pub fn list_after(
    conn: &mut Conn,
    owner: UserId,
    filter: &Filter,
    after: Option<BeneficiaryId>,
    limit: i64,
) -> Result<Vec<Beneficiary>, DbError> {
    let (mut conditions, mut values) = filter.conditions(owner);
    if let Some(after) = after {
        values.push(after.to_string().into());
        conditions.push_str(&format!(" AND id < ?{}", values.len()));
    }
    values.push(limit.into());
    let page = Sql::dynamic(format!(
        "SELECT {COLUMNS} FROM beneficiaries WHERE {conditions} ORDER BY id DESC LIMIT ?{}",
        values.len(),
    ));
    conn.query(&page, &values, beneficiary)
}

/// The names of these clients; deleted ones are left out.
pub fn names(
    conn: &mut Conn,
    owner: UserId,
    ids: &BTreeSet<BeneficiaryId>,
) -> Result<BTreeMap<BeneficiaryId, String>, DbError> {
    if ids.is_empty() {
        return Ok(BTreeMap::new());
    }
    let mut values: Vec<Value<'static>> = vec![owner.to_string().into()];
    values.extend(ids.iter().map(|id| Value::from(id.to_string())));
    let places: Vec<String> = (2..=values.len()).map(|place| format!("?{place}")).collect();
    let named = Sql::dynamic(format!(
        "SELECT id, name FROM beneficiaries WHERE owner_id = ?1 AND id IN ({})",
        places.join(", "),
    ));
    let pairs = conn.query(&named, &values, |row| {
        let reason = || DbError::Decode { column: 0, reason: "not an id".to_owned() };
        let id = BeneficiaryId::parse(row.text(0)?).ok_or_else(reason)?;
        Ok((id, row.text(1)?.to_owned()))
    })?;
    Ok(pairs.into_iter().collect())
}

impl Filter {
    /// The WHERE condition. User input goes into the parameters only.
    fn conditions(&self, owner: UserId) -> (String, Vec<Value<'static>>) {
        let mut values: Vec<Value<'static>> = vec![owner.to_string().into()];
        let mut text = String::from("owner_id = ?1");
        if let Some(term) = &self.search {
            values.push(like_pattern(term).into());
            text.push_str(&format!(r" AND search LIKE ?{} ESCAPE '\'", values.len()));
        }
        if let Some(bank) = &self.bank_name {
            values.push(bank.to_lowercase().into());
            text.push_str(&format!(" AND bank_key = ?{}", values.len()));
        }
        if !self.relationships.is_empty() {
            let mut places = Vec::new();
            for relationship in &self.relationships {
                values.push(relationship.as_str().into());
                places.push(format!("?{}", values.len()));
            }
            text.push_str(&format!(" AND relationship IN ({})", places.join(", ")));
        }
        (text, values)
    }
}

pub fn find(
    conn: &mut Conn,
    owner: UserId,
    id: BeneficiaryId,
) -> Result<Option<Beneficiary>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT id, name, email, phone, address, account_number, bank_name, bank_code,
                    account_type, relationship, notes, created_at, updated_at
             FROM beneficiaries WHERE owner_id = ?1 AND id = ?2"
        ),
        params![&owner.to_string(), &id.to_string()],
        beneficiary,
    )
}

/// Inserts the row or replaces it.
pub fn put(tx: &mut Tx, owner: UserId, row: &Beneficiary) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Beneficiaries);
    // Folded here, because the two engines treat lower case beyond ASCII and accents differently.
    let search = folded(&format!("{}\n{}", row.name, row.email));
    searched_items::index(tx, Item::Client, owner, &row.id.to_string(), &search)?;
    tx.execute(
        sql!(
            "INSERT INTO beneficiaries
               (owner_id, id, name, email, phone, address, account_number, bank_name, bank_code,
                account_type, relationship, notes, created_at, updated_at, search, bank_key,
                name_key)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)
             ON CONFLICT (owner_id, id) DO UPDATE SET
               name = excluded.name, email = excluded.email, phone = excluded.phone,
               address = excluded.address, account_number = excluded.account_number,
               bank_name = excluded.bank_name, bank_code = excluded.bank_code,
               account_type = excluded.account_type, relationship = excluded.relationship,
               notes = excluded.notes, updated_at = excluded.updated_at,
               search = excluded.search, bank_key = excluded.bank_key,
               name_key = excluded.name_key"
        ),
        params![
            &owner.to_string(),
            &row.id.to_string(),
            &row.name,
            &row.email,
            &row.phone,
            &row.address,
            row.sealed_number.as_slice(),
            &row.bank_name,
            &row.bank_code,
            row.account_type.as_str(),
            row.relationship.as_str(),
            &row.notes,
            row.created_at.as_millis(),
            row.updated_at.as_millis(),
            search,
            row.bank_name.to_lowercase(),
            folded(&row.name),
        ],
    )?;
    Ok(())
}

pub fn remove(tx: &mut Tx, owner: UserId, id: BeneficiaryId) -> Result<bool, DbError> {
    tx.record_change(owner, Topic::Beneficiaries);
    let gone = tx.execute(
        sql!("DELETE FROM beneficiaries WHERE owner_id = ?1 AND id = ?2"),
        params![&owner.to_string(), &id.to_string()],
    )?;
    Ok(gone == 1)
}

fn beneficiary(row: &Row<'_>) -> Result<Beneficiary, DbError> {
    let unreadable = |column, reason: &str| DbError::Decode { column, reason: reason.to_owned() };
    let text = |at: usize| Ok::<_, DbError>(row.opt_text(at)?.map(str::to_owned));
    Ok(Beneficiary {
        id: BeneficiaryId::parse(row.text(0)?).ok_or_else(|| unreadable(0, "not an id"))?,
        name: row.text(1)?.to_owned(),
        email: row.text(2)?.to_owned(),
        phone: text(3)?,
        address: text(4)?,
        sealed_number: row.blob(5)?.to_vec(),
        bank_name: row.text(6)?.to_owned(),
        bank_code: text(7)?,
        account_type: AccountType::find(row.text(8)?)
            .ok_or_else(|| unreadable(8, "not an account type"))?,
        relationship: Relationship::find(row.text(9)?)
            .ok_or_else(|| unreadable(9, "not a relationship"))?,
        notes: text(10)?,
        created_at: Timestamp::from_millis(row.int(11)?),
        updated_at: Timestamp::from_millis(row.int(12)?),
    })
}
