//! Rows of issued licenses. Writing a license here also updates the totals and the search index. The granted terms are
//! written once; later only the state, the usage and the references to deleted rows change.

use std::collections::{BTreeMap, BTreeSet};

use domain::calendar::Day;
use domain::ids::{BeneficiaryId, DocumentId, LicenseId, LicenseKindId, SaleId, UserId};
use domain::licenses::fields::Buyer;
use domain::licenses::issued::{
    Contract, Ended, Grant, Level, License, LicenseRef, PaidBy, State, Usage,
};
use domain::licenses::terms::Use;
use domain::money::{Currency, Minor};
use domain::notifications::topics::Topic;
use domain::sales::License as Tier;
use domain::time::Timestamp;

use crate::db::{Conn, DbError, Row, Sql, Tx, Value, many_rows, params, require, sql};
use crate::deliveries;
use crate::licenses::totals;
use crate::lists::text_index::{self, Index};

/// The columns of a license, in the order in which [`license`] reads and [`columns`] writes them.
macro_rules! selected {
    () => {
        "number, id, state, kind_id, kind, tier, document_id, title, client_id, buyer_name, buyer_alias, \
         buyer_email, buyer_address, buyer_country, price, currency, sale_id, sale_number, issued_at, \
         starts_on, expires_on, ended_at, ended_reason, upgraded_from, upgraded_from_number, \
         superseded_by, superseded_by_number, text_version, text_hash, contract_size, contract_pages, \
         contract_sha256, terms, usage, cap_level, is_recorded, events, head"
    };
}
pub(crate) use selected;

/// The number of columns in `selected`.
pub(crate) const SELECTED: usize = 38;

/// The number that the next license gets.
pub fn coming_number(conn: &mut Conn, owner: UserId) -> Result<i64, DbError> {
    conn.query_one(
        sql!("SELECT last_license + 1 FROM books WHERE owner_id = ?1"),
        params![&owner.to_string()],
        |row| row.int(0),
    )
}

/// Takes the next number. It is never used again, whatever becomes of the license.
pub fn next_number(tx: &mut Tx, owner: UserId) -> Result<i64, DbError> {
    next_numbers(tx, owner, 1)
}

/// Takes `count` consecutive numbers and returns the first.
pub fn next_numbers(tx: &mut Tx, owner: UserId, count: i64) -> Result<i64, DbError> {
    tx.query_one(
        sql!(
            "UPDATE books SET last_license = last_license + ?2 WHERE owner_id = ?1
             RETURNING last_license - ?2 + 1"
        ),
        params![&owner.to_string(), count],
        |row| row.int(0),
    )
}

pub fn find(conn: &mut Conn, owner: UserId, id: LicenseId) -> Result<Option<License>, DbError> {
    conn.query_opt(
        sql!(concat!("SELECT ", selected!(), " FROM licenses WHERE owner_id = ?1 AND id = ?2")),
        params![&owner.to_string(), id.to_string()],
        license,
    )
}

/// Licenses after a number, in the order of their numbers.
pub fn list_after(
    conn: &mut Conn,
    owner: UserId,
    after: i64,
    limit: i64,
) -> Result<Vec<License>, DbError> {
    conn.query(
        sql!(concat!(
            "SELECT ",
            selected!(),
            " FROM licenses WHERE owner_id = ?1 AND number > ?2 ORDER BY number LIMIT ?3"
        )),
        params![&owner.to_string(), after, limit],
        license,
    )
}

/// The licenses of a beat that are in force, the oldest first.
pub fn in_force_of_beat(
    conn: &mut Conn,
    owner: UserId,
    beat: DocumentId,
    today: Day,
) -> Result<Vec<License>, DbError> {
    conn.query(
        sql!(concat!(
            "SELECT ",
            selected!(),
            " FROM licenses WHERE owner_id = ?1 AND document_id = ?2 AND state = 'active'
                AND (expires_on IS NULL OR expires_on >= ?3) ORDER BY number"
        )),
        params![&owner.to_string(), beat.to_string(), today.to_string()],
        license,
    )
}

