//! The global search: beats, clients, sales, licenses and transactions that contain all words, each word anywhere. The
//! rows come from an index, or only the newest are scanned; no statement reads a whole list. Returns up to a
//! hundred rows of each kind, newest first; the caller ranks them.

use domain::ids::UserId;
use domain::numbers::clamp_usize;
use domain::text::search::Kind;
use domain::text::trigrams::{like_pattern, to_fts_query};

use crate::db::{Conn, DbError, Engine, Row, Sql, Value, params, sql};
use crate::lists::searched_items::Item;
use crate::lists::text_index::{BOOK, book};
use crate::money::transactions::query::BoundValues;

/// The largest number of results of a kind.
const CANDIDATES: i64 = 100;
/// How many rows an index may return, and how many of the newest are scanned without an index.
const SCANNED: i64 = 1_000;
/// PostgreSQL: with `SEVERAL` matches among the newest `SCANNED` rows, scanning `SCANNED_FURTHER` rows is
/// quicker than an index that collects every match. `ENOUGH` matches end the search, because no more are shown.
const SEVERAL: usize = 5;
const SCANNED_FURTHER: i64 = 10_000;
const ENOUGH: usize = 25;
/// Shorter words are in too many rows for an index.
const MIN_RUN: usize = 3;
/// The number of digits of the largest number.
const MOST_DIGITS: u32 = 18;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit {
    pub id: String,
    pub title: String,
    /// Further fields of the row: category, genre and status of a beat; email of a client; client, day, status
    /// and number of a sale; buyer, kind, state and number of a license; number, day and status of a transaction.
    pub details: [String; 4],
    pub amount: Option<i64>,
    pub currency: Option<String>,
}

/// Finds the rows of each kind that contain all words. The words must be folded.
pub fn find(
    conn: &mut Conn,
    owner: UserId,
    words: &[String],
) -> Result<Vec<(Kind, Vec<Hit>)>, DbError> {
    conn.snapshot()?;
    conn.plan_by_values()?;
    Kind::ALL.iter().map(|kind| Ok((*kind, of_kind(conn, owner, *kind, words)?))).collect()
}

/// Newest first, except that a row whose full reference was typed comes first: other references begin with it
/// too.
fn of_kind(
    conn: &mut Conn,
    owner: UserId,
    kind: Kind,
    words: &[String],
) -> Result<Vec<Hit>, DbError> {
    let mut hits = candidates(conn, owner, kind, words)?;
    if let [word] = words
        && let Some(exact) = by_full_reference(conn, owner, kind, word)?
    {
        hits.retain(|hit| hit.id != exact.id);
        hits.insert(0, exact);
    }
    Ok(hits)
}

/// What the references of a kind begin with, folded.
const fn prefix(kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::Beat | Kind::Client => None,
        Kind::Sale => Some("sale-"),
        Kind::License => Some("lic-"),
        Kind::Transaction => Some("txn-"),
    }
}

fn by_full_reference(
    conn: &mut Conn,
    owner: UserId,
    kind: Kind,
    word: &str,
) -> Result<Option<Hit>, DbError> {
    let digits = prefix(kind).and_then(|prefix| word.strip_prefix(prefix));
    let Some(number) = digits.and_then(|digits| digits.parse::<i64>().ok()) else {
        return Ok(None);
    };
    let mut bound = bound(owner);
    let number = bound.bind(number);
    let text = format!(
        r"SELECT {} FROM {} AS t
          WHERE t.owner_id = ?1 AND t.number = {number} AND t.search LIKE {} ESCAPE '\'",
        columns(kind),
        table(kind),
        bound.bind(like_pattern(word)),
    );
    conn.query_opt(&Sql::dynamic(text), &bound.0, hit)
}

fn candidates(
    conn: &mut Conn,
    owner: UserId,
    kind: Kind,
    words: &[String],
) -> Result<Vec<Hit>, DbError> {
    let engine = conn.engine();
    let indexed: Vec<&String> =
        words.iter().filter(|word| can_use_index(engine, kind, word)).collect();
    if indexed.is_empty() {
        return newest(conn, owner, kind, words, SCANNED);
    }
    match engine {
        Engine::Sqlite => by_pieces(conn, owner, kind, words, &indexed),
        Engine::Postgres => newest_then_index(conn, owner, kind, words),
    }
}

/// PostgreSQL: scans the newest rows first, which finds a common word quickly and in order. The index collects
/// every matching row before it returns the first one, about a microsecond each, so it is used for rare words.
fn newest_then_index(
    conn: &mut Conn,
    owner: UserId,
    kind: Kind,
    words: &[String],
) -> Result<Vec<Hit>, DbError> {
    let mut hits = newest(conn, owner, kind, words, SCANNED)?;
    if is_full(&hits) {
        return Ok(hits);
    }
    if hits.len() >= SEVERAL {
        hits = newest(conn, owner, kind, words, SCANNED_FURTHER)?;
        if hits.len() >= ENOUGH {
            return Ok(hits);
        }
    }
    if let [word] = words
        && let Some(digits) = reference_digits(kind, word)
    {
        add_new(&mut hits, by_number(conn, owner, kind, words, digits)?);
        if hits.len() >= ENOUGH {
            return Ok(hits);
        }
    }
    let more = by_trigrams(conn, owner, kind, words)?;
    add_new(&mut hits, more);
    Ok(hits)
}

