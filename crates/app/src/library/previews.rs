//! What strangers may hear of a beat. The one place that decides it: never the clean file.

use blobs::Key;
use domain::documents::{Document, MediaFile};
use domain::ids::UserId;
use domain::licenses::Role;
use storage::db::Conn;
use storage::library::{files, media_files};

use crate::Result;
use crate::files::blob_keys::content_key;

/// A file that may be played to strangers, and where its bytes are.
#[derive(Debug, Clone)]
pub struct Preview {
    pub file: MediaFile,
    pub key: Key,
}

/// What may be played to people without an account: the beat's tagged file, or the file that plays if a voice tag is in
/// it. None while there is neither.
pub fn playable(conn: &mut Conn, owner: UserId, beat: &Document) -> Result<Option<Preview>> {
    let preview = |file: MediaFile| Preview { key: content_key(owner, file.id), file };
    if beat.file_roles.contains(&Role::Tagged) {
        let mut all = files::list(conn, owner, beat.id)?.into_iter();
        if let Some(file) = all.find(|file| file.role == Role::Tagged && file.is_current) {
            return Ok(Some(preview(media_files::media_file(file))));
        }
    }
    Ok((beat.is_tagged == Some(true)).then(|| preview(beat.clone().into())))
}
