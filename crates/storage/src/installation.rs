//! The id of the installation that this database belongs to; its media store carries the same one.

use crate::db::{Conn, DbError, Tx, params, sql};

pub fn id(conn: &mut Conn) -> Result<Option<String>, DbError> {
    let find = sql!("SELECT id FROM installation WHERE place = 1");
    conn.query_opt(find, params![], |row| row.text(0).map(str::to_owned))
}

/// Which restore wrote the rows, where one did.
pub fn restored_by(conn: &mut Conn) -> Result<Option<String>, DbError> {
    let find = sql!("SELECT restored_by FROM installation WHERE place = 1");
    let found = conn.query_opt(find, params![], |row| Ok(row.opt_text(0)?.map(str::to_owned)))?;
    Ok(found.flatten())
}

/// Keeps the id where there is none yet, and answers the one that is kept.
pub fn keep(tx: &mut Tx, id: &str) -> Result<String, DbError> {
    let insert =
        sql!("INSERT INTO installation (place, id) VALUES (1, ?1) ON CONFLICT (place) DO NOTHING");
    tx.execute(insert, params![id])?;
    let find = sql!("SELECT id FROM installation WHERE place = 1");
    tx.query_one(find, params![], |row| row.text(0).map(str::to_owned))
}

/// After a restore: the rows are those of another installation, or of this one at an earlier time.
pub fn replace(tx: &mut Tx, id: &str, restored_by: &str) -> Result<(), DbError> {
    let replace = sql!(
        "INSERT INTO installation (place, id, restored_by) VALUES (1, ?1, ?2)
         ON CONFLICT (place) DO UPDATE SET id = excluded.id, restored_by = excluded.restored_by"
    );
    tx.execute(replace, params![id, restored_by]).map(drop)
}