/// The number of licenses of a beat that are in force.
pub fn count_in_force_of_beat(
    conn: &mut Conn,
    owner: UserId,
    beat: DocumentId,
    today: Day,
) -> Result<i64, DbError> {
    conn.query_one(
        sql!(
            "SELECT COUNT(*) FROM licenses WHERE owner_id = ?1 AND document_id = ?2
               AND state = 'active' AND (expires_on IS NULL OR expires_on >= ?3)"
        ),
        params![&owner.to_string(), beat.to_string(), today.to_string()],
        |row| row.int(0),
    )
}

/// The exclusive license of a beat that is in force.
pub fn exclusive_of_beat(
    conn: &mut Conn,
    owner: UserId,
    beat: DocumentId,
    today: Day,
) -> Result<Option<License>, DbError> {
    conn.query_opt(
        sql!(concat!(
            "SELECT ",
            selected!(),
            " FROM licenses WHERE owner_id = ?1 AND document_id = ?2 AND tier = 'exclusive'
                AND state = 'active' AND (expires_on IS NULL OR expires_on >= ?3)"
        )),
        params![&owner.to_string(), beat.to_string(), today.to_string()],
        license,
    )
}

/// The licenses that belong to a sale, the newest first.
pub fn of_sale(conn: &mut Conn, owner: UserId, sale: SaleId) -> Result<Vec<License>, DbError> {
    conn.query(
        sql!(concat!(
            "SELECT ",
            selected!(),
            " FROM licenses WHERE owner_id = ?1 AND sale_id = ?2 ORDER BY number DESC"
        )),
        params![&owner.to_string(), sale.to_string()],
        license,
    )
}

/// The newest license of each of these sales that has one.
pub fn ids_of_sales(
    conn: &mut Conn,
    owner: UserId,
    sales: &[SaleId],
) -> Result<BTreeMap<SaleId, LicenseId>, DbError> {
    if sales.is_empty() {
        return Ok(BTreeMap::new());
    }
    let mut values: Vec<Value<'_>> = vec![owner.to_string().into()];
    values.extend(sales.iter().map(|id| Value::from(id.to_string())));
    let places: Vec<String> = (2..=values.len()).map(|place| format!("?{place}")).collect();
    let text = format!(
        "SELECT sale_id, id FROM licenses WHERE owner_id = ?1 AND sale_id IN ({}) ORDER BY number",
        places.join(", ")
    );
    let found = conn.query(&Sql::dynamic(text), &values, |row| {
        let sale = require(0, SaleId::parse(row.text(0)?))?;
        Ok((sale, require(1, LicenseId::parse(row.text(1)?))?))
    })?;
    Ok(found.into_iter().collect())
}

/// Licenses that are stored as active although their last day is past.
pub fn list_late(
    conn: &mut Conn,
    owner: UserId,
    today: Day,
    limit: i64,
) -> Result<Vec<License>, DbError> {
    conn.query(
        sql!(concat!(
            "SELECT ",
            selected!(),
            " FROM licenses WHERE owner_id = ?1 AND state = 'active' AND expires_on < ?2
              ORDER BY expires_on, number LIMIT ?3"
        )),
        params![&owner.to_string(), today.to_string(), limit],
        license,
    )
}

/// The exclusive licenses of a beat that are stored as active although their last day is past.
pub fn late_exclusives_of_beat(
    conn: &mut Conn,
    owner: UserId,
    beat: DocumentId,
    today: Day,
) -> Result<Vec<License>, DbError> {
    conn.query(
        sql!(concat!(
            "SELECT ",
            selected!(),
            " FROM licenses WHERE owner_id = ?1 AND document_id = ?2 AND tier = 'exclusive'
                AND state = 'active' AND expires_on < ?3 ORDER BY number"
        )),
        params![&owner.to_string(), beat.to_string(), today.to_string()],
        license,
    )
}

