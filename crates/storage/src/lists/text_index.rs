//! Finding a piece of text inside titles, descriptions and references of transactions, and inside titles
//! and clients of sales. PostgreSQL has an index of its own for that; on SQLite a full-text index holds every run
//! of three letters, made here, so that a term is found wherever it stands in a word and one of one or two
//! letters is found too. Neither case nor accents count.
//!
//! The index narrows down; whether the term really occurs is always checked against the row.

use domain::{
    folding::folded,
    ids::UserId,
    trigrams::{pattern, pieces, question},
};

use crate::db::{Conn, DbError, Engine, Tx, params, sql};

/// Rows of one book in the index: see the migration.
pub(crate) const BOOK: i64 = 1 << 30;

/// The lists that are searched like this, each with an index of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Index {
    Transactions,
    Sales,
}

/// Puts the text of a row into the index.
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
                sql!("INSERT INTO transaction_pieces (rowid, pieces) VALUES (?1, ?2)")
            }
            Index::Sales => sql!("INSERT INTO sale_pieces (rowid, pieces) VALUES (?1, ?2)"),
        };
        tx.execute(insert, params![book * BOOK + number, pieces(search)])?;
    }
    Ok(())
}

pub(crate) fn remove(tx: &mut Tx, index: Index, book: i64, number: i64) -> Result<(), DbError> {
    if tx.engine() == Engine::Sqlite {
        let delete = match index {
            Index::Transactions => sql!("DELETE FROM transaction_pieces WHERE rowid = ?1"),
            Index::Sales => sql!("DELETE FROM sale_pieces WHERE rowid = ?1"),
        };
        tx.execute(delete, params![book * BOOK + number])?;
    }
    Ok(())
}

/// The integer an account holder's rows in the index begin with; PostgreSQL needs none.
pub(crate) fn book(conn: &mut Conn, owner: UserId) -> Result<i64, DbError> {
    if conn.engine() == Engine::Postgres {
        return Ok(0);
    }
    conn.query_one(
        sql!(sqlite: "SELECT book FROM books WHERE owner_id = ?1", postgres: "SELECT ?1"),
        params![&owner.to_string()],
        |row| row.int(0),
    )
}

/// A term as a list looks it up.
#[derive(Debug, Clone)]
pub(crate) struct Sought {
    /// For LIKE.
    pub pattern: String,
    /// For the index, with the range of rows that are the holder's own. Unused on PostgreSQL.
    pub question: String,
    pub first: i64,
    pub last: i64,
    /// Whether an index can narrow this term down at all.
    pub is_indexed: bool,
}

pub(crate) fn sought(conn: &mut Conn, owner: UserId, term: &str) -> Result<Sought, DbError> {
    let first = book(conn, owner)? * BOOK;
    Ok(Sought {
        pattern: pattern(term),
        question: question(term),
        first,
        last: first + BOOK - 1,
        // PostgreSQL's index knows runs of three letters and no shorter ones.
        is_indexed: conn.engine() == Engine::Sqlite || folded(term).chars().count() >= 3,
    })
}

/// What the index has for a term, where that is few.
#[derive(Debug, Clone)]
pub(crate) enum Found {
    /// SQLite: the numbers of the rows as a JSON list, so that the index is asked once and no more.
    Numbers(String),
    /// PostgreSQL: it is few, and the index is quick to ask again.
    Few,
}

/// What the index has for a term; nothing where that is more than `few`, or no question for an index.
pub(crate) fn gather(
    conn: &mut Conn,
    index: Index,
    owner: UserId,
    sought: &Sought,
    few: i64,
) -> Result<Option<Found>, DbError> {
    if !sought.is_indexed {
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
        };
        let owner = owner.to_string();
        let given = params![&owner, &sought.pattern, few + 1];
        let count = conn.query_one(count, given, |row| row.int(0))?;
        return Ok((count <= few).then_some(Found::Few));
    }
    let ask = match index {
        Index::Transactions => sql!(
            sqlite: "SELECT rowid - ?2 FROM transaction_pieces
                     WHERE transaction_pieces MATCH ?1 AND rowid BETWEEN ?2 AND ?3 LIMIT ?4",
            postgres: "SELECT ?1, ?2, ?3, ?4"
        ),
        Index::Sales => sql!(
            sqlite: "SELECT rowid - ?2 FROM sale_pieces
                     WHERE sale_pieces MATCH ?1 AND rowid BETWEEN ?2 AND ?3 LIMIT ?4",
            postgres: "SELECT ?1, ?2, ?3, ?4"
        ),
    };
    let given = params![&sought.question, sought.first, sought.last, few + 1];
    let numbers = conn.query(ask, given, |row| row.int(0))?;
    if i64::try_from(numbers.len()).is_ok_and(|count| count > few) {
        return Ok(None);
    }
    let numbers: Vec<_> = numbers.iter().map(i64::to_string).collect();
    Ok(Some(Found::Numbers(format!("[{}]", numbers.join(",")))))
}

/// Makes one piece of the many that a bulk of rows leaves the index in. SQLite does the same by and by. PostgreSQL
/// keeps the newest rows in a heap beside the index, which every search goes through until somebody clears it up.
pub(crate) fn settle(tx: &mut Tx) -> Result<(), DbError> {
    if tx.engine() == Engine::Sqlite {
        let optimize = sql!(
            sqlite: "INSERT INTO transaction_pieces (transaction_pieces) VALUES ('optimize')",
            postgres: "SELECT 1"
        );
        return tx.execute(optimize, &[]).map(drop);
    }
    let clear = sql!(
        sqlite: "SELECT 1",
        postgres: "SELECT gin_clean_pending_list('transactions_by_pieces'),
                          gin_clean_pending_list('sales_by_pieces'),
                          gin_clean_pending_list('documents_by_pieces')"
    );
    tx.execute(clear, &[]).map(drop)
}
