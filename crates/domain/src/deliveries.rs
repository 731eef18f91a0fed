//! Deliveries: the files, contracts and receipts of licenses, at a link for their buyer, and the record of downloads.

use std::collections::BTreeSet;
use std::ops::Range;
use std::time::Duration;

use crate::ids::{DeliveryId, EventId, FileId, LicenseId, OfferId};
use crate::licenses::Role;
use crate::text::file_names;
use crate::text::words::words;
use crate::time::Timestamp;

pub const DEFAULT_DAYS: u32 = 90;
pub const DEFAULT_TICKETS: u32 = 20;
/// How many years the record of a delivery is kept after its last license has ended.
pub const DEFAULT_RECORD_YEARS: u32 = 6;
pub const DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// The value of a form's `file` field that stands for all files of a delivery, as one ZIP file.
pub const ALL: &str = "all";

const LONGEST_STEM: usize = 120;
/// The largest number of separate byte ranges that are stored for one download.
const MOST_RANGES: usize = 64;

words! {
    /// The state of a delivery. Ready: every promised file can be downloaded. Waiting: a promised file is missing.
    /// Over: the link has expired and can be renewed. Ended: no license of the delivery is in force.
    State: "state" { Ready = "ready", Waiting = "waiting", Over = "over", Ended = "ended" }
}

words! {
    /// Where a delivered file comes from. Frozen: frozen with the license. Added: added later for a role that was
    /// missing. Newer: a later version. Paper: a contract or a receipt.
    Source: "source" { Frozen = "frozen", Added = "added", Newer = "newer", Paper = "paper" }
}

words! {
    EventKind: "kind" {
        Opened = "opened",
        Completed = "completed",
        Mailed = "mailed",
        Renewed = "renewed",
        LinkAsked = "link asked",
        Ticket = "ticket",
        Download = "download",
    }
}

/// What a delivered file is: a file of the beat with its role, the contract, or the receipt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    File(Role),
    Contract,
    Receipt,
}

