//! The text of a statement for both engines, translated at compile time.
//!
//! Statements use SQLite's numbered parameters (`?1`); PostgreSQL's `$1` has the same length, so the
//! translation replaces single bytes outside quotes and comments, in a const. If the engines need different
//! texts, `sql!(sqlite: "…", postgres: "…")` has both; `sql!(sqlite: "…")` and `sql!(postgres: "…")` are for statements
//! that only one engine runs.
//!
//! In debug builds every `sql!` is in a list, which the crate `inventory` collects from the statics of the program, so
//! that a test can have both engines check all texts. A release build has no list.

use std::borrow::Cow;

#[cfg(debug_assertions)]
#[doc(hidden)]
pub use inventory;

#[derive(Debug, Clone)]
pub struct Sql {
    sqlite: Cow<'static, str>,
    postgres: Cow<'static, str>,
}

/// The text on the engine that a statement is not for; running it is a syntax error.
pub const NO_TEXT: &str = "this statement is for the other engine";

/// A `&'static Sql` from a literal (or any const `&str`).
#[macro_export]
macro_rules! sql {
    (sqlite: $sqlite:expr, postgres: $postgres:expr $(,)?) => {{
        const POSTGRES: &str = $postgres;
        const SWAPPED: [u8; POSTGRES.len()] = $crate::db::sql::numbered(POSTGRES);
        static SQL: $crate::db::Sql = $crate::db::Sql::fixed($sqlite, $crate::db::sql::text(&SWAPPED));
        $crate::listed!(&SQL);
        &SQL
    }};
    (sqlite: $text:expr $(,)?) => {
        $crate::sql!(sqlite: $text, postgres: $crate::db::sql::NO_TEXT)
    };
    (postgres: $text:expr $(,)?) => {
        $crate::sql!(sqlite: $crate::db::sql::NO_TEXT, postgres: $text)
    };
    ($text:expr) => {
        $crate::sql!(sqlite: $text, postgres: $text)
    };
}

/// A `sql!` of the program, in debug builds.
#[cfg(debug_assertions)]
pub struct Statement {
    /// The file and line of the `sql!`.
    pub place: &'static str,
    pub sql: &'static Sql,
}

#[cfg(debug_assertions)]
inventory::collect!(Statement);

#[cfg(debug_assertions)]
impl Statement {
    /// All statements of the program.
    pub fn all() -> impl Iterator<Item = &'static Statement> {
        inventory::iter::<Statement>()
    }
}

/// Adds a statement to the list.
#[cfg(debug_assertions)]
#[doc(hidden)]
#[macro_export]
macro_rules! listed {
    ($sql:expr) => {
        $crate::db::sql::inventory::submit! {
            $crate::db::sql::Statement { place: concat!(file!(), ":", line!()), sql: $sql }
        }
    };
}

#[cfg(not(debug_assertions))]
#[doc(hidden)]
#[macro_export]
macro_rules! listed {
    ($sql:expr) => {};
}

impl Sql {
    /// Used by `sql!`; each text must already be in its engine's form.
    pub const fn fixed(sqlite: &'static str, postgres: &'static str) -> Sql {
        Sql { sqlite: Cow::Borrowed(sqlite), postgres: Cow::Borrowed(postgres) }
    }

    /// A statement composed at run time (a list with optional filters). Only trusted text may go in: user input
    /// belongs in the parameters. Keep the number of different texts small, because each is cached.
    pub fn dynamic(text: String) -> Sql {
        let postgres = swap(text.as_bytes().to_vec());
        let postgres = String::from_utf8(postgres).unwrap_or_else(|_| text.clone());
        Sql { sqlite: Cow::Owned(text), postgres: Cow::Owned(postgres) }
    }

    /// The text for SQLite.
    pub fn sqlite(&self) -> &str {
        &self.sqlite
    }

    /// The text for PostgreSQL.
    pub fn postgres(&self) -> &str {
        &self.postgres
    }
}

/// The state of the scanner; a parameter counts only in `Code`.
#[derive(Clone, Copy, PartialEq)]
enum ScanState {
    Code,
    Quoted(u8),
    LineComment,
    BlockComment,
}

const fn step(state: ScanState, byte: u8, next: u8) -> ScanState {
    match (state, byte, next) {
        (ScanState::Code, b'\'' | b'"', _) => ScanState::Quoted(byte),
        (ScanState::Code, b'-', b'-') => ScanState::LineComment,
        (ScanState::Code, b'/', b'*') => ScanState::BlockComment,
        (ScanState::Quoted(quote), _, _) if byte == quote => ScanState::Code,
        (ScanState::LineComment, b'\n', _) | (ScanState::BlockComment, b'*', b'/') => {
            ScanState::Code
        }
        _ => state,
    }
}

/// Replaces `?1` by `$1` in a const. A bare `?` fails the build: its number would depend on the engine.
pub const fn numbered<const N: usize>(text: &str) -> [u8; N] {
    let source = text.as_bytes();
    assert!(source.len() == N, "the array must be as long as the text");
    let mut out = [0; N];
    let mut state = ScanState::Code;
    let mut i = 0;
    while i < N {
        let next = if i + 1 < N { source[i + 1] } else { 0 };
        out[i] = source[i];
        if matches!(state, ScanState::Code) && source[i] == b'?' {
            assert!(next.is_ascii_digit(), "number every parameter: ?1, ?2, …");
            out[i] = b'$';
        }
        state = step(state, source[i], next);
        i += 1;
    }
    out
}

/// The bytes of `numbered` as text. They differ from the UTF-8 source only in ASCII bytes.
pub const fn text(bytes: &'static [u8]) -> &'static str {
    match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => panic!("swapping ASCII for ASCII keeps UTF-8 valid"),
    }
}

fn swap(mut bytes: Vec<u8>) -> Vec<u8> {
    let mut state = ScanState::Code;
    for i in 0..bytes.len() {
        let next = bytes.get(i + 1).copied().unwrap_or(0);
        let byte = bytes[i];
        if state == ScanState::Code && byte == b'?' && next.is_ascii_digit() {
            bytes[i] = b'$';
        }
        state = step(state, byte, next);
    }
    bytes
}
