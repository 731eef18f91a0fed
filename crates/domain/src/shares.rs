//! Shares: beats that a producer shows to people without an account, by links of which each is for one recipient.

use crate::calendar::Day;
use crate::error::Invalid;
use crate::identity::users::looks_like_an_address;
use crate::ids::{BeneficiaryId, DocumentId, LicenseKindId, ShareId, ShareLinkId, ShareMessageId};
use crate::licenses::Role;
use crate::text::plain;
use crate::text::words::words;
use crate::time::Timestamp;

pub const MOST_BEATS: usize = 100;
/// The largest number of links that one request makes, and of live links of an account.
pub const MOST_AT_ONCE: usize = 50;
pub const MOST_LIVE: i64 = 2_000;
pub const DEFAULT_DAYS: u16 = 30;
/// A play counts after this many seconds, or at the end of a shorter beat.
pub const PLAY_SECONDS: i64 = 10;
/// How many parts of a beat the chart of where listeners stop has.
pub const PARTS: usize = 50;
pub const LONGEST_NOTE: usize = 500;

const LONGEST_TITLE: usize = 120;
const LONGEST_MESSAGE: usize = 1_000;
const LONGEST_NAME: usize = 120;
const MIN_PASSWORD: usize = 4;
const MOST_MONTHS: u16 = 24;

words! {
    /// What a recipient may download.
    Downloads: "downloads" {
        None = "none",
        Preview = "preview",
        Mp3 = "mp3",
        Wav = "wav",
        AllFiles = "all files",
    }
}

impl Downloads {
    /// Whether a file of this role may be downloaded. A tagged file counts as a preview.
    pub fn allows(self, role: Option<Role>) -> bool {
        match self {
            Self::None => false,
            Self::Preview => role == Some(Role::Tagged),
            Self::Mp3 => role == Some(Role::Mp3),
            Self::Wav => role == Some(Role::Wav),
            Self::AllFiles => true,
        }
    }
}

words! {
    State: "state" { Live = "live", Expired = "expired", Stopped = "stopped" }
}

words! {
    MessageKind: "kind" { Note = "note", Ask = "ask" }
}

pub fn title(text: &str) -> Result<String, Invalid> {
    let title = plain::line(text);
    if title.is_empty() {
        return Err(Invalid::new("title", "Please enter a title"));
    }
    plain::check_length("title", title, LONGEST_TITLE)
}

pub fn message(text: &str) -> Result<String, Invalid> {
    plain::check_length("message", plain::lines(text), LONGEST_MESSAGE)
}

pub fn name(text: &str) -> Result<String, Invalid> {
    plain::check_length("name", plain::line(text), LONGEST_NAME)
}

/// Checks a name that a visitor typed. It must not make a letter about the visitor read like one of the installation, so
/// it has no web address and none of the installation's `own_names`. An empty text is allowed.
pub fn visitor_name(
    field: &'static str,
    text: &str,
    own_names: &[&str],
) -> Result<String, Invalid> {
    let name = plain::check_length(field, plain::line(text), LONGEST_NAME)?;
    let lower = name.to_lowercase();
    if lower.contains("://") || lower.contains("www.") {
        return Err(Invalid::new(field, "Please enter your name without a web address"));
    }
    if own_names.iter().any(|own| !own.is_empty() && lower.contains(&own.to_lowercase())) {
        return Err(Invalid::new(field, "Please enter your own name"));
    }
    Ok(name)
}

/// Checks an email address; an empty text is allowed.
pub fn email(text: &str) -> Result<String, Invalid> {
    let text = text.trim();
    if text.is_empty() || looks_like_an_address(text) {
        return Ok(text.to_owned());
    }
    Err(Invalid::new("email", "Please enter a valid email address"))
}

pub fn note(text: &str) -> Result<String, Invalid> {
    let text = plain::check_length("text", plain::lines(text), LONGEST_NOTE)?;
    if text.is_empty() { Err(Invalid::new("text", "Please write something")) } else { Ok(text) }
}