/// Active licenses whose last day is within a span of days and for which no reminder was sent, ordered by the last day.
/// The subject of such a reminder is `subject` followed by the license's id.
pub fn list_unreminded(
    conn: &mut Conn,
    owner: UserId,
    span: (Day, Day),
    subject: &str,
    limit: i64,
) -> Result<Vec<License>, DbError> {
    conn.query(
        sql!(concat!(
            "SELECT ",
            selected!(),
            " FROM licenses WHERE owner_id = ?1 AND state = 'active'
                AND expires_on >= ?2 AND expires_on <= ?3 AND NOT EXISTS (
                  SELECT 1 FROM reminders r WHERE r.owner_id = ?1 AND r.subject = ?4 || licenses.id
                    AND r.due_on = licenses.expires_on)
              ORDER BY expires_on, number LIMIT ?5"
        )),
        params![&owner.to_string(), span.0.to_string(), span.1.to_string(), subject, limit],
        license,
    )
}

/// Whether any license refers to this version of a kind's contract text.
pub fn names_text(
    conn: &mut Conn,
    owner: UserId,
    kind: LicenseKindId,
    version: i64,
) -> Result<bool, DbError> {
    let found = conn.query_opt(
        sql!(
            "SELECT 1 FROM licenses WHERE owner_id = ?1 AND kind_id = ?2 AND text_version = ?3
             LIMIT 1"
        ),
        params![&owner.to_string(), kind.to_string(), version],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

pub fn insert(tx: &mut Tx, owner: UserId, new: &License) -> Result<(), DbError> {
    insert_all(tx, owner, std::slice::from_ref(new))
}

pub fn insert_all(tx: &mut Tx, owner: UserId, new: &[License]) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Licenses);
    let rows = new.iter().map(|license| columns(owner, license)).collect::<Result<Vec<_>, _>>()?;
    many_rows::insert(tx, concat!("licenses (owner_id, search, ", selected!(), ")"), rows)?;
    let book = text_index::book(tx, owner)?;
    for license in new {
        let text = license.search_text();
        text_index::insert(tx, Index::Licenses, book, license.number, &text)?;
    }
    totals::add(tx, owner, new)
}

/// Updates the fields of a license that can change: its state, its usage, its sale and the end of its event log.
pub fn update(
    tx: &mut Tx,
    owner: UserId,
    before: &License,
    after: &License,
) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Licenses);
    let License { id, sale, ended, superseded_by, usage, level, events, head, .. } = after;
    tx.execute(
        sql!(
            "UPDATE licenses SET state = ?3, ended_at = ?4, ended_reason = ?5, superseded_by = ?6,
               superseded_by_number = ?7, usage = ?8, cap_level = ?9, events = ?10, head = ?11,
               sale_id = ?12, sale_number = ?13
             WHERE owner_id = ?1 AND id = ?2"
        ),
        params![
            &owner.to_string(),
            id.to_string(),
            after.stored_state.as_str(),
            ended.as_ref().map(|ended| ended.at.as_millis()),
            ended.as_ref().and_then(|ended| ended.reason.clone()),
            superseded_by.map(|other| other.id.to_string()),
            superseded_by.map(|other| other.number),
            written_usage(usage),
            level.percent(),
            *events,
            head,
            sale.and_then(|sale| sale.id).map(|id| id.to_string()),
            sale.map(|sale| sale.number)
        ],
    )?;
    if before.stored_state != after.stored_state {
        totals::subtract(tx, owner, before)?;
        totals::add(tx, owner, std::slice::from_ref(after))?;
    }
    Ok(())
}

/// The last assigned license number, and the numbers of deleted sample licenses.
pub fn given_numbers(conn: &mut Conn, owner: UserId) -> Result<(i64, BTreeSet<i64>), DbError> {
    let found = conn.query_opt(
        sql!("SELECT last_license, cleared_licenses FROM books WHERE owner_id = ?1"),
        params![&owner.to_string()],
        |row| {
            let numbers = row.text(1)?.split(' ').filter(|number| !number.is_empty());
            let cleared = numbers.map(|number| require(1, number.parse().ok()));
            Ok((row.int(0)?, cleared.collect::<Result<_, _>>()?))
        },
    )?;
    Ok(found.unwrap_or_default())
}

