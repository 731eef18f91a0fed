//! The mark of the secret key that seals this database, so that a start with another key is detected.

use crate::db::{Conn, DbError, Tx, params, sql};

pub fn find(conn: &mut Conn) -> Result<Option<Vec<u8>>, DbError> {
    conn.query_opt(sql!("SELECT mark FROM key_marks WHERE place = 1"), params![], |row| {
        row.blob(0).map(<[u8]>::to_vec)
    })
}

/// Stores the mark if there is none yet.
pub fn insert(tx: &mut Tx, mark: &[u8]) -> Result<(), DbError> {
    let insert =
        sql!("INSERT INTO key_marks (place, mark) VALUES (1, ?1) ON CONFLICT (place) DO NOTHING");
    tx.execute(insert, params![mark]).map(drop)
}

pub fn replace(tx: &mut Tx, mark: &[u8]) -> Result<(), DbError> {
    let replace = sql!(
        "INSERT INTO key_marks (place, mark) VALUES (1, ?1)
         ON CONFLICT (place) DO UPDATE SET mark = excluded.mark"
    );
    tx.execute(replace, params![mark]).map(drop)
}