/// Parses the last day of a link, which must be within two years; an empty text means none.
pub fn last_day(text: &str, today: Day) -> Result<Option<Day>, Invalid> {
    if text.is_empty() {
        return Ok(None);
    }
    let day = Day::parse("expires_on", text)?;
    if day < today {
        return Err(Invalid::new("expires_on", "The last day can't be in the past"));
    }
    if day > today.months_after(MOST_MONTHS) {
        return Err(Invalid::new("expires_on", "A link can be open for at most two years"));
    }
    Ok(Some(day))
}

pub fn check_password(text: &str) -> Result<(), Invalid> {
    if text.chars().count() < MIN_PASSWORD {
        return Err(Invalid::new("password", "Password must be at least 4 characters"));
    }
    Ok(())
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Share {
    pub id: ShareId,
    pub title: String,
    pub message: String,
    /// Whether a beat that was sold stays in the share, without prices.
    pub keeps_sold: bool,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// The recipient of a link: a client, another person, or nobody in particular.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Recipient {
    pub client: Option<BeneficiaryId>,
    pub name: String,
    pub email: String,
}

impl Recipient {
    pub fn is_named(&self) -> bool {
        !self.name.is_empty() || !self.email.is_empty()
    }

    /// The recipient's name for people; `None` for a link that is for everyone.
    pub fn display_name(&self) -> Option<&str> {
        [&self.name, &self.email].into_iter().map(String::as_str).find(|text| !text.is_empty())
    }
}

/// What the recipient of a link may do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Permissions {
    pub password_hash: Option<String>,
    pub expires_on: Option<Day>,
    pub downloads: Downloads,
    pub shows_prices: bool,
    pub takes_messages: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Figures {
    pub opened: i64,
    pub people: i64,
    pub plays: i64,
    pub seconds: i64,
    /// The sum over all plays of the furthest position reached, in thousandths of the beat.
    pub heard: i64,
    pub fetched: i64,
    pub hearts: i64,
    pub messages: i64,
    pub last_seen_at: Option<Timestamp>,
}

impl Figures {
    /// How much of a beat the average play reached, from 0 to 1.
    pub fn average(&self) -> Option<f64> {
        (self.plays > 0).then(|| self.heard as f64 / self.plays as f64 / 1000.0)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    pub id: ShareLinkId,
    pub share: ShareId,
    /// The token, sealed.
    pub token: Vec<u8>,
    pub recipient: Recipient,
    pub permissions: Permissions,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub stopped_at: Option<Timestamp>,
    pub first_played_at: Option<Timestamp>,
    pub figures: Figures,
}

impl Link {
    pub fn state(&self, today: Day) -> State {
        match (self.stopped_at, self.permissions.expires_on) {
            (Some(_), _) => State::Stopped,
            (None, Some(last)) if last < today => State::Expired,
            _ => State::Live,
        }
    }
}

/// The figures of a beat in a link, with the number of plays that reached each part of the beat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BeatFigures {
    pub beat: DocumentId,
    pub figures: Figures,
    pub reached: [i64; PARTS],
}

impl BeatFigures {
    pub fn none(beat: DocumentId) -> Self {
        Self { beat, figures: Figures::default(), reached: [0; PARTS] }
    }
}

/// The part of a beat that a position in thousandths lies in.
pub fn part_of(heard: i64) -> usize {
    let part = usize::try_from(heard).unwrap_or(0) * PARTS / 1000;
    part.min(PARTS - 1)
}

/// A message that a listener wrote at a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    pub id: ShareMessageId,
    pub link: ShareLinkId,
    pub kind: MessageKind,
    pub beat: Option<DocumentId>,
    pub title: String,
    /// The hash of the listener's cookie, so that a page can show listeners what they wrote.
    pub listener: String,
    pub name: String,
    pub email: String,
    pub license_kind: Option<LicenseKindId>,
    pub license_kind_name: String,
    pub text: String,
    pub created_at: Timestamp,
}