/// Deletes a license with its event log and its list of files, and records its number. Only sample licenses are ever
/// deleted.
pub fn remove(tx: &mut Tx, owner: UserId, gone: &License) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Licenses);
    deliveries::forget_license(tx, owner, gone.id)?;
    let (holder, id) = (owner.to_string(), gone.id.to_string());
    for statement in [
        sql!("DELETE FROM license_events WHERE owner_id = ?1 AND license_id = ?2"),
        sql!("DELETE FROM license_files WHERE owner_id = ?1 AND license_id = ?2"),
        sql!("DELETE FROM licenses WHERE owner_id = ?1 AND id = ?2"),
    ] {
        tx.execute(statement, params![&holder, &id])?;
    }
    tx.execute(
        sql!(
            "UPDATE books SET cleared_licenses = cleared_licenses || ' ' || ?2 WHERE owner_id = ?1"
        ),
        params![&holder, gone.number.to_string()],
    )?;
    let book = text_index::book(tx, owner)?;
    text_index::remove(tx, Index::Licenses, book, gone.number)?;
    totals::subtract(tx, owner, gone)
}

/// Clears the link to a deleted sale; its number stays.
pub fn forget_sale(tx: &mut Tx, owner: UserId, sale: SaleId) -> Result<(), DbError> {
    let forgotten = tx.execute(
        sql!("UPDATE licenses SET sale_id = NULL WHERE owner_id = ?1 AND sale_id = ?2"),
        params![&owner.to_string(), sale.to_string()],
    )?;
    if forgotten > 0 {
        tx.record_change(owner, Topic::Licenses);
    }
    Ok(())
}

/// Clears links to a deleted client, at most `most`; returns whether none is left.
pub fn forget_client(
    tx: &mut Tx,
    owner: UserId,
    client: BeneficiaryId,
    most: u32,
) -> Result<bool, DbError> {
    forget(
        tx,
        owner,
        sql!(
            "UPDATE licenses SET client_id = NULL WHERE owner_id = ?1 AND number IN (
               SELECT number FROM licenses WHERE owner_id = ?1 AND client_id = ?2 LIMIT ?3)"
        ),
        client.to_string(),
        most,
    )
}

/// Clears links to a deleted beat, at most `most`; returns whether none is left.
pub fn forget_beat(
    tx: &mut Tx,
    owner: UserId,
    beat: DocumentId,
    most: u32,
) -> Result<bool, DbError> {
    forget(
        tx,
        owner,
        sql!(
            "UPDATE licenses SET document_id = NULL WHERE owner_id = ?1 AND number IN (
               SELECT number FROM licenses WHERE owner_id = ?1 AND document_id = ?2 LIMIT ?3)"
        ),
        beat.to_string(),
        most,
    )
}

fn forget(
    tx: &mut Tx,
    owner: UserId,
    statement: &Sql,
    id: String,
    most: u32,
) -> Result<bool, DbError> {
    let forgotten = tx.execute(statement, params![&owner.to_string(), id, most])?;
    if forgotten > 0 {
        tx.record_change(owner, Topic::Licenses);
    }
    Ok(forgotten < u64::from(most))
}

/// The values of an INSERT: the owner, the search text and the columns of `selected`.
fn columns(owner: UserId, license: &License) -> Result<[Value<'static>; SELECTED + 2], DbError> {
    let License { grant, sale, ended, superseded_by, contract, .. } = license;
    let Buyer { name, alias, address, country, email } = &grant.buyer;
    let other = |other: Option<LicenseRef>| {
        (other.map(|other| other.id.to_string()), other.map(|other| other.number))
    };
    let (from, from_number) = other(grant.upgraded_from);
    let (by, by_number) = other(*superseded_by);
    let values: Vec<Value<'static>> = vec![
        owner.to_string().into(),
        license.search_text().into(),
        license.number.into(),
        license.id.to_string().into(),
        license.stored_state.as_str().into(),
        grant.kind.to_string().into(),
        grant.kind_name.clone().into(),
        grant.tier.as_str().into(),
        grant.beat.map(|id| id.to_string()).into(),
        grant.title.clone().into(),
        grant.client.map(|id| id.to_string()).into(),
        name.clone().into(),
        alias.clone().into(),
        email.clone().into(),
        address.clone().into(),
        country.clone().into(),
        grant.price.get().into(),
        grant.currency.as_str().into(),
        sale.and_then(|sale| sale.id).map(|id| id.to_string()).into(),
        sale.map(|sale| sale.number).into(),
        grant.issued_at.as_millis().into(),
        grant.starts_on.to_string().into(),
        grant.expires_on.map(|day| day.to_string()).into(),
        ended.as_ref().map(|ended| ended.at.as_millis()).into(),
        ended.as_ref().and_then(|ended| ended.reason.clone()).into(),
        from.into(),
        from_number.into(),
        by.into(),
        by_number.into(),
        grant.text_version.into(),
        grant.text_hash.clone().into(),
        contract.size.into(),
        contract.pages.into(),
        contract.sha256.clone().into(),
        grant.terms.clone().into(),
        written_usage(&license.usage).into(),
        license.level.percent().into(),
        i64::from(grant.is_recorded_by_producer).into(),
        license.events.into(),
        license.head.clone().into(),
    ];
    require(0, values.try_into().ok())
}

