//! The files that licenses promise, as they were when each license was issued.

use domain::calendar::Day;
use domain::ids::{LicenseId, UserId};
use domain::licenses::Role;
use domain::licenses::issued::File;

use crate::db::{Conn, DbError, Row, Tx, Value, many_rows, params, require, sql};

pub fn insert(
    tx: &mut Tx,
    owner: UserId,
    license: LicenseId,
    files: &[File],
) -> Result<(), DbError> {
    let rows = files.iter().map(|file| {
        let values: [Value<'_>; 7] = [
            owner.to_string().into(),
            license.to_string().into(),
            (&file.id).into(),
            file.role.as_str().into(),
            (&file.name).into(),
            file.size.into(),
            (&file.content_hash).into(),
        ];
        values
    });
    many_rows::insert(
        tx,
        "license_files (owner_id, license_id, file_id, role, name, size, content_hash)",
        rows.collect(),
    )
}

/// Returns the files that a license promises, in the order of their roles.
pub fn list(conn: &mut Conn, owner: UserId, license: LicenseId) -> Result<Vec<File>, DbError> {
    let mut files = conn.query(
        sql!(
            "SELECT file_id, role, name, size, content_hash FROM license_files
             WHERE owner_id = ?1 AND license_id = ?2 ORDER BY file_id"
        ),
        params![&owner.to_string(), license.to_string()],
        file,
    )?;
    files.sort_by_key(|file| file.role);
    Ok(files)
}

/// Returns a page of the promised files of all licenses.
pub fn list_after(
    conn: &mut Conn,
    owner: UserId,
    after: (&str, &str),
    limit: i64,
) -> Result<Vec<(LicenseId, File)>, DbError> {
    conn.query(
        sql!(
            "SELECT file_id, role, name, size, content_hash, license_id FROM license_files
             WHERE owner_id = ?1 AND (license_id, file_id) > (?2, ?3)
             ORDER BY license_id, file_id LIMIT ?4"
        ),
        params![&owner.to_string(), after.0, after.1, limit],
        |row| Ok((require(5, LicenseId::parse(row.text(5)?))?, file(row)?)),
    )
}

fn file(row: &Row<'_>) -> Result<File, DbError> {
    Ok(File {
        id: row.text(0)?.to_owned(),
        role: require(1, Role::find(row.text(1)?))?,
        name: row.text(2)?.to_owned(),
        size: row.int(3)?,
        content_hash: row.text(4)?.to_owned(),
    })
}

/// How many licenses in force promise a file.
pub fn count_promises(
    conn: &mut Conn,
    owner: UserId,
    file: &str,
    today: Day,
) -> Result<i64, DbError> {
    conn.query_one(
        sql!(
            "SELECT COUNT(*) FROM license_files f
             JOIN licenses l ON l.owner_id = f.owner_id AND l.id = f.license_id
             WHERE f.owner_id = ?1 AND f.file_id = ?2 AND l.state = 'active'
               AND (l.expires_on IS NULL OR l.expires_on >= ?3)"
        ),
        params![&owner.to_string(), file, today.to_string()],
        |row| row.int(0),
    )
}