/// The family of a browser, without version and system: `firefox`, `safari`, `other`.
pub fn browser_family(user_agent: &str) -> &'static str {
    let families = [
        ("Edg", "edge"),
        ("OPR", "opera"),
        ("Firefox", "firefox"),
        ("Chrom", "chrome"),
        ("Safari", "safari"),
    ];
    let known = families.into_iter().find(|(mark, _)| user_agent.contains(mark));
    known.map_or("other", |(_, family)| family)
}

/// Whether a program made the request and no person: a search engine, a link preview, a script.
pub fn is_bot(user_agent: Option<&str>) -> bool {
    const MARKS: &[&str] = &[
        "bot",
        "crawl",
        "spider",
        "preview",
        "facebookexternalhit",
        "whatsapp",
        "slurp",
        "curl/",
        "wget/",
        "python",
        "go-http",
        "java/",
        "okhttp",
        "headless",
        "scanner",
        "monitor",
        "embedly",
        "skypeuripreview",
    ];
    let Some(agent) = user_agent.map(str::to_ascii_lowercase) else { return true };
    MARKS.iter().any(|mark| agent.contains(mark))
}

#[cfg(test)]
mod tests {
    use super::*;

    // SHR-01
    #[test]
    fn shr_01_texts_are_plain_and_short() {
        assert_eq!(title(" Four for the winter EP ").unwrap(), "Four for the winter EP");
        assert!(title("").is_err() && title(&"x".repeat(121)).is_err());
        assert!(message(&"é".repeat(1_000)).is_ok() && message(&"é".repeat(1_001)).is_err());
        assert!(note(" \n").is_err() && note(&"x".repeat(501)).is_err());
        assert!(email("").is_ok() && email("ade").is_err());
        assert!(check_password("abc").is_err() && check_password("abcd").is_ok());
    }

    // SHR-01
    #[test]
    fn shr_01_a_link_is_open_for_at_most_two_years() {
        let today = Day::read("2026-11-18").unwrap();
        assert_eq!(last_day("", today).unwrap(), None);
        assert!(last_day("2028-11-18", today).unwrap().is_some());
        for refused in ["2028-11-19", "2026-11-17", "soon"] {
            assert!(last_day(refused, today).is_err(), "{refused}");
        }
        assert!(last_day("2026-11-18", today).is_ok());
    }

    // SHR-05
    #[test]
    fn shr_05_a_permission_names_its_files_and_no_others() {
        let allowed = |downloads: Downloads| {
            Role::ALL
                .iter()
                .copied()
                .filter(|role| downloads.allows(Some(*role)))
                .collect::<Vec<_>>()
        };
        assert!(allowed(Downloads::None).is_empty());
        assert_eq!(allowed(Downloads::Preview), [Role::Tagged]);
        assert_eq!(allowed(Downloads::Mp3), [Role::Mp3]);
        assert_eq!(allowed(Downloads::Wav), [Role::Wav]);
        assert_eq!(allowed(Downloads::AllFiles), Role::ALL);
        assert!(!Downloads::Mp3.allows(None) && Downloads::AllFiles.allows(None));
    }

    // SHR-08
    #[test]
    fn shr_08_bots_are_told_from_people() {
        let chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36";
        assert!(!is_bot(Some(chrome)));
        assert_eq!(browser_family(chrome), "chrome");
        for agent in
            ["Slackbot-LinkExpanding 1.0", "facebookexternalhit/1.1", "WhatsApp/2.2", "curl/8.5"]
        {
            assert!(is_bot(Some(agent)), "{agent}");
        }
        assert!(is_bot(None));
    }

    #[test]
    fn parts_cover_a_beat() {
        assert_eq!([0, 19, 20, 999, 1000].map(part_of), [0, 0, 1, 49, 49]);
    }
}
