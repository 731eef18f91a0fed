//! Reads the beats of public pages and the values of their filters, and lists the visible pages.

use domain::ids::{DocumentId, UserId};
use domain::library::documents::MusicalKey;
use domain::time::Timestamp;

use crate::db::{Conn, DbError, params, require, sql};

/// The status whose beats the public page does not show; empty if it shows all.
fn hidden_status(hides_sold: bool) -> &'static str {
    if hides_sold { "Sold" } else { "" }
}

/// The genres of an account's public beats, each in one spelling, ordered by name.
pub fn genres(conn: &mut Conn, owner: UserId, hides_sold: bool) -> Result<Vec<String>, DbError> {
    conn.query(
        sql!(
            "SELECT MIN(genre), genre_key FROM documents
             WHERE owner_id = ?1 AND is_public = 1 AND category = 'beat' AND genre IS NOT NULL
               AND status <> ?2
             GROUP BY genre_key ORDER BY genre_key LIMIT 100"
        ),
        params![&owner.to_string(), hidden_status(hides_sold)],
        |row| Ok(row.text(0)?.to_owned()),
    )
}

/// The keys of an account's public beats, in no particular order.
pub fn keys(conn: &mut Conn, owner: UserId, hides_sold: bool) -> Result<Vec<MusicalKey>, DbError> {
    conn.query(
        sql!(
            "SELECT DISTINCT musical_key FROM documents
             WHERE owner_id = ?1 AND is_public = 1 AND category = 'beat'
               AND musical_key IS NOT NULL AND status <> ?2"
        ),
        params![&owner.to_string(), hidden_status(hides_sold)],
        |row| require(0, MusicalKey::find(row.text(0)?)),
    )
}

/// The number of public beats of an account.
pub fn count(conn: &mut Conn, owner: UserId, hides_sold: bool) -> Result<i64, DbError> {
    conn.query_one(
        sql!(
            "SELECT COUNT(*) FROM documents
             WHERE owner_id = ?1 AND is_public = 1 AND category = 'beat'
               AND status <> ?2"
        ),
        params![&owner.to_string(), hidden_status(hides_sold)],
        |row| row.int(0),
    )
}

/// Whether a beat is on the account's public page.
pub fn is_public(conn: &mut Conn, owner: UserId, beat: DocumentId) -> Result<bool, DbError> {
    let found = conn.query_opt(
        sql!(
            "SELECT 1 FROM documents
             WHERE owner_id = ?1 AND id = ?2 AND is_public = 1 AND category = 'beat'"
        ),
        params![&owner.to_string(), &beat.to_string()],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

/// The handles of all public pages that are visible to everybody, and when their settings were last changed.
pub fn visible(conn: &mut Conn, most: i64) -> Result<Vec<(String, Timestamp)>, DbError> {
    conn.query(
        sql!(
            "SELECT s.handle, s.updated_at FROM shops s
             JOIN users u ON u.id = s.owner_id
             LEFT JOIN settings v ON v.owner_id = s.owner_id AND v.key = 'profile_visibility'
             WHERE s.handle IS NOT NULL AND s.is_on = 1 AND s.hidden_at IS NULL
               AND u.disabled_at IS NULL AND COALESCE(v.value, 'public') = 'public'
             ORDER BY s.handle LIMIT ?1"
        ),
        params![most],
        |row| Ok((row.text(0)?.to_owned(), Timestamp::from_millis(row.int(1)?))),
    )
}
