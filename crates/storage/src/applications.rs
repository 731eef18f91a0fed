//! Rows of applications, newest first.

use domain::applications::{Application, Kind, Status, Tally};
use domain::ids::{ApplicationId, UserId};
use domain::money::{Currency, Minor};
use domain::notifications::topics::Topic;
use domain::text::folding::folded;
use domain::text::trigrams::like_pattern;
use domain::time::Timestamp;

use crate::db::{Conn, DbError, Row, Sql, Tx, Value, params, require, sql};

/// The filter of a list; an empty field does not narrow it.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    pub kinds: Vec<Kind>,
    pub statuses: Vec<Status>,
    pub search: Option<String>,
}

const COLUMNS: &str = "id, type, title, organization, amount, currency, status, submitted_at, notes, \
                       created_at, updated_at";

/// Take this lock before reading an application in order to change it. It is held until the transaction ends.
pub fn lock(tx: &mut Tx, owner: UserId) -> Result<(), DbError> {
    tx.lock(&format!("applications:{owner}"))
}

pub fn list(
    conn: &mut Conn,
    owner: UserId,
    filter: &Filter,
    limit: i64,
    offset: i64,
) -> Result<(Vec<Application>, i64), DbError> {
    conn.snapshot()?;
    let (conditions, mut values) = filter.conditions(owner);
    let count = Sql::dynamic(format!("SELECT COUNT(*) FROM applications WHERE {conditions}"));
    let total = conn.query_one(&count, &values, |row| row.int(0))?;
    values.extend([limit.into(), offset.into()]);
    let page = Sql::dynamic(format!(
        "SELECT {COLUMNS} FROM applications WHERE {conditions}
         ORDER BY id DESC LIMIT ?{} OFFSET ?{}",
        values.len() - 1,
        values.len(),
    ));
    Ok((conn.query(&page, &values, application)?, total))
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
        // These words come from enums, not from user input.
        let quoted = |words: Vec<&str>| format!("'{}'", words.join("', '"));
        if !self.kinds.is_empty() {
            let kinds = quoted(self.kinds.iter().map(|kind| kind.as_str()).collect());
            text.push_str(&format!(" AND type IN ({kinds})"));
        }
        if !self.statuses.is_empty() {
            let statuses = quoted(self.statuses.iter().map(|status| status.as_str()).collect());
            text.push_str(&format!(" AND status IN ({statuses})"));
        }
        (text, values)
    }
}

pub fn count(conn: &mut Conn, owner: UserId) -> Result<i64, DbError> {
    conn.query_one(
        sql!("SELECT COUNT(*) FROM applications WHERE owner_id = ?1"),
        params![&owner.to_string()],
        |row| row.int(0),
    )
}

/// The counts and sums of every combination of type, status and currency that occurs.
pub fn tallies(conn: &mut Conn, owner: UserId) -> Result<Vec<Tally>, DbError> {
    conn.query(
        sql!(
            "SELECT type, status, currency, COUNT(*), CAST(COALESCE(SUM(amount), 0) AS BIGINT)
             FROM applications WHERE owner_id = ?1 GROUP BY type, status, currency"
        ),
        params![&owner.to_string()],
        |row| {
            Ok(Tally {
                kind: require(0, Kind::find(row.text(0)?))?,
                status: require(1, Status::find(row.text(1)?))?,
                currency: require(2, Currency::find(row.text(2)?))?,
                count: row.int(3)?,
                amount: row.int(4)?,
            })
        },
    )
}

pub fn find(
    conn: &mut Conn,
    owner: UserId,
    id: ApplicationId,
) -> Result<Option<Application>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT id, type, title, organization, amount, currency, status, submitted_at, notes,
                    created_at, updated_at
             FROM applications WHERE owner_id = ?1 AND id = ?2"
        ),
        params![&owner.to_string(), &id.to_string()],
        application,
    )
}

/// Inserts the row or replaces it.
pub fn put(tx: &mut Tx, owner: UserId, row: &Application) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Applications);
    let search = folded(&format!("{}\n{}", row.title, row.organization));
    tx.execute(
        sql!(
            "INSERT INTO applications
               (owner_id, id, type, title, organization, amount, currency, status, submitted_at,
                notes, created_at, updated_at, search)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
             ON CONFLICT (owner_id, id) DO UPDATE SET
               type = excluded.type, title = excluded.title,
               organization = excluded.organization, amount = excluded.amount,
               currency = excluded.currency, status = excluded.status,
               submitted_at = excluded.submitted_at, notes = excluded.notes,
               updated_at = excluded.updated_at, search = excluded.search"
        ),
        params![
            &owner.to_string(),
            &row.id.to_string(),
            row.kind.as_str(),
            &row.title,
            &row.organization,
            row.amount.map(Minor::get),
            row.currency.as_str(),
            row.status.as_str(),
            row.submitted_at.map(Timestamp::as_millis),
            &row.notes,
            row.created_at.as_millis(),
            row.updated_at.as_millis(),
            search,
        ],
    )?;
    Ok(())
}

pub fn remove(tx: &mut Tx, owner: UserId, id: ApplicationId) -> Result<bool, DbError> {
    tx.record_change(owner, Topic::Applications);
    let gone = tx.execute(
        sql!("DELETE FROM applications WHERE owner_id = ?1 AND id = ?2"),
        params![&owner.to_string(), &id.to_string()],
    )?;
    Ok(gone == 1)
}

fn application(row: &Row<'_>) -> Result<Application, DbError> {
    let amount = row.opt_int(4)?.map(|minor| require(4, Minor::new(minor))).transpose()?;
    Ok(Application {
        id: require(0, ApplicationId::parse(row.text(0)?))?,
        kind: require(1, Kind::find(row.text(1)?))?,
        title: row.text(2)?.to_owned(),
        organization: row.text(3)?.to_owned(),
        amount,
        currency: require(5, Currency::find(row.text(5)?))?,
        status: require(6, Status::find(row.text(6)?))?,
        submitted_at: row.opt_int(7)?.map(Timestamp::from_millis),
        notes: row.opt_text(8)?.map(str::to_owned),
        created_at: Timestamp::from_millis(row.int(9)?),
        updated_at: Timestamp::from_millis(row.int(10)?),
    })
}
