//! Beats and clients in SQLite's full-text index. FTS5 identifies rows by integers, so each item gets a number
//! in order of arrival; PostgreSQL needs none. Triggers of the migration remove deleted rows from the index.

use domain::ids::UserId;
use domain::text::trigrams::pieces;

use crate::db::{DbError, Engine, Tx, params, sql};
use crate::lists::text_index::{BOOK, book};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Item {
    Client,
    Document,
}

impl Item {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Client => "client",
            Self::Document => "document",
        }
    }
}

/// Updates the index entry of an item. Call it before the row is written: it compares with the stored text,
/// because most writes do not change it.
pub(crate) fn index(
    tx: &mut Tx,
    item: Item,
    owner: UserId,
    id: &str,
    search: &str,
) -> Result<(), DbError> {
    if tx.engine() == Engine::Postgres {
        return Ok(());
    }
    let owner_id = owner.to_string();
    let numbered = tx.query_opt(
        sql!(sqlite: "SELECT number FROM searched_items WHERE owner_id = ?1 AND kind = ?2 AND id = ?3"),
        params![&owner_id, item.as_str(), id],
        |row| row.int(0),
    )?;
    let first = book(tx, owner)? * BOOK;
    let number = match numbered {
        Some(_) if stored_search_text(tx, item, &owner_id, id)?.as_deref() == Some(search) => {
            return Ok(());
        }
        Some(number) => {
            let delete = match item {
                Item::Client => sql!(sqlite: "DELETE FROM client_pieces WHERE rowid = ?1"),
                Item::Document => sql!(sqlite: "DELETE FROM document_pieces WHERE rowid = ?1"),
            };
            tx.execute(delete, params![first + number])?;
            number
        }
        None => tx.query_one(
            sql!(sqlite:
                "INSERT INTO searched_items (owner_id, kind, number, id)
                 SELECT ?1, ?2, COALESCE(MAX(number), 0) + 1, ?3 FROM searched_items
                 WHERE owner_id = ?1 AND kind = ?2
                 RETURNING number"
            ),
            params![&owner_id, item.as_str(), id],
            |row| row.int(0),
        )?,
    };
    let insert = match item {
        Item::Client => sql!(sqlite: "INSERT INTO client_pieces (rowid, pieces) VALUES (?1, ?2)"),
        Item::Document => {
            sql!(sqlite: "INSERT INTO document_pieces (rowid, pieces) VALUES (?1, ?2)")
        }
    };
    tx.execute(insert, params![first + number, pieces(search)])?;
    Ok(())
}

fn stored_search_text(
    tx: &mut Tx,
    item: Item,
    owner: &str,
    id: &str,
) -> Result<Option<String>, DbError> {
    let search = match item {
        Item::Client => sql!("SELECT search FROM beneficiaries WHERE owner_id = ?1 AND id = ?2"),
        Item::Document => sql!("SELECT search FROM documents WHERE owner_id = ?1 AND id = ?2"),
    };
    tx.query_opt(search, params![owner, id], |row| Ok(row.text(0)?.to_owned()))
}
