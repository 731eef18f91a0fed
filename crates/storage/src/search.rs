//! The search of everything an account holds: beats, clients, sales and transactions that have all of some
//! words, each word anywhere. An index leads to the rows, or the newest of them are looked through; nothing here
//! ever reads a whole list. Up to a hundred of each kind are handed on, the newest first, for whoever orders them.

use domain::{ids::UserId, search::Kind};

use crate::{
    db::{Conn, DbError, Engine, Row, Sql, Value},
    searched_items::Item,
    transaction_query::Bound,
    transaction_search::{BOOK, book, pattern, question},
};

/// How many of a kind are worth ordering.
const CANDIDATES: i64 = 100;
/// How many rows the index may lead to, and how many of the newest are looked through where it leads nowhere.
const LOOKED_AT: i64 = 1_000;
/// Words shorter than this are in too many rows to be asked of an index.
const RUN: usize = 3;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit {
    pub id: String,
    pub title: String,
    /// What else tells it from others, as the row has it: a beat's category, genre and status; a client's
    /// e-mail; a sale's client, day and status; a transaction's number, day and status.
    pub details: [String; 3],
    pub amount: Option<i64>,
    pub currency: Option<String>,
}

/// What has all of the words, of each kind. The words are folded already.
pub fn find(
    conn: &mut Conn,
    owner: UserId,
    words: &[String],
) -> Result<Vec<(Kind, Vec<Hit>)>, DbError> {
    conn.snapshot()?;
    conn.plan_by_values()?;
    Kind::ALL.iter().map(|kind| Ok((*kind, of_kind(conn, owner, *kind, words)?))).collect()
}

fn of_kind(
    conn: &mut Conn,
    owner: UserId,
    kind: Kind,
    words: &[String],
) -> Result<Vec<Hit>, DbError> {
    let engine = conn.engine();
    let asked: Vec<&String> = words.iter().filter(|word| is_asked(engine, kind, word)).collect();
    if asked.is_empty() {
        return newest(conn, owner, kind, words);
    }
    if engine == Engine::Sqlite {
        return by_pieces(conn, owner, kind, words, &asked);
    }
    // A word that many rows have is near, and only then is it sure that the newest are among those found. One that
    // few have is the index's to find.
    let mut hits = newest(conn, owner, kind, words)?;
    if hits.len() < usize::try_from(CANDIDATES).unwrap_or(usize::MAX) {
        let more = by_trigrams(conn, owner, kind, words)?;
        hits.extend(
            more.into_iter()
                .filter(|hit| !hits.iter().any(|known| known.id == hit.id))
                .collect::<Vec<_>>(),
        );
    }
    Ok(hits)
}

/// Whether an index can narrow a word down. PostgreSQL's knows runs of three letters or digits; SQLite's knows
/// shorter ones too, but in the long lists almost every row has those.
fn is_asked(engine: Engine, kind: Kind, word: &str) -> bool {
    match engine {
        Engine::Sqlite => word.chars().count() >= RUN || matches!(kind, Kind::Beat | Kind::Client),
        Engine::Postgres => word
            .split(|letter: char| !letter.is_alphanumeric())
            .any(|run| run.chars().count() >= RUN),
    }
}

const fn table(kind: Kind) -> &'static str {
    match kind {
        Kind::Beat => "documents",
        Kind::Client => "beneficiaries",
        Kind::Sale => "sales",
        Kind::Transaction => "transactions",
    }
}

/// What a list of this kind is ordered by.
const fn order(kind: Kind) -> &'static str {
    match kind {
        Kind::Beat | Kind::Client => "t.id",
        Kind::Sale | Kind::Transaction => "t.position",
    }
}

const fn columns(kind: Kind) -> &'static str {
    match kind {
        Kind::Beat => {
            "t.id, t.title, t.category, COALESCE(t.genre, ''), t.status, CAST(NULL AS BIGINT), CAST(NULL AS TEXT)"
        }
        Kind::Client => "t.id, t.name, t.email, '', '', CAST(NULL AS BIGINT), CAST(NULL AS TEXT)",
        Kind::Sale => "t.id, t.title, t.client, t.date, t.status, t.amount, t.currency",
        Kind::Transaction => {
            "t.id, t.title, CAST(t.number AS TEXT), t.date, t.status, t.amount, t.currency"
        }
    }
}

fn hit(row: &Row<'_>) -> Result<Hit, DbError> {
    let text = |at: usize| Ok::<_, DbError>(row.text(at)?.to_owned());
    Ok(Hit {
        id: text(0)?,
        title: text(1)?,
        details: [text(2)?, text(3)?, text(4)?],
        amount: row.opt_int(5)?,
        currency: row.opt_text(6)?.map(str::to_owned),
    })
}

fn bound(owner: UserId) -> Bound {
    Bound(vec![Value::from(owner.to_string())])
}

/// The condition that every word occurs, with the words only among the parameters.
fn all_words(bound: &mut Bound, words: &[String]) -> String {
    let each =
        words.iter().map(|word| format!(r"t.search LIKE {} ESCAPE '\'", bound.bind(pattern(word))));
    each.collect::<Vec<_>>().join(" AND ")
}

/// Among the newest rows alone.
fn newest(
    conn: &mut Conn,
    owner: UserId,
    kind: Kind,
    words: &[String],
) -> Result<Vec<Hit>, DbError> {
    let (mut bound, order) = (bound(owner), order(kind));
    let looked_at = bound.bind(LOOKED_AT);
    let fit = all_words(&mut bound, words);
    let text = format!(
        "SELECT {} FROM (SELECT * FROM {} AS t WHERE t.owner_id = ?1 ORDER BY {order} DESC LIMIT {looked_at}) AS t \
         WHERE {fit} ORDER BY {order} DESC LIMIT {}",
        columns(kind),
        table(kind),
        bound.bind(CANDIDATES),
    );
    conn.query(&Sql::dynamic(text), &bound.0, hit)
}

/// PostgreSQL: any so many that the index leads to; no order is asked for, so that it need not find them all.
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
        bound.bind(LOOKED_AT),
        bound.bind(CANDIDATES),
    );
    conn.query(&Sql::dynamic(text), &bound.0, hit)
}

/// SQLite: the last numbers the index has for the words, then each of their rows.
fn by_pieces(
    conn: &mut Conn,
    owner: UserId,
    kind: Kind,
    words: &[String],
    asked: &[&String],
) -> Result<Vec<Hit>, DbError> {
    let pieces = match kind {
        Kind::Beat => "document_pieces",
        Kind::Client => "client_pieces",
        Kind::Sale => "sale_pieces",
        Kind::Transaction => "transaction_pieces",
    };
    let first = book(conn, owner)? * BOOK;
    let questions: Vec<String> = asked.iter().map(|word| question(word)).collect();
    let ask = Sql::dynamic(format!(
        "SELECT rowid - ?2 FROM {pieces} WHERE {pieces} MATCH ?1 AND rowid BETWEEN ?2 AND ?3
         ORDER BY rowid DESC LIMIT ?4"
    ));
    let given: [Value<'_>; 4] =
        [questions.join(" AND ").into(), first.into(), (first + BOOK - 1).into(), LOOKED_AT.into()];
    let numbers = conn.query(&ask, &given, |row| row.int(0))?;
    let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();

    let mut bound = bound(owner);
    let found = format!(
        "(SELECT value AS piece FROM json_each({})) AS found",
        bound.bind(format!("[{}]", numbers.join(",")))
    );
    // CROSS JOIN: what was found first, in its order, then each of its rows.
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
        Kind::Sale | Kind::Transaction => format!(
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
