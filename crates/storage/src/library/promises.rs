//! How many live licenses promise a file. A promised file is not deleted by accident, and its bytes stay while a license
//! promises them.

use std::collections::BTreeMap;

use domain::ids::{FileId, UserId};

use crate::db::{Conn, DbError, params, sql};

/// The number of live licenses for each of these files that at least one promises. The file that plays has the id of its
/// beat.
pub fn count(
    conn: &mut Conn,
    owner: UserId,
    files: &[FileId],
) -> Result<BTreeMap<FileId, i64>, DbError> {
    let mut promised = BTreeMap::new();
    for file in files {
        let count = conn.query_one(
            sql!(
                "SELECT COUNT(*) FROM license_files f
                 JOIN licenses l ON l.owner_id = f.owner_id AND l.id = f.license_id
                 WHERE f.owner_id = ?1 AND f.file_id = ?2 AND l.state = 'active'"
            ),
            params![&owner.to_string(), &file.to_string()],
            |row| row.int(0),
        )?;
        if count > 0 {
            promised.insert(*file, count);
        }
    }
    Ok(promised)
}
