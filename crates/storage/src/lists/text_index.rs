//! Finding a piece of text inside titles, descriptions and references of transactions, and inside titles
//! and clients of sales. PostgreSQL has an index of its own for that; on SQLite a full-text index holds every run
//! of three letters, made here, so that a term is found wherever it stands in a word and one of one or two
//! letters is found too. Neither case nor accents count.
//!
//! The index narrows down; whether the term really occurs is always checked against the row.

use domain::{folding::folded, ids::UserId};

use crate::db::{Conn, DbError, Engine, Tx, params, sql};

/// Rows of one book in the index: see the migration.
pub(crate) const BOOK: i64 = 1 << 30;
/// After this many different runs of a term, more would narrow down little.
const MOST_RUNS: usize = 12;
/// The runs of `txn-`.
const IN_EVERY_ROW: [&str; 2] = ["txn", "xn\u{E02D}"];
/// Stands after the end of a text, so that its last letters begin a run too.
const END: char = '\u{E0FF}';

/// The lists that are searched like this, each with an index of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Index {
    Transactions,
    Sales,
}

/// What is searched: all of it folded, as the engines do not agree on what that is.
pub(crate) fn text_of(title: &str, description: Option<&str>, reference: &str) -> String {
    folded(&format!("{title}\n{}\n{reference}", description.unwrap_or_default()))
}

/// A pattern for LIKE in which nothing but the term itself counts.
pub(crate) fn pattern(term: &str) -> String {
    let mut pattern = String::from("%");
    for letter in folded(term).chars() {
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
    folded(text).chars().map(moved).collect()
}

/// Every run of three letters, each once.
pub(crate) fn pieces(search: &str) -> String {
    let mut letters = letters(search);
    letters.extend([END, END]);
    let mut runs: Vec<&[char]> = letters.windows(3).collect();
    runs.sort_unstable();
    runs.dedup();
    let mut pieces = String::with_capacity(runs.len() * 6);
    for run in runs {
        if !pieces.is_empty() {
            pieces.push(' ');
        }
        pieces.extend(run);
    }
    pieces
}

/// The term in the index's own words: runs that touch, and the last. Between them they have every letter;
/// those that overlap would narrow down little more, and the index would have to align them all.
pub(crate) fn question(term: &str) -> String {
    let letters = letters(term);
    if letters.len() < 3 {
        return format!("\"{}\" *", letters.iter().collect::<String>());
    }
    let last = letters.len() - 3;
    let starts = (0..last).step_by(3).take(MOST_RUNS - 1).chain([last]);
    let mut runs: Vec<String> =
        starts.map(|start| letters[start..start + 3].iter().collect()).collect();
    runs.sort_unstable();
    runs.dedup();
    // Every reference has these, so they are in every row and say nothing.
    let says_something = |run: &String| !IN_EVERY_ROW.contains(&run.as_str());
    if runs.iter().any(says_something) {
        runs.retain(says_something);
    }
    runs.iter().map(|run| format!("\"{run}\"")).collect::<Vec<_>>().join(" AND ")
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
        assert_eq!(question("mellotron"), "\"lot\" AND \"mel\" AND \"ron\"");
        assert_eq!(question("studio r"), "\"dio\" AND \"o\u{E020}r\" AND \"stu\"");
        assert_eq!(question("aaaaaa"), "\"aaa\"");
    }

    #[test]
    fn accents_do_not_count() {
        assert_eq!(pattern("Été"), "%ete%");
        assert_eq!(question("Été"), question("ete"));
    }

    #[test]
    fn what_every_row_has_is_not_asked_for() {
        assert_eq!(question("TXN-777"), "\"777\" AND \"\u{E02D}77\"");
        assert_eq!(question("txn"), "\"txn\"");
    }

    #[test]
    fn signs_are_searched_like_letters() {
        assert_eq!(question("%"), "\"\u{E025}\" *");
        assert_eq!(question("a\"b"), "\"a\u{E022}b\"");
    }
}