fn is_full(hits: &[Hit]) -> bool {
    hits.len() >= clamp_usize(CANDIDATES)
}

fn add_new(hits: &mut Vec<Hit>, more: Vec<Hit>) {
    let present = hits.len();
    for hit in more {
        if !hits[..present].iter().any(|near| near.id == hit.id) {
            hits.push(hit);
        }
    }
}

/// The leading digits of a number, if the word is the beginning of a reference. Numbers below a hundred are
/// padded with zeros; the index finds those.
pub fn reference_digits(kind: Kind, word: &str) -> Option<i64> {
    let digits = word.strip_prefix(prefix(kind)?)?;
    let is_number = digits.bytes().all(|digit| digit.is_ascii_digit());
    digits.parse().ok().filter(|_| is_number && !digits.starts_with('0'))
}

/// The ranges of numbers that begin with these digits, one for each length, the longest first.
pub fn numbers_like(digits: i64) -> Vec<(i64, i64)> {
    let ranges = (0..MOST_DIGITS).rev().filter_map(|more| {
        let (size, first) = (10_i64.pow(more), digits.checked_mul(10_i64.pow(more))?);
        Some((first, first.checked_add(size - 1)?))
    });
    ranges.collect()
}

/// Whether an index narrows the search for a word. PostgreSQL's index needs three letters or digits in a row;
/// SQLite's accepts fewer, but in the long lists almost every row contains those.
fn can_use_index(engine: Engine, kind: Kind, word: &str) -> bool {
    match engine {
        Engine::Sqlite => {
            word.chars().count() >= MIN_RUN || matches!(kind, Kind::Beat | Kind::Client)
        }
        Engine::Postgres => word
            .split(|letter: char| !letter.is_alphanumeric())
            .any(|run| run.chars().count() >= MIN_RUN),
    }
}

const fn table(kind: Kind) -> &'static str {
    match kind {
        Kind::Beat => "documents",
        Kind::Client => "beneficiaries",
        Kind::Sale => "sales",
        Kind::License => "licenses",
        Kind::Transaction => "transactions",
    }
}

/// The column that orders a list of this kind.
const fn order(kind: Kind) -> &'static str {
    match kind {
        Kind::Beat | Kind::Client => "t.id",
        Kind::Sale | Kind::Transaction => "t.position",
        Kind::License => "t.number",
    }
}

const fn columns(kind: Kind) -> &'static str {
    match kind {
        Kind::Beat => {
            "t.id, t.title, t.category, COALESCE(t.genre, ''), t.status, '', CAST(NULL AS BIGINT), CAST(NULL AS TEXT)"
        }
        Kind::Client => {
            "t.id, t.name, t.email, '', '', '', CAST(NULL AS BIGINT), CAST(NULL AS TEXT)"
        }
        Kind::Sale => {
            "t.id, t.title, t.client, t.date, t.status, CAST(t.number AS TEXT), t.amount, t.currency"
        }
        Kind::License => {
            "t.id, t.title, t.buyer_name, t.kind, t.state, CAST(t.number AS TEXT), t.price, t.currency"
        }
        Kind::Transaction => {
            "t.id, t.title, CAST(t.number AS TEXT), t.date, t.status, '', t.amount, t.currency"
        }
    }
}

fn hit(row: &Row<'_>) -> Result<Hit, DbError> {
    let text = |at: usize| Ok::<_, DbError>(row.text(at)?.to_owned());
    Ok(Hit {
        id: text(0)?,
        title: text(1)?,
        details: [text(2)?, text(3)?, text(4)?, text(5)?],
        amount: row.opt_int(6)?,
        currency: row.opt_text(7)?.map(str::to_owned),
    })
}

fn bound(owner: UserId) -> BoundValues {
    BoundValues(vec![Value::from(owner.to_string())])
}

/// The condition that every word occurs. The words go into the parameters only.
fn all_words(bound: &mut BoundValues, words: &[String]) -> String {
    let each = words
        .iter()
        .map(|word| format!(r"t.search LIKE {} ESCAPE '\'", bound.bind(like_pattern(word))));
    each.collect::<Vec<_>>().join(" AND ")
}

/// Searches only the newest `among` rows.
fn newest(
    conn: &mut Conn,
    owner: UserId,
    kind: Kind,
    words: &[String],
    among: i64,
) -> Result<Vec<Hit>, DbError> {
    let (mut bound, order) = (bound(owner), order(kind));
    let scanned = bound.bind(among);
    let fit = all_words(&mut bound, words);
    let text = format!(
        "SELECT {} FROM (SELECT * FROM {} AS t WHERE t.owner_id = ?1 ORDER BY {order} DESC LIMIT {scanned}) AS t \
         WHERE {fit} ORDER BY {order} DESC LIMIT {}",
        columns(kind),
        table(kind),
        bound.bind(CANDIDATES),
    );
    conn.query(&Sql::dynamic(text), &bound.0, hit)
}

