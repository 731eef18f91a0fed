//! Rows that count how often a link of a share and its beats were opened, played and downloaded.

use domain::ids::{DocumentId, ShareLinkId, UserId};
use domain::notifications::topics::Topic;
use domain::shares::{BeatFigures, Figures, PARTS};
use domain::time::Timestamp;

use crate::db::{Conn, DbError, Row, Tx, params, require, sql};

/// The numbers to add to the figures of a link or of one of its beats.
#[derive(Debug, Clone, Copy, Default)]
pub struct AddedFigures {
    pub opened: i64,
    pub people: i64,
    pub plays: i64,
    pub seconds: i64,
    pub heard: i64,
    pub fetched: i64,
    pub hearts: i64,
    pub messages: i64,
}

/// Take this lock before the figures of a link are read in order to change them.
pub fn lock(tx: &mut Tx, link: ShareLinkId) -> Result<(), DbError> {
    tx.lock(&format!("share-figures:{link}"))
}

pub fn add(
    tx: &mut Tx,
    owner: UserId,
    link: ShareLinkId,
    added: AddedFigures,
    now: Timestamp,
) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Shares);
    tx.execute(
        sql!(
            "UPDATE share_links SET opened = opened + ?3, people = people + ?4, plays = plays + ?5,
                    seconds = seconds + ?6, heard = heard + ?7, fetched = fetched + ?8,
                    hearts = hearts + ?9, messages = messages + ?10, last_seen_at = ?11
             WHERE owner_id = ?1 AND id = ?2"
        ),
        params![
            &owner.to_string(),
            &link.to_string(),
            added.opened,
            added.people,
            added.plays,
            added.seconds,
            added.heard,
            added.fetched,
            added.hearts,
            added.messages,
            now.as_millis(),
        ],
    )?;
    Ok(())
}

/// Adds to the figures of a beat. `parts` are the parts of the beat that a play has reached since its last report.
pub fn add_of_beat(
    tx: &mut Tx,
    owner: UserId,
    link: ShareLinkId,
    beat: DocumentId,
    added: AddedFigures,
    parts: std::ops::Range<usize>,
    now: Timestamp,
) -> Result<(), DbError> {
    let known = find(tx, owner, link, beat)?;
    let mut reached = known.map_or([0; PARTS], |known| known.reached);
    for part in parts {
        if let Some(count) = reached.get_mut(part) {
            *count += 1;
        }
    }
    let reached: Vec<String> = reached.iter().map(i64::to_string).collect();
    tx.execute(
        sql!(
            "INSERT INTO share_figures
               (owner_id, link_id, document_id, people, plays, seconds, heard, fetched, hearts,
                reached, last_seen_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
             ON CONFLICT (owner_id, link_id, document_id) DO UPDATE SET
               people = share_figures.people + excluded.people,
               plays = share_figures.plays + excluded.plays,
               seconds = share_figures.seconds + excluded.seconds,
               heard = share_figures.heard + excluded.heard,
               fetched = share_figures.fetched + excluded.fetched,
               hearts = share_figures.hearts + excluded.hearts,
               reached = excluded.reached, last_seen_at = excluded.last_seen_at"
        ),
        params![
            &owner.to_string(),
            &link.to_string(),
            &beat.to_string(),
            added.people,
            added.plays,
            added.seconds,
            added.heard,
            added.fetched,
            added.hearts,
            reached.join(","),
            now.as_millis(),
        ],
    )?;
    Ok(())
}

fn find(
    conn: &mut Conn,
    owner: UserId,
    link: ShareLinkId,
    beat: DocumentId,
) -> Result<Option<BeatFigures>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT document_id, people, plays, seconds, heard, fetched, hearts, last_seen_at, reached
             FROM share_figures WHERE owner_id = ?1 AND link_id = ?2 AND document_id = ?3"
        ),
        params![&owner.to_string(), &link.to_string(), &beat.to_string()],
        figures,
    )
}

pub fn of_link(
    conn: &mut Conn,
    owner: UserId,
    link: ShareLinkId,
) -> Result<Vec<BeatFigures>, DbError> {
    conn.query(
        sql!(
            "SELECT document_id, people, plays, seconds, heard, fetched, hearts, last_seen_at, reached
             FROM share_figures WHERE owner_id = ?1 AND link_id = ?2"
        ),
        params![&owner.to_string(), &link.to_string()],
        figures,
    )
}

/// Returns a page of the figures of all links, ordered by link and beat.
pub fn list_after(
    conn: &mut Conn,
    owner: UserId,
    after: (&str, &str),
    limit: i64,
) -> Result<Vec<(ShareLinkId, BeatFigures)>, DbError> {
    conn.query(
        sql!(
            "SELECT document_id, people, plays, seconds, heard, fetched, hearts, last_seen_at, reached,
                    link_id
             FROM share_figures WHERE owner_id = ?1 AND (link_id, document_id) > (?2, ?3)
             ORDER BY link_id, document_id LIMIT ?4"
        ),
        params![&owner.to_string(), after.0, after.1, limit],
        |row| Ok((require(9, ShareLinkId::parse(row.text(9)?))?, figures(row)?)),
    )
}

fn figures(row: &Row<'_>) -> Result<BeatFigures, DbError> {
    let mut reached = [0; PARTS];
    for (count, text) in reached.iter_mut().zip(row.text(8)?.split(',')) {
        *count = text.parse().unwrap_or(0);
    }
    Ok(BeatFigures {
        beat: require(0, DocumentId::parse(row.text(0)?))?,
        figures: Figures {
            people: row.int(1)?,
            plays: row.int(2)?,
            seconds: row.int(3)?,
            heard: row.int(4)?,
            fetched: row.int(5)?,
            hearts: row.int(6)?,
            last_seen_at: Some(Timestamp::from_millis(row.int(7)?)),
            ..Figures::default()
        },
        reached,
    })
}
