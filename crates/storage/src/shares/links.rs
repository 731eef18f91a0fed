//! Rows of the links of shares. A link is looked up by the hash of its token; the token itself is stored sealed.

use domain::calendar::Day;
use domain::ids::{BeneficiaryId, ShareId, ShareLinkId, UserId};
use domain::notifications::topics::Topic;
use domain::shares::{Downloads, Figures, Link, Permissions, Recipient, Share};
use domain::text::folding::folded;
use domain::time::Timestamp;

use crate::db::{Conn, DbError, Row, Sql, Tx, params, require, sql};

pub(super) const COLUMNS: &str = "l.id, l.share_id, l.token, l.client_id, l.name, l.email, l.password_hash, \
     l.expires_on, l.downloads, l.shows_prices, l.takes_messages, l.created_at, l.updated_at, \
     l.stopped_at, l.first_played_at, l.opened, l.people, l.plays, l.seconds, l.heard, l.fetched, \
     l.hearts, l.messages, l.last_seen_at";

/// Finds the account of a link by the public id.
pub fn sql_owner_of() -> &'static Sql {
    sql!(
        "SELECT id, CASE WHEN disabled_at IS NULL THEN 0 ELSE 1 END FROM users
         WHERE public_id = ?1"
    )
}

/// Finds the account to which the public part of a token belongs, and whether that account is disabled.
pub fn owner_of(conn: &mut Conn, public_id: &str) -> Result<Option<(UserId, bool)>, DbError> {
    conn.query_opt(sql_owner_of(), params![public_id], |row| {
        Ok((require(0, UserId::parse(row.text(0)?))?, row.flag(1)?))
    })
}

/// Returns the account's public id. An account without one gets `offered`.
pub fn public_id(tx: &mut Tx, owner: UserId, offered: &str) -> Result<Option<String>, DbError> {
    tx.execute(
        sql!("UPDATE users SET public_id = ?2 WHERE id = ?1 AND public_id IS NULL"),
        params![&owner.to_string(), offered],
    )?;
    tx.query_opt(
        sql!("SELECT public_id FROM users WHERE id = ?1"),
        params![&owner.to_string()],
        |row| Ok(row.text(0)?.to_owned()),
    )
}

pub fn find(conn: &mut Conn, owner: UserId, id: ShareLinkId) -> Result<Option<Link>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT l.id, l.share_id, l.token, l.client_id, l.name, l.email, l.password_hash,
                    l.expires_on, l.downloads, l.shows_prices, l.takes_messages, l.created_at,
                    l.updated_at, l.stopped_at, l.first_played_at, l.opened, l.people, l.plays,
                    l.seconds, l.heard, l.fetched, l.hearts, l.messages, l.last_seen_at
             FROM share_links l WHERE l.owner_id = ?1 AND l.id = ?2"
        ),
        params![&owner.to_string(), &id.to_string()],
        link,
    )
}

/// Finds a link of an account by the hash of its token.
pub fn sql_by_token() -> &'static Sql {
    sql!(
        "SELECT l.id, l.share_id, l.token, l.client_id, l.name, l.email, l.password_hash,
                l.expires_on, l.downloads, l.shows_prices, l.takes_messages, l.created_at,
                l.updated_at, l.stopped_at, l.first_played_at, l.opened, l.people, l.plays,
                l.seconds, l.heard, l.fetched, l.hearts, l.messages, l.last_seen_at
         FROM share_links l WHERE l.owner_id = ?1 AND l.token_hash = ?2"
    )
}

pub fn find_by_token(
    conn: &mut Conn,
    owner: UserId,
    token_hash: &str,
) -> Result<Option<Link>, DbError> {
    conn.query_opt(sql_by_token(), params![&owner.to_string(), token_hash], link)
}

