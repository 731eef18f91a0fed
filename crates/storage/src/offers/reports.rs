//! Rows of what payment services report.

use domain::ids::{OfferId, SaleId, UserId};
use domain::notifications::topics::Topic;
use domain::payment_reports::{Kind, Reason, Report, State};
use domain::time::Timestamp;

use crate::db::{Conn, DbError, Row, Sql, Tx, params, require, sql};

const COLUMNS: &str = "event_id, kind, created_at, received_at, offer_id, amount, currency, reference, payer, state, \
                       reason, note, sale_id, changed_at";

/// Serializes changes of an account's reports until the transaction ends. Taken after the lock of the offers.
pub fn lock(tx: &mut Tx, owner: UserId) -> Result<(), DbError> {
    tx.lock(&format!("payment-reports:{owner}"))
}

/// Adds a report; returns false if its event was reported before.
pub fn insert(tx: &mut Tx, owner: UserId, row: &Report) -> Result<bool, DbError> {
    let added = tx.execute(
        sql!(
            "INSERT INTO payment_reports (owner_id, event_id, kind, created_at, received_at, offer_id, amount, currency,
                                          reference, payer, state, reason, note, sale_id, changed_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)
             ON CONFLICT (owner_id, event_id) DO NOTHING"
        ),
        params![
            &owner.to_string(),
            &row.event,
            row.kind.as_str(),
            row.created_at.as_millis(),
            row.received_at.as_millis(),
            row.offer.map(|id| id.to_string()),
            row.amount,
            row.currency.as_deref(),
            row.reference.as_deref(),
            row.payer.as_deref(),
            row.state.as_str(),
            row.reason.map(Reason::as_str),
            &row.note,
            row.sale.map(|id| id.to_string()),
            row.changed_at.as_millis(),
        ],
    )?;
    if added == 1 {
        tx.record_change(owner, Topic::Offers);
    }
    Ok(added == 1)
}

/// Writes what has become of a report.
pub fn update(tx: &mut Tx, owner: UserId, row: &Report) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Offers);
    tx.execute(
        sql!(
            "UPDATE payment_reports SET offer_id = ?3, state = ?4, reason = ?5, note = ?6, sale_id = ?7, changed_at = ?8
             WHERE owner_id = ?1 AND event_id = ?2"
        ),
        params![
            &owner.to_string(),
            &row.event,
            row.offer.map(|id| id.to_string()),
            row.state.as_str(),
            row.reason.map(Reason::as_str),
            &row.note,
            row.sale.map(|id| id.to_string()),
            row.changed_at.as_millis(),
        ],
    )?;
    Ok(())
}

pub fn find(conn: &mut Conn, owner: UserId, event: &str) -> Result<Option<Report>, DbError> {
    let text =
        format!("SELECT {COLUMNS} FROM payment_reports WHERE owner_id = ?1 AND event_id = ?2");
    conn.query_opt(&Sql::dynamic(text), params![&owner.to_string(), event], report)
}

/// The reports in one state, the oldest first.
pub fn in_state(
    conn: &mut Conn,
    owner: UserId,
    state: State,
    limit: i64,
) -> Result<Vec<Report>, DbError> {
    let text = format!(
        "SELECT {COLUMNS} FROM payment_reports WHERE owner_id = ?1 AND state = ?2
         ORDER BY received_at, event_id LIMIT ?3"
    );
    conn.query(&Sql::dynamic(text), params![&owner.to_string(), state.as_str(), limit], report)
}

pub fn count_in_state(conn: &mut Conn, owner: UserId, state: State) -> Result<i64, DbError> {
    conn.query_one(
        sql!("SELECT COUNT(*) FROM payment_reports WHERE owner_id = ?1 AND state = ?2"),
        params![&owner.to_string(), state.as_str()],
        |row| row.int(0),
    )
}

/// How many offers have a report that the producer has to look at.
pub fn count_offers_to_look_at(conn: &mut Conn, owner: UserId) -> Result<i64, DbError> {
    conn.query_one(
        sql!(
            "SELECT COUNT(DISTINCT offer_id) FROM payment_reports
             WHERE owner_id = ?1 AND state = 'attention' AND offer_id IS NOT NULL"
        ),
        params![&owner.to_string()],
        |row| row.int(0),
    )
}

