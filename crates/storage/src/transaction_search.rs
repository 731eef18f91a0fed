//! Finding a piece of text inside titles, descriptions and references of transactions, and inside titles
//! and clients of sales. PostgreSQL has an index of its own for that; on SQLite a full-text index holds every run of three letters, made here, so that a
//! term is found wherever it stands in a word and one of one or two letters is found too.
//!
//! The index narrows down; whether the term really occurs is always checked against the row.

use std::collections::BTreeSet;

use domain::ids::UserId;

use crate::db::{Conn, DbError, Engine, Tx, params, sql};

/// Rows of one book in the index: see the migration.
const BOOK: i64 = 1 << 30;
/// After this many different runs of a term, more would narrow down little.
const MOST_RUNS: usize = 12;
/// Stands after the end of a text, so that its last letters begin a run too.
const END: char = '\u{E0FF}';

/// The lists that are searched like this, each with an index of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Index {
    Transactions,
    Sales,
}

/// What is searched: all of it in lower case, as the engines do not agree on what that is.
pub(crate) fn text_of(title: &str, description: Option<&str>, reference: &str) -> String {
    format!("{title}\n{}\n{reference}", description.unwrap_or_default()).to_lowercase()
}

/// A pattern for LIKE in which nothing but the term itself counts.
pub(crate) fn pattern(term: &str) -> String {
    let mut pattern = String::from("%");
    for letter in term.to_lowercase().chars() {
        if matches!(letter, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(letter);
    }
    pattern.push('%');
    pattern
}

/// The index splits at everything that is neither a letter nor a digit, so those are put out of the
/// way: to places in Unicode that belong to nobody.
fn letters(text: &str) -> Vec<char> {
    let moved = |letter: char| {
        if letter.is_ascii() && !letter.is_ascii_alphanumeric() {
            char::from_u32(0xE000 + u32::from(letter)).unwrap_or(END)
        } else {
            letter
        }
    };
    text.to_lowercase().chars().map(moved).collect()
}

fn runs(letters: &[char]) -> BTreeSet<String> {
    letters.windows(3).map(|run| run.iter().collect()).collect()
}

fn pieces(search: &str) -> String {
    let mut letters = letters(search);
    letters.extend([END, END]);
    runs(&letters).into_iter().collect::<Vec<_>>().join(" ")
}

/// The term in the index's own words.
fn question(term: &str) -> String {
    let letters = letters(term);
    if letters.len() < 3 {
        return format!("\"{}\" *", letters.iter().collect::<String>());
    }
    let runs: Vec<_> =
        runs(&letters).into_iter().take(MOST_RUNS).map(|run| format!("\"{run}\"")).collect();
    runs.join(" AND ")
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
        is_indexed: conn.engine() == Engine::Sqlite || term.chars().count() >= 3,
    })
}

/// How many rows the index has for a term, counted no further than `most`.
fn count(
    conn: &mut Conn,
    index: Index,
    owner: UserId,
    sought: &Sought,
    most: i64,
) -> Result<i64, DbError> {
    match conn.engine() {
        Engine::Sqlite => {
            let count = match index {
                Index::Transactions => sql!(
                    sqlite: "SELECT COUNT(*) FROM (
                       SELECT rowid FROM transaction_pieces
                       WHERE transaction_pieces MATCH ?1 AND rowid BETWEEN ?2 AND ?3 LIMIT ?4)",
                    postgres: "SELECT ?1, ?2, ?3, ?4"
                ),
                Index::Sales => sql!(
                    sqlite: "SELECT COUNT(*) FROM (
                       SELECT rowid FROM sale_pieces
                       WHERE sale_pieces MATCH ?1 AND rowid BETWEEN ?2 AND ?3 LIMIT ?4)",
                    postgres: "SELECT ?1, ?2, ?3, ?4"
                ),
            };
            let given = params![&sought.question, sought.first, sought.last, most];
            conn.query_one(count, given, |row| row.int(0))
        }
        Engine::Postgres => {
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
            conn.query_one(count, params![&owner, &sought.pattern, most], |row| row.int(0))
        }
    }
}

/// Whether the index has so few rows for a term that they are best gathered and sorted.
pub(crate) fn is_rare(
    conn: &mut Conn,
    index: Index,
    owner: UserId,
    sought: &Sought,
    few: i64,
) -> Result<bool, DbError> {
    Ok(sought.is_indexed && count(conn, index, owner, sought, few + 1)? <= few)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_means_only_its_letters() {
        assert_eq!(pattern("50%_Off\\"), r"%50\%\_off\\%");
    }

    #[test]
    fn runs_of_three_cover_the_text_to_its_end() {
        assert_eq!(pieces("Beat"), "at\u{E0FF} bea eat t\u{E0FF}\u{E0FF}");
        assert_eq!(question("BEAT"), "\"bea\" AND \"eat\"");
        assert_eq!(question("at"), "\"at\" *");
    }

    #[test]
    fn signs_are_searched_like_letters() {
        assert_eq!(question("%"), "\"\u{E025}\" *");
        assert_eq!(question("a\"b"), "\"a\u{E022}b\"");
    }
}
