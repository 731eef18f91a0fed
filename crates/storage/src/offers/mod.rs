//! Rows of offers.

pub mod acceptances;
pub mod codes;
pub mod events;
pub mod lines;
pub mod links;
pub mod list;
pub mod papers;
pub mod refusals;
pub mod reports;
pub mod ways;

use std::collections::BTreeMap;

use domain::calendar::{Day, Zone};
use domain::identity::settings::TIME_ZONE;
use domain::ids::{
    BeneficiaryId, DocumentId, OfferId, SaleId, ShareLinkId, TransactionId, UserId, WayToPayId,
};
use domain::money::{Currency, Minor};
use domain::notifications::topics::Topic;
use domain::offers::{Buyer, Counter, CounterAnswer, Line, Offer, Payment, Source, State};
use domain::time::Timestamp;

use crate::db::{Conn, DbError, Row, Sql, Tx, Value, params, require, sql};
use crate::identity::zones;

/// Take this lock before reading an offer in order to change it, after those of the ledger and the library.
pub fn lock(tx: &mut Tx, owner: UserId) -> Result<(), DbError> {
    tx.lock(&format!("offers:{owner}"))
}

const COLUMNS: &[&str] = &[
    "id",
    "number",
    "state",
    "revision",
    "client_id",
    "buyer_name",
    "buyer_email",
    "currency",
    "total",
    "words",
    "expires_at",
    "ways",
    "remind",
    "source",
    "share_link_id",
    "created_at",
    "updated_at",
    "sent_at",
    "viewed_at",
    "accepted_at",
    "paid_at",
    "delivered_at",
    "closed_at",
    "is_sold_elsewhere",
    "mails_sent",
    "mailed_at",
    "reminded_at",
    "counter_price",
    "counter_reason",
    "counter_at",
    "counter_revision",
    "counter_answer",
    "payment_reference",
    "fee",
    "fee_transaction_id",
    "sale_id",
    "sale_number",
    "events",
    "expires_on",
];

/// The columns of an offer, in the order that `offer` reads them.
pub(super) fn columns() -> String {
    COLUMNS.iter().map(|column| format!("o.{column}")).collect::<Vec<_>>().join(", ")
}

/// Takes the next number. It is never used again, whatever becomes of the offer.
pub fn next_number(tx: &mut Tx, owner: UserId) -> Result<i64, DbError> {
    tx.query_one(
        sql!(
            "UPDATE books SET last_offer = last_offer + 1 WHERE owner_id = ?1 RETURNING last_offer"
        ),
        params![&owner.to_string()],
        |row| row.int(0),
    )
}

/// The next number below zero, for a purchase whose mailbox nobody has proved. The caller holds the lock.
pub fn next_unproved_number(conn: &mut Conn, owner: UserId) -> Result<i64, DbError> {
    conn.query_one(
        sql!("SELECT COALESCE(MIN(number), 0) - 1 FROM offers WHERE owner_id = ?1 AND number < 0"),
        params![&owner.to_string()],
        |row| row.int(0),
    )
}

/// Gives an offer another number. Write the offer afterwards, because its search text contains the number.
pub fn renumber(tx: &mut Tx, owner: UserId, id: OfferId, number: i64) -> Result<(), DbError> {
    tx.execute(
        sql!("UPDATE offers SET number = ?3 WHERE owner_id = ?1 AND id = ?2"),
        params![&owner.to_string(), id.to_string(), number],
    )?;
    Ok(())
}

/// Removes the purchases of all accounts that were begun before a moment and whose mailboxes nobody has proved.
pub fn remove_unproved_before(tx: &mut Tx, before: Timestamp) -> Result<u64, DbError> {
    let old = tx.query(
        sql!("SELECT owner_id, id FROM offers WHERE number < 0 AND created_at < ?1"),
        params![before.as_millis()],
        |row| {
            Ok((
                require(0, UserId::parse(row.text(0)?))?,
                require(1, OfferId::parse(row.text(1)?))?,
            ))
        },
    )?;
    let mut removed = 0;
    for (owner, id) in old {
        remove(tx, owner, id)?;
        removed += 1;
    }
    Ok(removed)
}

pub fn find(conn: &mut Conn, owner: UserId, id: OfferId) -> Result<Option<Offer>, DbError> {
    let text = format!("SELECT {} FROM offers o WHERE o.owner_id = ?1 AND o.id = ?2", columns());
    conn.query_opt(&Sql::dynamic(text), params![&owner.to_string(), id.to_string()], offer)
}

