//! Where an account's files lie in the media store.

use blobs::Key;
use domain::documents::Document;
use domain::ids::{DocumentId, UserId};

/// What the keys of contents and of pictures begin with.
pub(crate) const MEDIA: &str = "media";
pub(crate) const THUMBNAILS: &str = "thumbs";
/// The same of files of exports and of archives.
pub(crate) const EXPORTS: &str = "exports";
pub(crate) const ARCHIVES: &str = "archives";

/// Where an account's files lie in the store, each under the owner's id.
pub const FOLDERS: [&str; 4] = [MEDIA, THUMBNAILS, EXPORTS, ARCHIVES];

#[expect(clippy::expect_used, reason = "ids and hashes are plain letters, digits and dashes")]
pub(crate) fn key(text: &str) -> Key {
    Key::parse(text).expect("a key of ours is a key")
}

/// Where an item's bytes lie.
pub fn content_key(owner: UserId, id: DocumentId) -> Key {
    key(&format!("{MEDIA}/{owner}/{id}"))
}

/// Where its picture lies. Another picture has another key, so that no reader sees half of each.
pub fn thumbnail_key(owner: UserId, id: DocumentId, hash: &str) -> Key {
    key(&format!("{THUMBNAILS}/{owner}/{id}-{hash}"))
}

/// Everything a row names in the store.
pub(crate) fn keys_of(owner: UserId, document: &Document) -> Vec<Key> {
    let picture = document.thumbnail.as_ref();
    let picture = picture.map(|hash| thumbnail_key(owner, document.id, hash));
    [content_key(owner, document.id)].into_iter().chain(picture).collect()
}
