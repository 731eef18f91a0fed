//! The keys of an account's files in the media store.

use std::fmt::Display;

use blobs::Key;
use domain::ids::{DocumentId, LicenseId, UserId};
use domain::library::documents::Document;

/// First key segment of file contents and of thumbnails.
pub(crate) const MEDIA: &str = "media";
pub(crate) const THUMBNAILS: &str = "thumbs";
/// First key segment of exports and of archives.
pub(crate) const EXPORTS: &str = "exports";
pub(crate) const ARCHIVES: &str = "archives";
/// First key segment of the contracts of licenses.
pub(crate) const CONTRACTS: &str = "contracts";

/// First key segment of uploads that are not complete.
pub(crate) const GROWING: &str = "growing";

/// The first key segments under which an account's files are stored; the owner's id comes next.
pub const FOLDERS: [&str; 5] = [MEDIA, THUMBNAILS, EXPORTS, ARCHIVES, CONTRACTS];

#[expect(clippy::expect_used, reason = "ids and hashes are plain letters, digits and dashes")]
pub(crate) fn key(text: &str) -> Key {
    Key::parse(text).expect("a key of ours is a key")
}

/// The key of an item's file, or of a file beside it: both are found by their id alone.
pub fn content_key(owner: UserId, id: impl Display) -> Key {
    key(&format!("{MEDIA}/{owner}/{id}"))
}

/// The key of a license's contract, which is written once.
pub fn contract_key(owner: UserId, id: LicenseId) -> Key {
    key(&format!("{CONTRACTS}/{owner}/{id}"))
}

/// The key of an item's thumbnail. A new thumbnail gets a new key, so that no reader sees parts of both.
pub fn thumbnail_key(owner: UserId, id: DocumentId, hash: &str) -> Key {
    key(&format!("{THUMBNAILS}/{owner}/{id}-{hash}"))
}

/// The key of the thumbnail that a row refers to.
pub fn thumbnail_of(owner: UserId, document: &Document) -> Option<Key> {
    let picture = document.thumbnail.as_ref();
    picture.map(|hash| thumbnail_key(owner, document.id, hash))
}
