//! Signed links to archives, for downloads by the browser itself.

use std::time::Duration;

use domain::ids::{ArchiveId, SessionId, UserId};
use domain::time::Timestamp;

use crate::files::signed_links;

/// How long a link works: long enough to download tens of gigabytes over a slow connection.
pub const LIFE: Duration = Duration::from_secs(12 * 60 * 60);

/// What a link says.
#[derive(Debug, PartialEq, Eq)]
pub struct Claims {
    pub owner: UserId,
    pub session: SessionId,
    pub archive: ArchiveId,
    pub expires_at: Timestamp,
}

impl signed_links::Claims for Claims {
    const PURPOSE: &'static [u8] = b"ledgerline archive 1\0";

    fn to_bytes(&self) -> Vec<u8> {
        let expires_at = self.expires_at.as_millis().to_be_bytes();
        let (owner, session) = (self.owner.as_bytes().as_slice(), self.session.as_bytes());
        [owner, session, self.archive.as_bytes(), &expires_at].concat()
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (owner, rest) = bytes.split_first_chunk()?;
        let (session, rest) = rest.split_first_chunk()?;
        let (archive, expires_at) = rest.split_first_chunk()?;
        Some(Self {
            owner: UserId::from_bytes(*owner),
            session: SessionId::from_bytes(*session),
            archive: ArchiveId::from_bytes(*archive),
            expires_at: Timestamp::from_millis(i64::from_be_bytes(expires_at.try_into().ok()?)),
        })
    }

    fn expires_at(&self) -> Timestamp {
        self.expires_at
    }
}