/// Returns the offer that a sale was recorded from.
pub fn of_sale(conn: &mut Conn, owner: UserId, sale: SaleId) -> Result<Option<Offer>, DbError> {
    let text =
        format!("SELECT {} FROM offers o WHERE o.owner_id = ?1 AND o.sale_id = ?2", columns());
    conn.query_opt(&Sql::dynamic(text), params![&owner.to_string(), sale.to_string()], offer)
}

/// The offer whose payment has this reference, other than `but`.
pub fn of_payment(
    conn: &mut Conn,
    owner: UserId,
    reference: &str,
    but: Option<OfferId>,
) -> Result<Option<Offer>, DbError> {
    let text = format!(
        "SELECT {} FROM offers o WHERE o.owner_id = ?1 AND o.payment_reference = ?2 AND o.id <> ?3
         ORDER BY o.number LIMIT 1",
        columns()
    );
    let but = but.map(|id| id.to_string()).unwrap_or_default();
    conn.query_opt(&Sql::dynamic(text), params![&owner.to_string(), reference, but], offer)
}

/// The ids of the offers that these sales were recorded from, with the fees that were deducted from their payments.
pub fn of_sales(
    conn: &mut Conn,
    owner: UserId,
    sales: &[SaleId],
) -> Result<BTreeMap<SaleId, (OfferId, Option<Minor>)>, DbError> {
    if sales.is_empty() {
        return Ok(BTreeMap::new());
    }
    let mut values: Vec<Value<'_>> = vec![owner.to_string().into()];
    values.extend(sales.iter().map(|id| Value::from(id.to_string())));
    let places: Vec<String> = (2..=values.len()).map(|place| format!("?{place}")).collect();
    let text = format!(
        "SELECT sale_id, id, fee FROM offers WHERE owner_id = ?1 AND sale_id IN ({})",
        places.join(", ")
    );
    let found = conn.query(&Sql::dynamic(text), &values, |row| {
        let sale = require(0, SaleId::parse(row.text(0)?))?;
        let fee = row.opt_int(2)?.map(|units| require(2, Minor::new(units))).transpose()?;
        Ok((sale, (require(1, OfferId::parse(row.text(1)?))?, fee)))
    })?;
    Ok(found.into_iter().collect())
}

/// Offers that contain a beat and can still lead to a license.
pub fn open_of_beat(
    conn: &mut Conn,
    owner: UserId,
    beat: DocumentId,
) -> Result<Vec<Offer>, DbError> {
    let text = format!(
        "SELECT {} FROM offers o
         WHERE o.owner_id = ?1 AND o.number > 0
           AND o.state IN ('sent', 'viewed', 'accepted') AND o.id IN (
           SELECT offer_id FROM offer_lines WHERE owner_id = ?1 AND document_id = ?2)
         ORDER BY o.number",
        columns()
    );
    conn.query(&Sql::dynamic(text), params![&owner.to_string(), beat.to_string()], offer)
}

/// The accounts with open offers that expire within a span of time and whose buyers have not been reminded yet, each
/// with its time zone.
pub fn list_owners_to_remind(
    conn: &mut Conn,
    now: Timestamp,
    until: Timestamp,
) -> Result<Vec<(UserId, Zone)>, DbError> {
    conn.query(
        sql!(
            "SELECT DISTINCT o.owner_id, z.value FROM offers o
             LEFT JOIN settings z ON z.owner_id = o.owner_id AND z.key = ?3
             WHERE o.remind = 1 AND o.reminded_at IS NULL AND o.state IN ('sent', 'viewed')
               AND o.expires_at > ?1 AND o.expires_at <= ?2
             ORDER BY o.owner_id"
        ),
        params![now.as_millis(), until.as_millis(), TIME_ZONE],
        |row| Ok((require(0, UserId::parse(row.text(0)?))?, zones::read(row.opt_text(1)?))),
    )
}

/// Open offers of an account that expire within a span of time and whose buyers have not been reminded yet.
pub fn list_to_remind(
    conn: &mut Conn,
    owner: UserId,
    (now, until): (Timestamp, Timestamp),
    limit: i64,
) -> Result<Vec<OfferId>, DbError> {
    conn.query(
        sql!(
            "SELECT id FROM offers
             WHERE owner_id = ?1 AND remind = 1 AND reminded_at IS NULL AND state IN ('sent', 'viewed')
               AND expires_at > ?2 AND expires_at <= ?3
             ORDER BY expires_at LIMIT ?4"
        ),
        params![&owner.to_string(), now.as_millis(), until.as_millis(), limit],
        |row| require(0, OfferId::parse(row.text(0)?)),
    )
}