impl Part {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::File(role) => role.as_str(),
            Self::Contract => "contract",
            Self::Receipt => "receipt",
        }
    }

    pub fn find(text: &str) -> Option<Self> {
        match text {
            "contract" => Some(Self::Contract),
            "receipt" => Some(Self::Receipt),
            role => Role::find(role).map(Self::File),
        }
    }

    pub const fn is_paper(self) -> bool {
        matches!(self, Self::Contract | Self::Receipt)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    pub id: DeliveryId,
    pub offer: Option<OfferId>,
    /// The token of the link, sealed.
    pub token: Vec<u8>,
    pub includes_newer: bool,
    pub tickets_allowed: i64,
    /// For how many days the link was valid when the delivery was opened or last renewed.
    pub days: i64,
    pub expires_at: Timestamp,
    pub completed_at: Option<Timestamp>,
    pub first_downloaded_at: Option<Timestamp>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

impl Delivery {
    pub fn is_over(&self, now: Timestamp) -> bool {
        self.expires_at <= now
    }

    pub fn state(&self, is_any_in_force: bool, is_complete: bool, now: Timestamp) -> State {
        match (is_any_in_force, self.is_over(now), is_complete) {
            (false, _, _) => State::Ended,
            (true, true, _) => State::Over,
            (true, false, false) => State::Waiting,
            (true, false, true) => State::Ready,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliveryFile {
    pub id: FileId,
    pub license: LicenseId,
    /// The id of the file of the beat; of the license for a contract; of the sale for a receipt.
    pub content_id: String,
    pub part: Part,
    pub source: Source,
    /// The file name that the buyer saves it under.
    pub name: String,
    pub mime: String,
    pub size: i64,
    pub content_hash: String,
    /// `None` until a job has computed the hash.
    pub sha256: Option<String>,
    pub crc32: Option<u32>,
    pub tickets: i64,
    pub downloads: i64,
    pub added_at: Timestamp,
}

/// A promised file that is not there yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    pub license: LicenseId,
    pub title: String,
    pub role: Role,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    pub id: EventId,
    pub kind: EventKind,
    pub at: Timestamp,
    /// A short text for people, or the message id of a letter.
    pub detail: String,
    pub ticket: Option<EventId>,
    /// The id of a file, or `all`.
    pub file_id: Option<String>,
    pub file: Option<String>,
    pub address: Option<String>,
    pub browser: Option<String>,
    pub bytes: Option<i64>,
    pub covered: SentRanges,
    pub is_whole: bool,
}

/// The byte ranges of a file that were sent, sorted and without overlaps.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SentRanges(Vec<Range<u64>>);

impl SentRanges {
    #[must_use]
    pub fn with(mut self, new: Range<u64>) -> Self {
        if new.is_empty() {
            return self;
        }
        self.0.push(new);
        self.0.sort_unstable_by_key(|range| range.start);
        let mut merged: Vec<Range<u64>> = Vec::new();
        for range in self.0 {
            match merged.last_mut() {
                Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
                _ => merged.push(range),
            }
        }
        merged.truncate(MOST_RANGES);
        Self(merged)
    }

    #[must_use]
    pub fn with_all(self, new: Self) -> Self {
        new.0.into_iter().fold(self, Self::with)
    }

    pub fn is_whole(&self, size: u64) -> bool {
        size == 0 || self.0.first().is_some_and(|range| range.start == 0 && range.end >= size)
    }

    /// Writes the ranges as `0-500 700-900`, with exclusive ends.
    pub fn write(&self) -> String {
        let ranges = self.0.iter().map(|range| format!("{}-{}", range.start, range.end));
        ranges.collect::<Vec<_>>().join(" ")
    }

    pub fn read(text: &str) -> Option<Self> {
        let parts = text.split(' ').filter(|part| !part.is_empty());
        let ranges = parts.map(|part| {
            let (start, end) = part.split_once('-')?;
            Some(start.parse().ok()?..end.parse().ok()?)
        });
        ranges.collect::<Option<Vec<_>>>().map(Self)
    }
}

/// The name of a role in a file's name.
pub const fn label(role: Role) -> &'static str {
    match role {
        Role::Mp3 => "MP3",
        Role::Wav => "WAV",
        Role::Tagged => "Tagged",
        Role::Stems => "Stems",
        Role::Project => "Project",
        Role::Midi => "MIDI",
        Role::Artwork => "Artwork",
        Role::Other => "Other",
    }
}

/// The name of a delivered file, such as `Maya Okafor - Lagos After Rain (WAV).wav`, in letters that every file system
/// takes. Only the name of a later version contains its number.
pub fn file_name(
    artist: &str,
    title: &str,
    role: Role,
    version: Option<i64>,
    extension: &str,
) -> String {
    let artist = artist.trim();
    let whole = if artist.is_empty() { title.to_owned() } else { format!("{artist} - {title}") };
    let stem: String = file_names::for_file_system(&whole).chars().take(LONGEST_STEM).collect();
    let version = version.map(|version| format!(", version {version}")).unwrap_or_default();
    let dot = if extension.is_empty() { "" } else { "." };
    format!("{} ({}{version}){dot}{extension}", stem.trim(), label(role))
}

/// Returns the name, or the name with a number if it is in `taken`. Compared in lower case, because some file systems
/// ignore letter case.
pub fn unique_name(name: String, taken: &BTreeSet<String>) -> String {
    if !taken.contains(&name.to_lowercase()) {
        return name;
    }
    let (stem, extension) = match name.rsplit_once('.') {
        Some((stem, extension)) => (stem.to_owned(), format!(".{extension}")),
        None => (name, String::new()),
    };
    let mut number = 2_u32;
    loop {
        let next = format!("{stem} {number}{extension}");
        if !taken.contains(&next.to_lowercase()) {
            return next;
        }
        number += 1;
    }
}

/// Masks an email address: `a•••@balogun.music`.
pub fn masked(email: &str) -> String {
    match email.split_once('@') {
        Some((name, host)) => {
            let first: String = name.chars().take(1).collect();
            format!("{first}•••@{host}")
        }
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // DLV-04
    #[test]
    fn dlv_04_a_download_in_parts_is_whole_when_every_byte_was_sent() {
        let parts = [0..100, 250..300, 100..180, 170..260];
        let all = parts.into_iter().fold(SentRanges::default(), SentRanges::with);
        assert!(all.is_whole(300) && !all.is_whole(301));
        let gap = SentRanges::default().with(0..100).with(200..300).with(400..400);
        assert_eq!(gap.write(), "0-100 200-300");
        assert!(!gap.is_whole(300));
        assert_eq!(SentRanges::read(&gap.write()), Some(gap));
        assert_eq!(SentRanges::read("x"), None);
        let many = (0..10_000).fold(SentRanges::default(), |all, n| all.with(n * 2..n * 2 + 1));
        assert_eq!(many.0.len(), MOST_RANGES);
    }

    // DLV-02, PUB-12
    #[test]
    fn dlv_02_names_are_plain_unique_and_harmless() {
        let name = |artist: &str, title: &str| file_name(artist, title, Role::Wav, None, "wav");
        assert_eq!(
            name("Maya Okafor", "Lagos After Rain"),
            "Maya Okafor - Lagos After Rain (WAV).wav"
        );
        assert_eq!(name("", "CON"), "CON (WAV).wav");
        assert_eq!(name("..", "../../etc/passwd\r\nX: 1"), "- .._.._etc_passwdX_ 1 (WAV).wav");
        assert_eq!(name("a", "gnp\u{202E}vaw"), "a - gnpvaw (WAV).wav");
        assert!(name("a", &"x".repeat(400)).len() < 140);
        assert_eq!(
            file_name("M", "T", Role::Stems, Some(2), "zip"),
            "M - T (Stems, version 2).zip"
        );
        let taken = BTreeSet::from(["a.wav".to_owned(), "a 2.wav".to_owned()]);
        assert_eq!(unique_name("A.wav".to_owned(), &taken), "A 3.wav");
        assert_eq!(unique_name("b.wav".to_owned(), &taken), "b.wav");
    }

    #[test]
    fn an_address_is_masked() {
        assert_eq!(masked("ade@balogun.music"), "a•••@balogun.music");
        assert_eq!((masked(""), masked("x")), (String::new(), String::new()));
    }
}