/// The links of a share, the oldest first.
pub fn of_share(conn: &mut Conn, owner: UserId, share: ShareId) -> Result<Vec<Link>, DbError> {
    conn.query(
        sql!(
            "SELECT l.id, l.share_id, l.token, l.client_id, l.name, l.email, l.password_hash,
                    l.expires_on, l.downloads, l.shows_prices, l.takes_messages, l.created_at,
                    l.updated_at, l.stopped_at, l.first_played_at, l.opened, l.people, l.plays,
                    l.seconds, l.heard, l.fetched, l.hearts, l.messages, l.last_seen_at
             FROM share_links l WHERE l.owner_id = ?1 AND l.share_id = ?2 ORDER BY l.id"
        ),
        params![&owner.to_string(), &share.to_string()],
        link,
    )
}

/// The number of links that are neither stopped nor expired.
pub fn count_live(conn: &mut Conn, owner: UserId, today: Day) -> Result<i64, DbError> {
    conn.query_one(
        sql!(
            "SELECT COUNT(*) FROM share_links
             WHERE owner_id = ?1 AND stopped_at IS NULL
               AND (expires_on IS NULL OR expires_on >= ?2)"
        ),
        params![&owner.to_string(), today.to_string()],
        |row| row.int(0),
    )
}

pub fn insert(
    tx: &mut Tx,
    owner: UserId,
    share: &Share,
    row: &Link,
    token_hash: &str,
) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Shares);
    tx.execute(
        sql!(
            "INSERT INTO share_links
               (owner_id, id, share_id, token_hash, token, client_id, name, email, password_hash,
                expires_on, downloads, shows_prices, takes_messages, created_at, updated_at, search)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)"
        ),
        params![
            &owner.to_string(),
            &row.id.to_string(),
            &row.share.to_string(),
            token_hash,
            &row.token,
            row.recipient.client.map(|id| id.to_string()),
            &row.recipient.name,
            &row.recipient.email,
            &row.permissions.password_hash,
            row.permissions.expires_on.map(|day| day.to_string()),
            row.permissions.downloads.as_str(),
            i64::from(row.permissions.shows_prices),
            i64::from(row.permissions.takes_messages),
            row.created_at.as_millis(),
            row.updated_at.as_millis(),
            search(&share.title, &row.recipient),
        ],
    )?;
    Ok(())
}

/// Updates the recipient and the permissions of a link.
pub fn update(tx: &mut Tx, owner: UserId, share: &Share, row: &Link) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Shares);
    tx.execute(
        sql!(
            "UPDATE share_links SET client_id = ?3, name = ?4, email = ?5, password_hash = ?6,
                    expires_on = ?7, downloads = ?8, shows_prices = ?9, takes_messages = ?10,
                    updated_at = ?11, search = ?12
             WHERE owner_id = ?1 AND id = ?2"
        ),
        params![
            &owner.to_string(),
            &row.id.to_string(),
            row.recipient.client.map(|id| id.to_string()),
            &row.recipient.name,
            &row.recipient.email,
            &row.permissions.password_hash,
            row.permissions.expires_on.map(|day| day.to_string()),
            row.permissions.downloads.as_str(),
            i64::from(row.permissions.shows_prices),
            i64::from(row.permissions.takes_messages),
            row.updated_at.as_millis(),
            search(&share.title, &row.recipient),
        ],
    )?;
    Ok(())
}

/// Stops a link. A link that is already stopped keeps its stop time.
pub fn stop(tx: &mut Tx, owner: UserId, id: ShareLinkId, now: Timestamp) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Shares);
    tx.execute(
        sql!(
            "UPDATE share_links SET stopped_at = ?3, updated_at = ?3
             WHERE owner_id = ?1 AND id = ?2 AND stopped_at IS NULL"
        ),
        params![&owner.to_string(), &id.to_string(), now.as_millis()],
    )?;
    Ok(())
}

pub fn stop_share(
    tx: &mut Tx,
    owner: UserId,
    share: ShareId,
    now: Timestamp,
) -> Result<u64, DbError> {
    tx.record_change(owner, Topic::Shares);
    tx.execute(
        sql!(
            "UPDATE share_links SET stopped_at = ?3, updated_at = ?3
             WHERE owner_id = ?1 AND share_id = ?2 AND stopped_at IS NULL"
        ),
        params![&owner.to_string(), &share.to_string(), now.as_millis()],
    )
}

