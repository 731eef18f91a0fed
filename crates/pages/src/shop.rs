//! The public page `/@{handle}`: the beats that a producer offers to everybody.

use askama::Template;

use crate::frame::{Field, Frame, Sender};
use crate::share::{Track, TrackPrice};
use crate::text;

#[derive(Debug, Clone, Default, Template)]
#[template(path = "shop.html")]
pub struct ShopPage {
    pub frame: Frame,
    pub sender: Sender,
    /// The path of the public page: `/@maya`.
    pub path: String,
    pub page_token: String,
    /// The owner's words, as typed.
    pub words: String,
    /// The owner's place, if the owner shows it: `Brooklyn`.
    pub place: Option<String>,
    /// An email address and a phone number, if the owner shows them.
    pub contacts: Vec<String>,
    /// Whether the owner was active in the last five minutes and shows it.
    pub is_online: bool,
    pub platforms: Vec<Platform>,
    pub filters: Filters,
    pub beats: Vec<Track>,
    /// The number of all beats, regardless of the filters.
    pub beat_count: usize,
    /// The address of the next page of beats.
    pub more: Option<String>,
    /// The beat whose prices the table shows.
    pub current: usize,
    pub licenses: Vec<ShopLicense>,
    pub terms: Vec<TermRow>,
    /// Whether visitors can send messages.
    pub has_messages: bool,
    pub message: MessageForm,
    /// Whether a message was just sent. The page then shows a confirmation in place of the form.
    pub is_message_sent: bool,
}

#[derive(Debug, Clone, Default)]
pub struct Platform {
    /// The name of the platform: `Spotify`.
    pub label: String,
    /// The address. It becomes a link only if it is `https`.
    pub address: String,
}

/// The search term and the filters of the list of beats. A filter without choices is not shown.
#[derive(Debug, Clone, Default)]
pub struct Filters {
    pub search: String,
    pub genres: Vec<Choice>,
    pub tempos: Vec<Choice>,
    pub keys: Vec<Choice>,
    pub orders: Vec<Choice>,
}

/// A filter as a list of choices.
struct Filter<'a> {
    name: &'static str,
    label: &'static str,
    choices: &'a [Choice],
}

impl Filters {
    fn selects(&self) -> Vec<Filter<'_>> {
        let lists = [
            Filter { name: "genre", label: "Genre", choices: &self.genres },
            Filter { name: "tempo", label: "Tempo", choices: &self.tempos },
            Filter { name: "key", label: "Key", choices: &self.keys },
            Filter { name: "sort", label: "Order", choices: &self.orders },
        ];
        lists.into_iter().filter(|one| !one.choices.is_empty()).collect()
    }
}

impl Filter<'_> {
    fn is_set(&self) -> bool {
        self.choices.iter().any(|one| one.is_chosen && !one.value.is_empty())
    }
}

#[derive(Debug, Clone, Default)]
pub struct Choice {
    /// The value in the form; empty for no filter.
    pub value: String,
    pub label: String,
    pub is_chosen: bool,
}

/// A column of the license table.
#[derive(Debug, Clone, Default)]
pub struct ShopLicense {
    pub id: String,
    pub name: String,
    /// What the license allows, in short: `MP3 and WAV · 100,000 streams · 2 years`.
    pub summary: String,
    /// The price for the current beat; `None` if the license is not offered for it.
    pub price: Option<String>,
    /// Whether this column is highlighted.
    pub is_main: bool,
}

/// A row of the license table, with a value for each column.
#[derive(Debug, Clone, Default)]
pub struct TermRow {
    pub name: String,
    /// The values; `None` if the license does not include the term.
    pub values: Vec<Option<String>>,
}

#[derive(Debug, Clone, Default)]
pub struct MessageForm {
    pub name: Field,
    pub email: Field,
    pub text: Field,
}

impl ShopPage {
    pub fn render(&self) -> String {
        text::page(self)
    }

    fn now(&self) -> Option<&Track> {
        self.beats.get(self.current).or(self.beats.first())
    }

    fn is_filtered(&self) -> bool {
        let order = "sort";
        let is_set = |one: &Filter<'_>| one.name != order && one.is_set();
        !self.filters.search.is_empty() || self.filters.selects().iter().any(is_set)
    }

    /// Whether this license is open in the list of a narrow screen: the first one that is offered.
    fn is_opened(&self, license: &ShopLicense) -> bool {
        let first = self.licenses.iter().find(|license| license.price.is_some());
        first.or(self.licenses.first()).is_some_and(|first| first.id == license.id)
    }

    /// The terms of a license, without what it does not include.
    fn terms_of(&self, license: &ShopLicense) -> Vec<(&str, &str)> {
        let column = self.licenses.iter().position(|one| one.id == license.id).unwrap_or(0);
        let rows = self.terms.iter();
        rows.filter_map(|row| Some((row.name.as_str(), row.values.get(column)?.as_deref()?)))
            .collect()
    }

    fn preview_title(&self) -> &str {
        &self.sender.name
    }

    fn description(&self) -> String {
        match self.words.trim() {
            "" => format!("Beats by {}", self.sender.name),
            words => words.chars().take(200).collect(),
        }
    }

    /// The structured data for search engines (JSON-LD): the producer and the beats on this page.
    fn json_ld(&self) -> String {
        let url = self.frame.url.as_deref().unwrap_or_default();
        let links = self.platforms.iter().filter(|one| one.is_link());
        let links: Vec<String> = links.map(|one| text::json(&one.address)).collect();
        let beats: Vec<String> = self.beats.iter().map(|beat| text::json(&beat.title)).collect();
        let tracks: Vec<String> = beats
            .iter()
            .map(|title| format!(r#"{{"@type":"MusicRecording","name":{title}}}"#))
            .collect();
        format!(
            r#"{{"@context":"https://schema.org","@type":"MusicGroup","name":{},"url":{},"sameAs":[{}],"track":[{}]}}"#,
            text::json(&self.sender.name),
            text::json(url),
            links.join(","),
            tracks.join(",")
        )
    }
}

impl Platform {
    fn is_link(&self) -> bool {
        self.address.starts_with("https://")
    }

    fn icon(&self) -> &'static str {
        match self.label.to_lowercase().as_str() {
            "spotify" => "arcs",
            "soundcloud" => "cloud",
            "youtube" => "tube",
            _ => "out",
        }
    }
}

/// The page `{path}/get`: a form for the buyer's name and email address, to which a code is sent.
#[derive(Debug, Clone, Default, Template)]
#[template(path = "get.html")]
pub struct GetPage {
    pub frame: Frame,
    pub sender: Sender,
    /// The path of the public page: `/@maya`.
    pub path: String,
    pub page_token: String,
    pub beat: Track,
    /// The id of the license kind.
    pub kind: String,
    /// The name of the license kind: `Trackout Lease`.
    pub kind_name: String,
    /// The price: `$149.00`.
    pub price: String,
    pub name: Field,
    pub email: Field,
    /// Until when the beat is reserved for another buyer who has accepted an exclusive license.
    pub reserved_until: Option<String>,
}

impl GetPage {
    pub fn render(&self) -> String {
        text::page(self)
    }
}

impl TrackPrice {
    pub fn new(kind: impl Into<String>, price: impl Into<String>) -> Self {
        Self { kind: kind.into(), price: price.into() }
    }
}
