//! Selects the file of a beat for each role.

use domain::ids::{FileId, UserId};
use domain::library::documents::Document;
use domain::library::files::File;
use domain::licenses::Role;
use storage::db::Conn;
use storage::library::files;

use crate::Result;

/// The current files of a beat for these roles, which a license promises and delivers. The file that plays is included
/// if it has one of the roles and no other file has that role.
pub fn for_roles(
    conn: &mut Conn,
    owner: UserId,
    document: &Document,
    roles: &[Role],
) -> Result<Vec<File>> {
    let beside = files::list(conn, owner, document.id)?;
    let mut found = Vec::new();
    for role in roles {
        let current = beside.iter().find(|file| file.role == *role && file.is_current);
        match current {
            Some(file) => found.push(file.clone()),
            None if document.own_role() == Some(*role) => found.push(own_file(document, *role)),
            None => {}
        }
    }
    Ok(found)
}

/// The file that plays, as a file of a role.
fn own_file(document: &Document, role: Role) -> File {
    File {
        id: FileId::from_bytes(*document.id.as_bytes()),
        document: document.id,
        role,
        version: 1,
        is_current: true,
        name: document.file_name.clone(),
        mime: document.mime.clone(),
        size: document.size,
        content_hash: document.content_hash.clone(),
        duration_ms: document.duration_ms,
        created_at: document.uploaded_at,
    }
}