/// Returns a page of all offers, ordered by number.
pub fn list_after(
    conn: &mut Conn,
    owner: UserId,
    after: i64,
    limit: i64,
) -> Result<Vec<Offer>, DbError> {
    let text = format!(
        "SELECT {} FROM offers o WHERE o.owner_id = ?1 AND o.number > ?2 ORDER BY o.number LIMIT ?3",
        columns()
    );
    conn.query(&Sql::dynamic(text), params![&owner.to_string(), after, limit], offer)
}

/// Inserts the row or replaces it. The search text is built from the offer and its lines.
pub fn put(tx: &mut Tx, owner: UserId, row: &Offer, lines: &[Line]) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Offers);
    let names = COLUMNS.join(", ");
    let places: Vec<String> = (1..=COLUMNS.len() + 2).map(|place| format!("?{place}")).collect();
    let changed = COLUMNS.iter().filter(|column| !["id", "number"].contains(*column));
    let changed: Vec<String> =
        changed.map(|column| format!("{column} = excluded.{column}")).collect();
    let text = format!(
        "INSERT INTO offers ({names}, owner_id, search) VALUES ({})
         ON CONFLICT (owner_id, number) DO UPDATE SET {}, search = excluded.search",
        places.join(", "),
        changed.join(", ")
    );
    let mut values = values(row);
    values.push(owner.to_string().into());
    values.push(row.search_text(lines).into());
    tx.execute(&Sql::dynamic(text), &values)?;
    Ok(())
}

fn values(row: &Offer) -> Vec<Value<'static>> {
    let moment = |at: Option<Timestamp>| at.map(Timestamp::as_millis).into();
    let ways: Vec<String> = row.ways.iter().map(ToString::to_string).collect();
    let counter = row.counter.as_ref();
    let text = |text: Option<&str>| text.map(str::to_owned).into();
    vec![
        row.id.to_string().into(),
        row.number.into(),
        row.stored_state.as_str().into(),
        row.revision.into(),
        row.buyer.client.map(|id| id.to_string()).into(),
        row.buyer.name.clone().into(),
        row.buyer.email.clone().into(),
        row.currency.as_str().into(),
        row.total.get().into(),
        row.words.clone().into(),
        row.expires_at.as_millis().into(),
        ways.join(",").into(),
        i64::from(row.remind).into(),
        row.source.as_str().into(),
        row.share_link.map(|id| id.to_string()).into(),
        row.created_at.as_millis().into(),
        row.updated_at.as_millis().into(),
        moment(row.sent_at),
        moment(row.viewed_at),
        moment(row.accepted_at),
        moment(row.paid_at),
        moment(row.delivered_at),
        moment(row.closed_at),
        i64::from(row.is_sold_elsewhere).into(),
        row.mails_sent.into(),
        moment(row.mailed_at),
        moment(row.reminded_at),
        counter.map(|counter| counter.price.get()).into(),
        text(counter.map(|counter| counter.reason.as_str())),
        moment(counter.map(|counter| counter.at)),
        counter.map(|counter| counter.revision).into(),
        text(counter.and_then(|counter| counter.answer).map(CounterAnswer::as_str)),
        text(row.payment.reference.as_deref()),
        row.payment.fee.map(Minor::get).into(),
        row.payment.fee_transaction.map(|id| id.to_string()).into(),
        row.payment.sale.map(|id| id.to_string()).into(),
        row.payment.sale_number.into(),
        row.events.into(),
        row.expires_on.map(|day| day.to_string()).into(),
    ]
}