/// Stops the live links of a client and returns how many they were.
pub fn stop_client(
    tx: &mut Tx,
    owner: UserId,
    client: BeneficiaryId,
    today: Day,
    now: Timestamp,
) -> Result<u64, DbError> {
    tx.record_change(owner, Topic::Shares);
    tx.execute(
        sql!(
            "UPDATE share_links SET stopped_at = ?3, updated_at = ?3
             WHERE owner_id = ?1 AND client_id = ?2 AND stopped_at IS NULL
               AND (expires_on IS NULL OR expires_on >= ?4)"
        ),
        params![&owner.to_string(), client.to_string(), now.as_millis(), today.to_string()],
    )
}

pub fn remove(tx: &mut Tx, owner: UserId, id: ShareLinkId) -> Result<bool, DbError> {
    tx.record_change(owner, Topic::Shares);
    let gone = tx.execute(
        sql!("DELETE FROM share_links WHERE owner_id = ?1 AND id = ?2"),
        params![&owner.to_string(), &id.to_string()],
    )?;
    Ok(gone == 1)
}

/// Stores the time of a link's first play; returns whether this play was the first.
pub fn note_first_play(
    tx: &mut Tx,
    owner: UserId,
    id: ShareLinkId,
    now: Timestamp,
) -> Result<bool, DbError> {
    let noted = tx.execute(
        sql!(
            "UPDATE share_links SET first_played_at = ?3
             WHERE owner_id = ?1 AND id = ?2 AND first_played_at IS NULL"
        ),
        params![&owner.to_string(), &id.to_string(), now.as_millis()],
    )?;
    Ok(noted == 1)
}

/// Returns a page of the links of all shares, ordered by id.
pub fn list_after(
    conn: &mut Conn,
    owner: UserId,
    after: &str,
    limit: i64,
) -> Result<Vec<Link>, DbError> {
    conn.query(
        sql!(
            "SELECT l.id, l.share_id, l.token, l.client_id, l.name, l.email, l.password_hash,
                    l.expires_on, l.downloads, l.shows_prices, l.takes_messages, l.created_at,
                    l.updated_at, l.stopped_at, l.first_played_at, l.opened, l.people, l.plays,
                    l.seconds, l.heard, l.fetched, l.hearts, l.messages, l.last_seen_at
             FROM share_links l WHERE l.owner_id = ?1 AND l.id > ?2 ORDER BY l.id LIMIT ?3"
        ),
        params![&owner.to_string(), after, limit],
        link,
    )
}

fn search(title: &str, recipient: &Recipient) -> String {
    folded(&format!("{title}\n{}\n{}", recipient.name, recipient.email))
}

pub(super) fn link(row: &Row<'_>) -> Result<Link, DbError> {
    let moment = |at: usize| Ok::<_, DbError>(row.opt_int(at)?.map(Timestamp::from_millis));
    let client = row.opt_text(3)?.map(|id| require(3, BeneficiaryId::parse(id))).transpose()?;
    let expires_on = row.opt_text(7)?.map(|day| require(7, Day::read(day))).transpose()?;
    Ok(Link {
        id: require(0, ShareLinkId::parse(row.text(0)?))?,
        share: require(1, ShareId::parse(row.text(1)?))?,
        token: row.blob(2)?.to_vec(),
        recipient: Recipient {
            client,
            name: row.text(4)?.to_owned(),
            email: row.text(5)?.to_owned(),
        },
        permissions: Permissions {
            password_hash: row.opt_text(6)?.map(str::to_owned),
            expires_on,
            downloads: require(8, Downloads::find(row.text(8)?))?,
            shows_prices: row.flag(9)?,
            takes_messages: row.flag(10)?,
        },
        created_at: Timestamp::from_millis(row.int(11)?),
        updated_at: Timestamp::from_millis(row.int(12)?),
        stopped_at: moment(13)?,
        first_played_at: moment(14)?,
        figures: Figures {
            opened: row.int(15)?,
            people: row.int(16)?,
            plays: row.int(17)?,
            seconds: row.int(18)?,
            heard: row.int(19)?,
            fetched: row.int(20)?,
            hearts: row.int(21)?,
            messages: row.int(22)?,
            last_seen_at: moment(23)?,
        },
    })
}
