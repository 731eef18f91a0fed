//! Identifiers: UUIDv7, so that newer rows sort after older ones and lie together on disk. Each noun has its
//! own type, so that a session id cannot be passed for a user id.

use uuid::Uuid;

use crate::time::Timestamp;

macro_rules! id {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(Uuid);

        impl $name {
            pub fn new(now: Timestamp, random: [u8; 10]) -> Self {
                Self(version_7(now, random))
            }

            /// Parses the canonical form; any other text is no id.
            pub fn parse(text: &str) -> Option<Self> {
                (text.len() == 36).then(|| Uuid::try_parse(text).ok()).flatten().map(Self)
            }

            /// The creation time, which is part of a UUIDv7.
            pub fn made_at(&self) -> Timestamp {
                let millis = self.0.as_bytes()[..6].iter();
                Timestamp::from_millis(millis.fold(0, |sum, byte| sum << 8 | i64::from(*byte)))
            }

            pub const fn from_bytes(bytes: [u8; 16]) -> Self {
                Self(Uuid::from_bytes(bytes))
            }

            pub const fn as_bytes(&self) -> &[u8; 16] {
                self.0.as_bytes()
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.hyphenated().fmt(f)
            }
        }
    )+};
}

id! {
    UserId,
    SessionId,
    PasskeyId,
    /// An entry of the security log.
    EventId,
    JobId,
    /// An account of the ledger: the wallet, a currency's account, or the world outside.
    AccountId,
    TransactionId,
    BeneficiaryId,
    CardId,
    SaleId,
    GoalId,
    ExportId,
    ArchiveId,
    NotificationId,
    /// An installation: a database and the media store that belongs to it.
    InstallationId,
    /// A beat, a video or another file of the library.
    DocumentId,
    /// A file of a beat beside the one that plays, and its upload.
    FileId,
    /// A short sound that is laid over previews.
    VoiceTagId,
    /// A preview of a beat, the sound that people without an account hear.
    PreviewId,
    /// An application to a label, broadcaster, fund or bank.
    ApplicationId,
    /// A kind of license that a producer sells.
    LicenseKindId,
    /// A license that was issued.
    LicenseId,
    /// A share: beats that are shown to people without an account.
    ShareId,
    /// One address of a share, for one recipient.
    ShareLinkId,
    /// A message that a listener wrote at a share's link.
    ShareMessageId,
    /// A message that a visitor wrote at a public page.
    ShopMessageId,
    /// A producer's answer to a message.
    MessageAnswerId,
    /// An offer of licenses to one buyer.
    OfferId,
    /// A delivery: the files of licenses at a link for their buyer.
    DeliveryId,
    OfferLineId,
    /// The link to one revision of an offer.
    OfferLinkId,
    WayToPayId,
}

/// An id that callers send, with the noun that an answer uses if nothing has it.
pub trait Named: Sized {
    const NOUN: &'static str;

    fn parse(text: &str) -> Option<Self>;
}

macro_rules! named {
    ($($name:ident $noun:literal),+ $(,)?) => {$(
        impl Named for $name {
            const NOUN: &'static str = $noun;

            fn parse(text: &str) -> Option<Self> {
                Self::parse(text)
            }
        }
    )+};
}

named! {
    ApplicationId "application",
    ArchiveId "export",
    BeneficiaryId "client",
    CardId "card",
    DeliveryId "delivery",
    DocumentId "item",
    ExportId "export",
    FileId "file",
    GoalId "goal",
    LicenseId "license",
    LicenseKindId "license kind",
    NotificationId "notification",
    OfferId "offer",
    PasskeyId "passkey",
    SaleId "sale",
    ShareId "share",
    ShareLinkId "link",
    ShareMessageId "message",
    ShopMessageId "message",
    TransactionId "transaction",
    VoiceTagId "voice tag",
}

impl UserId {
    /// The owner of rows that belong to no account, such as sign-in attempts with an unknown e-mail address.
    pub const NOBODY: Self = Self(Uuid::nil());
}

fn version_7(now: Timestamp, random: [u8; 10]) -> Uuid {
    let millis = u64::try_from(now.as_millis()).unwrap_or(0);
    uuid::Builder::from_unix_timestamp_millis(millis, &random).into_uuid()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_ids_sort_after_earlier_ones() {
        let early = UserId::new(Timestamp::from_millis(1_000), [255; 10]);
        let late = UserId::new(Timestamp::from_millis(1_001), [0; 10]);
        assert!(early < late);
        assert!(early.to_string() < late.to_string());
    }

    #[test]
    fn an_id_tells_when_it_was_made() {
        for millis in [0, 1_700_000_000_123, (1 << 48) - 1] {
            let at = Timestamp::from_millis(millis);
            assert_eq!(UserId::new(at, [255; 10]).made_at(), at);
        }
    }

    #[test]
    fn only_the_canonical_text_is_an_id() {
        let id = UserId::new(Timestamp::from_millis(1_700_000_000_000), [7; 10]);
        assert_eq!(UserId::parse(&id.to_string()), Some(id));
        for text in ["", "1", "urn:uuid:018bcfe5-6800-7707-8707-070707070707", "%"] {
            assert_eq!(UserId::parse(text), None, "{text}");
        }
    }
}
