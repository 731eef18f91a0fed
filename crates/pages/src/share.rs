//! `/s/{token}`: a letter and some beats to listen to.

use askama::Template;

use crate::frame::{Field, Frame, Sender};
use crate::sound::{Preview, Waveform, clock, key_sign};
use crate::text;

#[derive(Debug, Clone, Default, Template)]
#[template(path = "share.html")]
pub struct SharePage {
    pub frame: Frame,
    pub sender: Sender,
    /// `/s/{token}`
    pub path: String,
    pub page_token: String,
    /// Whom this link is for.
    pub recipient: Option<String>,
    pub title: String,
    /// The sender's message, as typed.
    pub message: String,
    /// The day the link ends: `Dec 17`.
    pub until: Option<String>,
    pub tracks: Vec<Track>,
    /// Which of `tracks` is in the player.
    pub current: usize,
    /// Hearts and notes can be left.
    pub has_messages: bool,
    /// A note that was refused, for the current beat.
    pub note: Field,
    /// The license kinds to ask for; empty if none can be asked for.
    pub kinds: Vec<Kind>,
    pub ask: AskForm,
    /// The title of the beat that a license was just asked for: the page says thanks where the form was.
    pub asked: Option<String>,
}

#[derive(Debug, Clone, Default)]
pub struct Track {
    /// How forms and script name the beat.
    pub id: String,
    pub title: String,
    /// The address of a square picture. Without one, the page draws the waveform on a staff.
    pub cover: Option<String>,
    /// `112 BPM`
    pub tempo: Option<String>,
    /// `C#m`; the page writes the sharp and the flat.
    pub key: Option<String>,
    /// `Afro-fusion`
    pub genre: Option<String>,
    /// The length of what plays, in seconds.
    pub seconds: Option<u32>,
    /// Of what plays.
    pub waveform: Option<Waveform>,
    pub preview: Preview,
    /// The lowest price: `$39`.
    pub from: Option<String>,
    /// Sold exclusively: no price, and no license to ask for.
    pub is_sold: bool,
    /// What each kind costs for this beat. A kind that is not in it is not offered.
    pub prices: Vec<TrackPrice>,
    pub is_hearted: bool,
    pub sent_note: Option<SentNote>,
    pub downloads: Vec<Download>,
}

#[derive(Debug, Clone, Default)]
pub struct TrackPrice {
    pub kind: String,
    /// `$149`, or empty where prices are not shown.
    pub price: String,
}

/// A note that this visitor left.
#[derive(Debug, Clone, Default)]
pub struct SentNote {
    pub text: String,
    /// `2 min ago`
    pub when: String,
}

#[derive(Debug, Clone, Default)]
pub struct Download {
    /// How the form names the file.
    pub file: String,
    /// `WAV`
    pub label: String,
    /// `48.2 MB`
    pub size: String,
}

/// A license kind that can be asked for.
#[derive(Debug, Clone, Default)]
pub struct Kind {
    pub id: String,
    pub name: String,
    /// `MP3, up to 100,000 streams`
    pub summary: String,
    /// What it costs whichever beat is chosen: `$39`, or `From $29`.
    pub price: Option<String>,
}

#[derive(Debug, Clone, Default)]
pub struct AskForm {
    /// The ids that are chosen. Empty: the current beat, the first kind.
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

    /// `4 beats, 11:52`
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

    /// With one beat to choose from, its own prices count.
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

    /// For link previews.
    fn description(&self) -> String {
        match self.message.trim() {
            "" => format!("{} from {}", self.summary(), self.sender.name),
            message => message.chars().take(200).collect(),
        }
    }
}

impl Track {
    /// `112 BPM · G · Afro-fusion`
    pub(crate) fn style(&self) -> String {
        let key = self.key.as_deref().map(key_sign);
        let parts: Vec<String> =
            [self.tempo.clone(), key, self.genre.clone()].into_iter().flatten().collect();
        parts.join(" · ")
    }

    /// `112 BPM · G · 3:19`
    pub(crate) fn facts(&self) -> String {
        let key = self.key.as_deref().map(key_sign);
        let length = self.seconds.as_ref().map(clock);
        let sold = self.is_sold.then(|| "Sold".to_owned());
        let parts: Vec<String> =
            [self.tempo.clone(), key, length, sold].into_iter().flatten().collect();
        parts.join(" · ")
    }
}