/// The text that stores the usage of a license, such as `streams=418000 copies=1240`.
pub fn written_usage(usage: &Usage) -> String {
    let parts = usage.iter().map(|(of, used)| format!("{}={used}", of.as_str()));
    parts.collect::<Vec<_>>().join(" ")
}

/// Reads the text of `written_usage`; `None` if it names an unknown use.
pub fn read_usage(text: &str) -> Option<Usage> {
    let parts = text.split(' ').filter(|part| !part.is_empty());
    let read = parts.map(|part| {
        let (of, used) = part.split_once('=')?;
        Some((Use::find(of)?, used.parse().ok()?))
    });
    read.collect()
}

/// Reads the columns of `selected`.
pub(crate) fn license(row: &Row<'_>) -> Result<License, DbError> {
    fn id<T>(
        row: &Row<'_>,
        at: usize,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, DbError> {
        row.opt_text(at)?.map(|text| require(at, parse(text))).transpose()
    }
    let text = |at: usize| Ok::<_, DbError>(row.text(at)?.to_owned());
    let other = |at: usize| {
        let number = row.opt_int(at + 1)?;
        Ok::<_, DbError>(
            id(row, at, LicenseId::parse)?
                .zip(number)
                .map(|(id, number)| LicenseRef { id, number }),
        )
    };
    let (sale, sale_number) = (id(row, 16, SaleId::parse)?, row.opt_int(17)?);
    let ended_at = row.opt_int(21)?.map(Timestamp::from_millis);
    let reason = row.opt_text(22)?.map(str::to_owned);
    let level = row.int(34)?;
    Ok(License {
        number: row.int(0)?,
        id: require(1, LicenseId::parse(row.text(1)?))?,
        stored_state: require(2, State::find(row.text(2)?))?,
        grant: Grant {
            kind: require(3, LicenseKindId::parse(row.text(3)?))?,
            kind_name: text(4)?,
            tier: require(5, Tier::find(row.text(5)?))?,
            beat: id(row, 6, DocumentId::parse)?,
            title: text(7)?,
            client: id(row, 8, BeneficiaryId::parse)?,
            buyer: Buyer {
                name: text(9)?,
                alias: text(10)?,
                email: text(11)?,
                address: text(12)?,
                country: text(13)?,
            },
            price: require(14, Minor::new(row.int(14)?))?,
            currency: require(15, Currency::find(row.text(15)?))?,
            issued_at: Timestamp::from_millis(row.int(18)?),
            starts_on: require(19, Day::read(row.text(19)?))?,
            expires_on: id(row, 20, Day::read)?,
            upgraded_from: other(23)?,
            text_version: row.int(27)?,
            text_hash: text(28)?,
            terms: text(32)?,
            is_recorded_by_producer: row.flag(35)?,
        },
        sale: sale_number.map(|number| PaidBy { id: sale, number }),
        ended: ended_at.map(|at| Ended { at, reason }),
        superseded_by: other(25)?,
        usage: require(33, read_usage(row.text(33)?))?,
        level: require(34, Level::ALL.into_iter().find(|each| each.percent() == level))?,
        contract: Contract { size: row.int(29)?, pages: row.int(30)?, sha256: text(31)? },
        events: row.int(36)?,
        head: text(37)?,
    })
}
