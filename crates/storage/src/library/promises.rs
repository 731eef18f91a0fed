//! Looks up which files are promised by active licenses. A promised file is not deleted by accident, and its bytes stay
//! stored while a license promises them.

use std::collections::{BTreeMap, BTreeSet};

use domain::calendar::Day;
use domain::ids::{FileId, UserId};

use crate::db::{Conn, DbError, Sql, Value, require};

/// How many active licenses promise a set of files.
#[derive(Debug, Default)]
pub struct Promises {
    files: BTreeMap<FileId, i64>,
    /// How many licenses promise at least one of the files.
    pub licenses: i64,
}

impl Promises {
    /// How many licenses promise this file.
    pub fn of(&self, file: FileId) -> i64 {
        self.files.get(&file).copied().unwrap_or(0)
    }
}

/// The licenses in force that promise any of these files. The file that plays has the id of its beat.
pub fn find(
    conn: &mut Conn,
    owner: UserId,
    files: &[FileId],
    today: Day,
) -> Result<Promises, DbError> {
    if files.is_empty() {
        return Ok(Promises::default());
    }
    let mut values: Vec<Value<'_>> = vec![owner.to_string().into(), today.to_string().into()];
    values.extend(files.iter().map(|file| Value::from(file.to_string())));
    let places: Vec<String> = (3..=values.len()).map(|place| format!("?{place}")).collect();
    let text = format!(
        "SELECT f.file_id, f.license_id FROM (
           SELECT owner_id, file_id, license_id FROM license_files
           WHERE owner_id = ?1 AND file_id IN ({places})
           UNION
           SELECT owner_id, content_id, license_id FROM delivery_files
           WHERE owner_id = ?1 AND content_id IN ({places}) AND source = 'added') f
         JOIN licenses l ON l.owner_id = f.owner_id AND l.id = f.license_id
         WHERE l.state = 'active' AND (l.expires_on IS NULL OR l.expires_on >= ?2)",
        places = places.join(", ")
    );
    let pairs = conn.query(&Sql::dynamic(text), &values, |row| {
        Ok((require(0, FileId::parse(row.text(0)?))?, row.text(1)?.to_owned()))
    })?;
    let mut promises = Promises::default();
    let mut licenses = BTreeSet::new();
    for (file, license) in pairs {
        *promises.files.entry(file).or_default() += 1;
        licenses.insert(license);
    }
    promises.licenses = i64::try_from(licenses.len()).unwrap_or(i64::MAX);
    Ok(promises)
}