/// All reports of an offer, the oldest first.
pub fn of_offer(conn: &mut Conn, owner: UserId, offer: OfferId) -> Result<Vec<Report>, DbError> {
    let text = format!(
        "SELECT {COLUMNS} FROM payment_reports WHERE owner_id = ?1 AND offer_id = ?2
         ORDER BY received_at, event_id"
    );
    conn.query(&Sql::dynamic(text), params![&owner.to_string(), offer.to_string()], report)
}

/// The reports that name a payment by the service's id, the oldest first.
pub fn of_reference(
    conn: &mut Conn,
    owner: UserId,
    reference: &str,
) -> Result<Vec<Report>, DbError> {
    let text = format!(
        "SELECT {COLUMNS} FROM payment_reports WHERE owner_id = ?1 AND reference = ?2
         ORDER BY received_at, event_id"
    );
    conn.query(&Sql::dynamic(text), params![&owner.to_string(), reference], report)
}

/// The newest report, by the time of its arrival.
pub fn newest(conn: &mut Conn, owner: UserId) -> Result<Option<Report>, DbError> {
    let text = format!(
        "SELECT {COLUMNS} FROM payment_reports WHERE owner_id = ?1
         ORDER BY received_at DESC, event_id DESC LIMIT 1"
    );
    conn.query_opt(&Sql::dynamic(text), params![&owner.to_string()], report)
}

/// Reports of all accounts that have been waiting since before this moment.
pub fn waiting_since(
    conn: &mut Conn,
    before: Timestamp,
    limit: i64,
) -> Result<Vec<(UserId, String)>, DbError> {
    conn.query(
        sql!(
            "SELECT owner_id, event_id FROM payment_reports
             WHERE state = 'waiting' AND received_at < ?1 ORDER BY received_at LIMIT ?2"
        ),
        params![before.as_millis(), limit],
        |row| Ok((require(0, UserId::parse(row.text(0)?))?, row.text(1)?.to_owned())),
    )
}

/// Returns a page of all reports, ordered by the id of their event.
pub fn list_after(
    conn: &mut Conn,
    owner: UserId,
    after: &str,
    limit: i64,
) -> Result<Vec<Report>, DbError> {
    let text = format!(
        "SELECT {COLUMNS} FROM payment_reports WHERE owner_id = ?1 AND event_id > ?2
         ORDER BY event_id LIMIT ?3"
    );
    conn.query(&Sql::dynamic(text), params![&owner.to_string(), after, limit], report)
}

/// Removes reports of all accounts that needed nothing and are older than this. Booked and closed ones stay: they are
/// the record of what came in.
pub fn prune(tx: &mut Tx, before: Timestamp) -> Result<u64, DbError> {
    tx.execute(
        sql!("DELETE FROM payment_reports WHERE state = 'noted' AND received_at < ?1"),
        params![before.as_millis()],
    )
}

fn report(row: &Row<'_>) -> Result<Report, DbError> {
    let text = |at: usize| Ok::<_, DbError>(row.opt_text(at)?.map(str::to_owned));
    let moment = |at: usize| Ok::<_, DbError>(Timestamp::from_millis(row.int(at)?));
    Ok(Report {
        event: row.text(0)?.to_owned(),
        kind: require(1, Kind::find(row.text(1)?))?,
        created_at: moment(2)?,
        received_at: moment(3)?,
        offer: row.opt_text(4)?.map(|id| require(4, OfferId::parse(id))).transpose()?,
        amount: row.opt_int(5)?,
        currency: text(6)?,
        reference: text(7)?,
        payer: text(8)?,
        state: require(9, State::find(row.text(9)?))?,
        reason: row.opt_text(10)?.map(|word| require(10, Reason::find(word))).transpose()?,
        note: row.text(11)?.to_owned(),
        sale: row.opt_text(12)?.map(|id| require(12, SaleId::parse(id))).transpose()?,
        changed_at: moment(13)?,
    })
}