/// PostgreSQL: sales, licenses or transactions by the leading digits of their number, the newest of each length. Every
/// reference has the same letters before the number, so the trigram index would return all rows.
fn by_number(
    conn: &mut Conn,
    owner: UserId,
    kind: Kind,
    words: &[String],
    digits: i64,
) -> Result<Vec<Hit>, DbError> {
    let mut bound = bound(owner);
    let most = bound.bind(CANDIDATES);
    let counter = match kind {
        Kind::Sale => sql!("SELECT last_sale FROM books WHERE owner_id = ?1"),
        Kind::License => sql!("SELECT last_license FROM books WHERE owner_id = ?1"),
        _ => sql!("SELECT last_number FROM books WHERE owner_id = ?1"),
    };
    let last = conn.query_opt(counter, params![&owner.to_string()], |row| row.int(0))?;
    let table = table(kind);
    let given = numbers_like(digits).into_iter().filter(|(first, _)| Some(*first) <= last);
    let ranges = given.map(|(first, last)| {
        let (first, last) = (bound.bind(first), bound.bind(last));
        format!(
            "(SELECT * FROM {table} WHERE owner_id = ?1 AND number BETWEEN {first} AND {last} \
              ORDER BY number DESC LIMIT {most})"
        )
    });
    let ranges = ranges.collect::<Vec<_>>().join(" UNION ALL ");
    if ranges.is_empty() {
        return Ok(Vec::new());
    }
    let fit = all_words(&mut bound, words);
    let text = format!(
        "SELECT {} FROM ({ranges}) AS t WHERE {fit} ORDER BY {} DESC LIMIT {most}",
        columns(kind),
        order(kind),
    );
    conn.query(&Sql::dynamic(text), &bound.0, hit)
}

/// PostgreSQL: any `SCANNED` rows of the trigram index. They are not ordered inside, so that the index need not
/// find all of them.
fn by_trigrams(
    conn: &mut Conn,
    owner: UserId,
    kind: Kind,
    words: &[String],
) -> Result<Vec<Hit>, DbError> {
    let (mut bound, order) = (bound(owner), order(kind));
    let fit = all_words(&mut bound, words);
    let text = format!(
        "SELECT {} FROM (SELECT * FROM {} AS t WHERE t.owner_id = ?1 AND {fit} LIMIT {}) AS t \
         ORDER BY {order} DESC LIMIT {}",
        columns(kind),
        table(kind),
        bound.bind(SCANNED),
        bound.bind(CANDIDATES),
    );
    conn.query(&Sql::dynamic(text), &bound.0, hit)
}

/// SQLite: reads the last numbers from the full-text index, then their rows.
fn by_pieces(
    conn: &mut Conn,
    owner: UserId,
    kind: Kind,
    words: &[String],
    indexed: &[&String],
) -> Result<Vec<Hit>, DbError> {
    let pieces = match kind {
        Kind::Beat => "document_pieces",
        Kind::Client => "client_pieces",
        Kind::Sale => "sale_pieces",
        Kind::License => "license_pieces",
        Kind::Transaction => "transaction_pieces",
    };
    let first = book(conn, owner)? * BOOK;
    let queries: Vec<String> = indexed.iter().map(|word| to_fts_query(word)).collect();
    let ask = Sql::dynamic(format!(
        "SELECT rowid - ?2 FROM {pieces} WHERE {pieces} MATCH ?1 AND rowid BETWEEN ?2 AND ?3
         ORDER BY rowid DESC LIMIT ?4"
    ));
    let given: [Value<'_>; 4] =
        [queries.join(" AND ").into(), first.into(), (first + BOOK - 1).into(), SCANNED.into()];
    let numbers = conn.query(&ask, &given, |row| row.int(0))?;
    let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();

    let mut bound = bound(owner);
    let found = format!(
        "(SELECT value AS piece FROM json_each({})) AS found",
        bound.bind(format!("[{}]", numbers.join(",")))
    );
    // CROSS JOIN makes SQLite read the index results first, in their order, and then their rows.
    let rows = match kind {
        Kind::Beat | Kind::Client => {
            let item = if kind == Kind::Beat { Item::Document } else { Item::Client };
            format!(
                "{found} CROSS JOIN searched_items AS s \
                   ON s.owner_id = ?1 AND s.kind = {} AND s.number = piece \
                 CROSS JOIN {} AS t ON t.owner_id = ?1 AND t.id = s.id",
                bound.bind(item.as_str()),
                table(kind),
            )
        }
        Kind::Sale | Kind::License | Kind::Transaction => format!(
            "{found} CROSS JOIN {} AS t ON t.owner_id = ?1 AND t.number = piece",
            table(kind)
        ),
    };
    let fit = all_words(&mut bound, words);
    let text = format!(
        "SELECT {} FROM {rows} WHERE {fit} LIMIT {}",
        columns(kind),
        bound.bind(CANDIDATES)
    );
    conn.query(&Sql::dynamic(text), &bound.0, hit)
}
