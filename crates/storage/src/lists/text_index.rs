//! The text index of transactions (titles, descriptions, references), sales and licenses (titles, clients). PostgreSQL
//! has a trigram index of its own; on SQLite a full-text index holds every run of three letters, so that a term
//! is found anywhere in a word, also with one or two letters, regardless of letter case and accents.
//!
//! The index only narrows the search; every row is checked for the term.

use domain::{
    ids::UserId,
    text::{
        folding::folded,
        trigrams::{like_pattern, pieces, to_fts_query},
    },
};

use crate::db::{Conn, DbError, Engine, Tx, params, sql};

/// The number of index rows reserved for one account holder: see the migration.
pub(crate) const BOOK: i64 = 1 << 30;

/// The indexed lists, each with an index of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Index {
    Transactions,
    Sales,
    Licenses,
}

/// Adds the text of a row to the index.
pub(crate) fn insert(
    tx: &mut Tx,
    index: Index,
    book: i64,
    number: i64,
    search: &str,
) -> Result<(), DbError> {
    if tx.engine() == Engine::Sqlite {
        let insert = match index {
            Index::Transactions => {
                sql!(sqlite: "INSERT INTO transaction_pieces (rowid, pieces) VALUES (?1, ?2)")
            }
            Index::Sales => sql!(sqlite: "INSERT INTO sale_pieces (rowid, pieces) VALUES (?1, ?2)"),
            Index::Licenses => {
                sql!(sqlite: "INSERT INTO license_pieces (rowid, pieces) VALUES (?1, ?2)")
            }
        };
        tx.execute(insert, params![book * BOOK + number, pieces(search)])?;
    }
    Ok(())
}

pub(crate) fn remove(tx: &mut Tx, index: Index, book: i64, number: i64) -> Result<(), DbError> {
    if tx.engine() == Engine::Sqlite {
        let delete = match index {
            Index::Transactions => sql!(sqlite: "DELETE FROM transaction_pieces WHERE rowid = ?1"),
            Index::Sales => sql!(sqlite: "DELETE FROM sale_pieces WHERE rowid = ?1"),
            Index::Licenses => sql!(sqlite: "DELETE FROM license_pieces WHERE rowid = ?1"),
        };
        tx.execute(delete, params![book * BOOK + number])?;
    }
    Ok(())
}

/// The account holder's number in the index; PostgreSQL needs none.
pub(crate) fn book(conn: &mut Conn, owner: UserId) -> Result<i64, DbError> {
    if conn.engine() == Engine::Postgres {
        return Ok(0);
    }
    conn.query_one(
        sql!(sqlite: "SELECT book FROM books WHERE owner_id = ?1"),
        params![&owner.to_string()],
        |row| row.int(0),
    )
}

/// A search term, prepared for a list's statements.
#[derive(Debug, Clone)]
pub struct SearchTerm {
    /// The LIKE pattern.
    pub pattern: String,
    /// The FTS5 query, and the range of row ids of the account holder. Unused on PostgreSQL.
    pub fts_query: String,
    pub first: i64,
    pub last: i64,
    /// Whether an index can narrow this term.
    pub is_indexed: bool,
}

pub(crate) fn search_term(
    conn: &mut Conn,
    owner: UserId,
    term: &str,
) -> Result<SearchTerm, DbError> {
    let first = book(conn, owner)? * BOOK;
    Ok(SearchTerm {
        pattern: like_pattern(term),
        fts_query: to_fts_query(term),
        first,
        last: first + BOOK - 1,
        // PostgreSQL's trigram index needs three letters.
        is_indexed: conn.engine() == Engine::Sqlite || folded(term).chars().count() >= 3,
    })
}

/// The matches of a term in the index, if there are few.
#[derive(Debug, Clone)]
pub enum Matches {
    /// SQLite: the row numbers as a JSON list, so that the index is queried only once.
    Numbers(String),
    /// PostgreSQL: there are few, and querying the index again is quick.
    InIndex,
}

/// The matches of a term; `None` if there are more than `max`, or if an index cannot narrow the term.
pub(crate) fn find_if_few(
    conn: &mut Conn,
    index: Index,
    owner: UserId,
    term: &SearchTerm,
    max: i64,
) -> Result<Option<Matches>, DbError> {
    if !term.is_indexed {
        return Ok(None);
    }
    if conn.engine() == Engine::Postgres {
        let count = match index {
            Index::Transactions => sql!(
                r"SELECT COUNT(*) FROM (
                   SELECT 1 FROM transactions
                   WHERE owner_id = ?1 AND search LIKE ?2 ESCAPE '\' LIMIT ?3) AS counted"
            ),
            Index::Sales => sql!(
                r"SELECT COUNT(*) FROM (
                   SELECT 1 FROM sales
                   WHERE owner_id = ?1 AND search LIKE ?2 ESCAPE '\' LIMIT ?3) AS counted"
            ),
            Index::Licenses => sql!(
                r"SELECT COUNT(*) FROM (
                   SELECT 1 FROM licenses
                   WHERE owner_id = ?1 AND search LIKE ?2 ESCAPE '\' LIMIT ?3) AS counted"
            ),
        };
        let owner = owner.to_string();
        let given = params![&owner, &term.pattern, max + 1];
        let count = conn.query_one(count, given, |row| row.int(0))?;
        return Ok((count <= max).then_some(Matches::InIndex));
    }
    let ask = match index {
        Index::Transactions => sql!(
            sqlite: "SELECT rowid - ?2 FROM transaction_pieces
                     WHERE transaction_pieces MATCH ?1 AND rowid BETWEEN ?2 AND ?3 LIMIT ?4"
        ),
        Index::Sales => sql!(
            sqlite: "SELECT rowid - ?2 FROM sale_pieces
                     WHERE sale_pieces MATCH ?1 AND rowid BETWEEN ?2 AND ?3 LIMIT ?4"
        ),
        Index::Licenses => sql!(
            sqlite: "SELECT rowid - ?2 FROM license_pieces
                     WHERE license_pieces MATCH ?1 AND rowid BETWEEN ?2 AND ?3 LIMIT ?4"
        ),
    };
    let given = params![&term.fts_query, term.first, term.last, max + 1];
    let numbers = conn.query(ask, given, |row| row.int(0))?;
    if i64::try_from(numbers.len()).is_ok_and(|count| count > max) {
        return Ok(None);
    }
    let numbers: Vec<_> = numbers.iter().map(i64::to_string).collect();
    Ok(Some(Matches::Numbers(format!("[{}]", numbers.join(",")))))
}

/// Merges the many segments that a bulk insert leaves in the index. SQLite also does it over time. PostgreSQL
/// keeps new rows in a pending list, which every search scans until it is cleaned.
pub(crate) fn optimize(tx: &mut Tx) -> Result<(), DbError> {
    if tx.engine() == Engine::Sqlite {
        let optimize = sql!(
            sqlite: "INSERT INTO transaction_pieces (transaction_pieces) VALUES ('optimize')"
        );
        return tx.execute(optimize, &[]).map(drop);
    }
    let clear = sql!(
        postgres: "SELECT gin_clean_pending_list('transactions_by_pieces'),
                          gin_clean_pending_list('sales_by_pieces'),
                          gin_clean_pending_list('documents_by_pieces')"
    );
    tx.execute(clear, &[]).map(drop)
}
