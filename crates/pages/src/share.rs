//! The page `/s/{token}`: a message and some beats to listen to.

use askama::Template;

use crate::frame::{Field, Frame, Sender};
use crate::sound::{Preview, Waveform, clock, key_sign};
use crate::text;

#[derive(Debug, Clone, Default, Template)]
#[template(path = "share.html")]
pub struct SharePage {
    pub frame: Frame,
    pub sender: Sender,
    /// The page's own path: `/s/{token}`.
    pub path: String,
    pub page_token: String,
    /// The name of the recipient of this link.
    pub recipient: Option<String>,
    pub title: String,
    /// The sender's message, as typed.
    pub message: String,
    /// The last day of the link: `Dec 17`.
    pub until: Option<String>,
    pub tracks: Vec<Track>,
    /// The index in `tracks` of the beat in the player.
    pub current: usize,
    /// Whether visitors can give hearts and write notes.
    pub has_messages: bool,
    /// The refused text of a note for the current beat, with its error.
    pub note: Field,
    /// The license kinds that a visitor can request; empty if requests are not allowed.
    pub kinds: Vec<Kind>,
    pub ask: AskForm,
    /// The title of the beat for which a license was just requested. The page then shows a confirmation in place of the
    /// form.
    pub asked: Option<String>,
}

#[derive(Debug, Clone, Default)]
pub struct Track {
    /// The id of the beat in forms and in the script.
    pub id: String,
    pub title: String,
    /// The address of a square picture. Without one, the page draws the waveform on a staff.
    pub cover: Option<String>,
    /// The tempo: `112 BPM`.
    pub tempo: Option<String>,
    /// The musical key: `C#m`. The page replaces `#` and `b` by the musical signs.
    pub key: Option<String>,
    /// The genre: `Afro-fusion`.
    pub genre: Option<String>,
    /// The length of the preview in seconds.
    pub seconds: Option<u32>,
    /// The waveform of the preview.
    pub waveform: Option<Waveform>,
    pub preview: Preview,
    /// The lowest price: `$39`.
    pub from: Option<String>,
    /// Whether the beat is sold exclusively, so that it has no price and no license can be requested.
    pub is_sold: bool,
    /// The price of each license kind for this beat. A kind that is missing here is not offered.
    pub prices: Vec<TrackPrice>,
    pub is_hearted: bool,
    pub sent_note: Option<SentNote>,
    pub downloads: Vec<Download>,
}

#[derive(Debug, Clone, Default)]
pub struct TrackPrice {
    pub kind: String,
    /// The price: `$149`; empty where prices are not shown.
    pub price: String,
}

/// A note that this visitor left.
#[derive(Debug, Clone, Default)]
pub struct SentNote {
    pub text: String,
    /// When the note was written: `2 min ago`.
    pub when: String,
}

#[derive(Debug, Clone, Default)]
pub struct Download {
    /// The id of the file in the form.
    pub file: String,
    /// The label of the button: `WAV`.
    pub label: String,
    /// The size of the file: `48.2 MB`.
    pub size: String,
}

/// A license kind that a visitor can request.
#[derive(Debug, Clone, Default)]
pub struct Kind {
    pub id: String,
    pub name: String,
    /// A summary of the terms: `MP3, up to 100,000 streams`.
    pub summary: String,
    /// The price, independent of the chosen beat: `$39`, or `From $29`.
    pub price: Option<String>,
}

#[derive(Debug, Clone, Default)]
pub struct AskForm {
    /// The ids of the chosen beat and kind. Empty means the current beat and the first kind.
    pub beat: String,
    pub kind: String,
    pub name: Field,
    pub email: Field,
    pub words: Field,
}

impl SharePage {
    pub fn render(&self) -> String {
        text::page(self)
    }

    fn now(&self) -> Option<&Track> {
        self.tracks.get(self.current).or(self.tracks.first())
    }

    fn is_now(&self, track: &Track) -> bool {
        self.now().is_some_and(|now| now.id == track.id)
    }

    /// The number of beats and their total length: `4 beats, 11:52`.
    fn summary(&self) -> String {
        let beats = match self.tracks.len() {
            1 => "1 beat".to_owned(),
            count => format!("{count} beats"),
        };
        match self.tracks.iter().map(|track| track.seconds).sum::<Option<u32>>() {
            Some(seconds) if seconds > 0 => format!("{beats}, {}", clock(&seconds)),
            _ => beats,
        }
    }

    fn askable(&self) -> impl Iterator<Item = &Track> {
        self.tracks.iter().filter(|track| !track.is_sold)
    }

    fn can_ask(&self) -> bool {
        !self.kinds.is_empty() && self.askable().next().is_some()
    }

    /// The price of a license kind. If the share has only one beat, that beat's own price.
    fn price_of<'a>(&'a self, kind: &'a Kind) -> Option<&'a str> {
        let mut beats = self.askable();
        match (beats.next(), beats.next()) {
            (Some(beat), None) => {
                let price = beat.prices.iter().find(|price| price.kind == kind.id);
                price.map(|price| price.price.as_str())
            }
            _ => kind.price.as_deref(),
        }
    }

    fn is_asked_beat(&self, track: &Track) -> bool {
        if self.ask.beat.is_empty() { self.is_now(track) } else { self.ask.beat == track.id }
    }

    fn is_asked_kind(&self, kind: &Kind, index: &usize) -> bool {
        if self.ask.kind.is_empty() { *index == 0 } else { self.ask.kind == kind.id }
    }

    fn preview_title(&self) -> String {
        format!("{} · {}", self.title, self.sender.name)
    }

    /// The description for link previews.
    fn description(&self) -> String {
        match self.message.trim() {
            "" => format!("{} from {}", self.summary(), self.sender.name),
            message => message.chars().take(200).collect(),
        }
    }
}

impl Track {
    /// The tempo, key and genre: `112 BPM · G · Afro-fusion`.
    pub(crate) fn style(&self) -> String {
        let key = self.key.as_deref().map(key_sign);
        let parts: Vec<String> =
            [self.tempo.clone(), key, self.genre.clone()].into_iter().flatten().collect();
        parts.join(" · ")
    }

    /// The tempo, key and length: `112 BPM · G · 3:19`.
    pub(crate) fn facts(&self) -> String {
        let key = self.key.as_deref().map(key_sign);
        let length = self.seconds.as_ref().map(clock);
        let sold = self.is_sold.then(|| "Sold".to_owned());
        let parts: Vec<String> =
            [self.tempo.clone(), key, length, sold].into_iter().flatten().collect();
        parts.join(" · ")
    }
}