pub(super) fn offer(row: &Row<'_>) -> Result<Offer, DbError> {
    let moment = |at: usize| Ok::<_, DbError>(row.opt_int(at)?.map(Timestamp::from_millis));
    let minor =
        |at: usize| row.opt_int(at)?.map(|units| require(at, Minor::new(units))).transpose();
    let counter = match (minor(27)?, moment(29)?, row.opt_int(30)?) {
        (Some(price), Some(at), Some(revision)) => Some(Counter {
            price,
            reason: row.opt_text(28)?.unwrap_or_default().to_owned(),
            at,
            revision,
            answer: row
                .opt_text(31)?
                .map(|word| require(31, CounterAnswer::find(word)))
                .transpose()?,
        }),
        _ => None,
    };
    let ways = row.text(11)?.split(',').filter(|id| !id.is_empty());
    let ways = ways.map(|id| require(11, WayToPayId::parse(id))).collect::<Result<_, _>>()?;
    let id = |at: usize| Ok::<_, DbError>(row.opt_text(at)?.map(str::to_owned));
    Ok(Offer {
        id: require(0, OfferId::parse(row.text(0)?))?,
        number: row.int(1)?,
        stored_state: require(2, State::find(row.text(2)?))?,
        revision: row.int(3)?,
        buyer: Buyer {
            client: id(4)?.map(|id| require(4, BeneficiaryId::parse(&id))).transpose()?,
            name: row.text(5)?.to_owned(),
            email: row.text(6)?.to_owned(),
        },
        currency: require(7, Currency::find(row.text(7)?))?,
        total: require(8, Minor::new(row.int(8)?))?,
        words: row.text(9)?.to_owned(),
        expires_at: Timestamp::from_millis(row.int(10)?),
        ways,
        remind: row.flag(12)?,
        source: require(13, Source::find(row.text(13)?))?,
        share_link: id(14)?.map(|id| require(14, ShareLinkId::parse(&id))).transpose()?,
        created_at: Timestamp::from_millis(row.int(15)?),
        updated_at: Timestamp::from_millis(row.int(16)?),
        sent_at: moment(17)?,
        viewed_at: moment(18)?,
        accepted_at: moment(19)?,
        paid_at: moment(20)?,
        delivered_at: moment(21)?,
        closed_at: moment(22)?,
        is_sold_elsewhere: row.flag(23)?,
        mails_sent: row.int(24)?,
        mailed_at: moment(25)?,
        reminded_at: moment(26)?,
        counter,
        payment: Payment {
            reference: id(32)?,
            fee: minor(33)?,
            fee_transaction: id(34)?
                .map(|id| require(34, TransactionId::parse(&id)))
                .transpose()?,
            sale: id(35)?.map(|id| require(35, SaleId::parse(&id))).transpose()?,
            sale_number: row.opt_int(36)?,
        },
        events: row.int(37)?,
        expires_on: row.opt_text(38)?.map(|day| require(38, Day::read(day))).transpose()?,
    })
}

/// Removes an offer with its lines, links, events and other dependent rows.
pub fn remove(tx: &mut Tx, owner: UserId, id: OfferId) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Offers);
    let (owner, id) = (owner.to_string(), id.to_string());
    for statement in [
        sql!("DELETE FROM offer_lines WHERE owner_id = ?1 AND offer_id = ?2"),
        sql!("DELETE FROM offer_papers WHERE owner_id = ?1 AND offer_id = ?2"),
        sql!("DELETE FROM offer_links WHERE owner_id = ?1 AND offer_id = ?2"),
        sql!("DELETE FROM offer_acceptances WHERE owner_id = ?1 AND offer_id = ?2"),
        sql!("DELETE FROM offer_events WHERE owner_id = ?1 AND offer_id = ?2"),
        sql!("DELETE FROM offer_codes WHERE owner_id = ?1 AND offer_id = ?2"),
        sql!("UPDATE share_messages SET offer_id = NULL WHERE owner_id = ?1 AND offer_id = ?2"),
        sql!("DELETE FROM offers WHERE owner_id = ?1 AND id = ?2"),
    ] {
        tx.execute(statement, params![&owner, &id])?;
    }
    Ok(())
}

/// Clears the reference to a deleted client; the buyer's name and email address stay.
pub fn forget_client(tx: &mut Tx, owner: UserId, client: BeneficiaryId) -> Result<(), DbError> {
    let changed = tx.execute(
        sql!("UPDATE offers SET client_id = NULL WHERE owner_id = ?1 AND client_id = ?2"),
        params![&owner.to_string(), client.to_string()],
    )?;
    if changed > 0 {
        tx.record_change(owner, Topic::Offers);
    }
    Ok(())
}

/// Clears the reference to a deleted beat; its title stays.
pub fn forget_beat(tx: &mut Tx, owner: UserId, beat: DocumentId) -> Result<(), DbError> {
    let changed = tx.execute(
        sql!("UPDATE offer_lines SET document_id = NULL WHERE owner_id = ?1 AND document_id = ?2"),
        params![&owner.to_string(), beat.to_string()],
    )?;
    if changed > 0 {
        tx.record_change(owner, Topic::Offers);
    }
    Ok(())
}

/// Clears the reference to a deleted sale; its number stays.
pub fn forget_sale(tx: &mut Tx, owner: UserId, sale: SaleId) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Offers);
    tx.execute(
        sql!("UPDATE offers SET sale_id = NULL WHERE owner_id = ?1 AND sale_id = ?2"),
        params![&owner.to_string(), sale.to_string()],
    )?;
    Ok(())
}

/// Clears the reference to a deleted link of a share.
pub fn forget_share_link(tx: &mut Tx, owner: UserId, link: ShareLinkId) -> Result<(), DbError> {
    tx.execute(
        sql!("UPDATE offers SET share_link_id = NULL WHERE owner_id = ?1 AND share_link_id = ?2"),
        params![&owner.to_string(), link.to_string()],
    )?;
    Ok(())
}
