//! The JSON of shares and their links in requests and answers.

use app::library::tickets;
use app::shares::changes::{LinkForm, RecipientForm, ShareForm};
use app::shares::lists::{LinkBeat, LinkDetails, LinkView, List, ListedLink, ShareView};
use app::{Actor, App};
use domain::library::documents::Document;
use domain::shares::{Figures, Message};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::routes::library::bodies::ticket_url;
use crate::api::routes::shapes::clearable;

/// Whom a link is for: a client, somebody else by name or e-mail address, or nobody in particular.
#[derive(Deserialize, ToSchema)]
pub struct ShareRecipientRequest {
    #[schema(nullable = false)]
    client_id: Option<String>,
    /// At most 120 characters. A client's link has the client's name.
    #[schema(nullable = false)]
    name: Option<String>,
    #[schema(nullable = false)]
    email: Option<String>,
}

impl From<ShareRecipientRequest> for RecipientForm {
    fn from(sent: ShareRecipientRequest) -> Self {
        Self { client_id: sent.client_id, name: sent.name, email: sent.email }
    }
}

#[derive(Deserialize, ToSchema)]
pub struct NewShareRequest {
    /// At most 120 characters.
    #[schema(nullable = false)]
    title: Option<String>,
    /// At most 1,000 characters, plain text.
    #[schema(nullable = false)]
    message: Option<String>,
    /// The ids of 1 to 100 beats, in their order.
    #[schema(nullable = false)]
    beats: Option<Vec<String>>,
    /// Whether a beat that was sold stays, without prices. Default true.
    #[schema(nullable = false)]
    keeps_sold: Option<bool>,
    /// A link is made for each, at most 50 at once; without any, one link for everyone who has it.
    #[serde(default)]
    recipients: Vec<ShareRecipientRequest>,
    /// At least 4 characters; null or an empty text for none.
    #[serde(default, deserialize_with = "clearable")]
    password: Option<String>,
    /// The last day, within two years, as YYYY-MM-DD; null or an empty text for none. A new link is open for 30 days.
    #[serde(default, deserialize_with = "clearable")]
    #[schema(example = "2026-12-17")]
    expires_on: Option<String>,
    /// One of none, preview, mp3, wav, all files. A new link has none.
    #[schema(nullable = false)]
    downloads: Option<String>,
    /// A new link shows prices.
    #[schema(nullable = false)]
    shows_prices: Option<bool>,
    /// Whether listeners can leave hearts and notes. They can at a new link.
    #[schema(nullable = false)]
    takes_messages: Option<bool>,
}

/// Builds the permissions of a link from any request type with these fields.
macro_rules! link_form {
    ($sent:expr) => {
        LinkForm {
            password: $sent.password,
            expires_on: $sent.expires_on,
            downloads: $sent.downloads,
            shows_prices: $sent.shows_prices,
            takes_messages: $sent.takes_messages,
        }
    };
}

fn recipients(sent: Vec<ShareRecipientRequest>) -> Vec<RecipientForm> {
    sent.into_iter().map(RecipientForm::from).collect()
}

impl NewShareRequest {
    pub fn into_forms(self) -> (ShareForm, Vec<RecipientForm>, LinkForm) {
        let link = link_form!(self);
        let (title, message, beats) = (self.title, self.message, self.beats);
        let share = ShareForm { title, message, beats, keeps_sold: self.keeps_sold };
        (share, recipients(self.recipients), link)
    }
}

#[derive(Deserialize, ToSchema)]
pub struct ShareLinksRequest {
    /// A link is made for each, at most 50 at once; without any, one link for everyone who has it.
    #[serde(default)]
    recipients: Vec<ShareRecipientRequest>,
    /// At least 4 characters; null or an empty text for none.
    #[serde(default, deserialize_with = "clearable")]
    password: Option<String>,
    /// The last day, within two years, as YYYY-MM-DD; null or an empty text for none. A new link is open for 30 days.
    #[serde(default, deserialize_with = "clearable")]
    #[schema(example = "2026-12-17")]
    expires_on: Option<String>,
    /// One of none, preview, mp3, wav, all files. A new link has none.
    #[schema(nullable = false)]
    downloads: Option<String>,
    /// A new link shows prices.
    #[schema(nullable = false)]
    shows_prices: Option<bool>,
    /// Whether listeners can leave hearts and notes. They can at a new link.
    #[schema(nullable = false)]
    takes_messages: Option<bool>,
}

impl ShareLinksRequest {
    pub fn into_forms(self) -> (Vec<RecipientForm>, LinkForm) {
        let link = link_form!(self);
        (recipients(self.recipients), link)
    }
}

#[derive(Deserialize, ToSchema)]
pub struct ShareRequest {
    #[schema(nullable = false)]
    title: Option<String>,
    #[schema(nullable = false)]
    message: Option<String>,
    #[schema(nullable = false)]
    beats: Option<Vec<String>>,
    #[schema(nullable = false)]
    keeps_sold: Option<bool>,
}

impl From<ShareRequest> for ShareForm {
    fn from(sent: ShareRequest) -> Self {
        let ShareRequest { title, message, beats, keeps_sold } = sent;
        Self { title, message, beats, keeps_sold }
    }
}

#[derive(Deserialize, ToSchema)]
pub struct ShareLinkRequest {
    #[schema(nullable = false)]
    recipient: Option<ShareRecipientRequest>,
    /// At least 4 characters; null or an empty text for none.
    #[serde(default, deserialize_with = "clearable")]
    password: Option<String>,
    /// The last day, within two years, as YYYY-MM-DD; null or an empty text for none. A new link is open for 30 days.
    #[serde(default, deserialize_with = "clearable")]
    #[schema(example = "2026-12-17")]
    expires_on: Option<String>,
    /// One of none, preview, mp3, wav, all files. A new link has none.
    #[schema(nullable = false)]
    downloads: Option<String>,
    /// A new link shows prices.
    #[schema(nullable = false)]
    shows_prices: Option<bool>,
    /// Whether listeners can leave hearts and notes. They can at a new link.
    #[schema(nullable = false)]
    takes_messages: Option<bool>,
}

impl ShareLinkRequest {
    pub fn into_forms(self) -> (Option<RecipientForm>, LinkForm) {
        let link = link_form!(self);
        (self.recipient.map(RecipientForm::from), link)
    }
}

#[derive(Serialize, ToSchema)]
pub struct ShareFigures {
    /// How often the page was opened; 0 in the figures of a beat.
    opened: i64,
    /// Number of listeners; a listener is counted once a day.
    people: i64,
    /// Plays of at least 10 seconds.
    plays: i64,
    /// Seconds heard.
    seconds: i64,
    /// How much of a beat a play heard on average, from 0 to 1; null without plays.
    #[schema(required)]
    heard: Option<f64>,
    downloads: i64,
    hearts: i64,
    /// Notes and questions for a license; 0 in the figures of a beat.
    messages: i64,
    #[schema(required)]
    last_seen_at: Option<String>,
}

impl From<&Figures> for ShareFigures {
    fn from(figures: &Figures) -> Self {
        Self {
            opened: figures.opened,
            people: figures.people,
            plays: figures.plays,
            seconds: figures.seconds,
            heard: figures.average(),
            downloads: figures.fetched,
            hearts: figures.hearts,
            messages: figures.messages,
            last_seen_at: figures.last_seen_at.map(|at| at.to_string()),
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct ShareLink {
    id: String,
    share_id: String,
    /// The address to send.
    #[schema(example = "https://beats.example/s/Zk3vT9…")]
    address: String,
    /// One of live, expired, stopped.
    state: &'static str,
    #[schema(required)]
    client_id: Option<String>,
    /// Empty if the link is for nobody in particular.
    name: String,
    email: String,
    has_password: bool,
    /// The last day; null for none.
    #[schema(required)]
    expires_on: Option<String>,
    /// One of none, preview, mp3, wav, all files.
    downloads: &'static str,
    shows_prices: bool,
    takes_messages: bool,
    created_at: String,
    updated_at: String,
    #[schema(required)]
    stopped_at: Option<String>,
    figures: ShareFigures,
}

impl From<&LinkView> for ShareLink {
    fn from(shown: &LinkView) -> Self {
        let (link, allowed) = (&shown.link, &shown.link.permissions);
        Self {
            id: link.id.to_string(),
            share_id: link.share.to_string(),
            address: shown.address.clone(),
            state: shown.state.as_str(),
            client_id: link.recipient.client.map(|id| id.to_string()),
            name: link.recipient.name.clone(),
            email: link.recipient.email.clone(),
            has_password: allowed.password_hash.is_some(),
            expires_on: allowed.expires_on.map(|day| day.to_string()),
            downloads: allowed.downloads.as_str(),
            shows_prices: allowed.shows_prices,
            takes_messages: allowed.takes_messages,
            created_at: link.created_at.to_string(),
            updated_at: link.updated_at.to_string(),
            stopped_at: link.stopped_at.map(|at| at.to_string()),
            figures: (&link.figures).into(),
        }
    }
}

/// A link in the list, with what it shows of its share.
#[derive(Serialize, ToSchema)]
pub struct ListedShareLink {
    #[serde(flatten)]
    link: ShareLink,
    title: String,
    /// How many beats the share has.
    beats: i64,
    /// Temporary link to the picture of the first beat.
    #[schema(required)]
    thumbnail: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct ShareLinksAnswer {
    success: bool,
    links: Vec<ListedShareLink>,
    total: i64,
    /// How many links are live, whatever the filter.
    live: i64,
    #[schema(required)]
    next_cursor: Option<String>,
}

impl ShareLinksAnswer {
    pub fn new(app: &App, actor: &Actor, list: List) -> Self {
        let row = |row: &ListedLink| ListedShareLink {
            link: (&row.shown).into(),
            title: row.title.clone(),
            beats: row.beats,
            thumbnail: row.first.as_ref().and_then(|beat| thumbnail(app, actor, beat)),
        };
        Self {
            success: true,
            links: list.rows.iter().map(row).collect(),
            total: list.total,
            live: list.live,
            next_cursor: list.next_cursor,
        }
    }
}

fn thumbnail(app: &App, actor: &Actor, beat: &Document) -> Option<String> {
    tickets::for_thumbnail(app, actor, beat).map(|ticket| ticket_url(&ticket.text))
}

#[derive(Serialize, ToSchema)]
pub struct SharedBeat {
    id: String,
    title: String,
    /// Temporary link to the picture.
    #[schema(required)]
    thumbnail: Option<String>,
    /// In seconds.
    #[schema(required)]
    duration: Option<f64>,
    /// Waveform in 96 parts, as in documents.
    #[schema(required)]
    outline: Option<String>,
    /// One of Available, Sold.
    status: &'static str,
}

impl SharedBeat {
    fn new(app: &App, actor: &Actor, beat: &Document) -> Self {
        Self {
            id: beat.id.to_string(),
            title: beat.title.clone(),
            thumbnail: thumbnail(app, actor, beat),
            duration: beat.duration_ms.map(|millis| millis as f64 / 1000.0),
            outline: beat.outline.map(|outline| outline.to_string()),
            status: beat.status.as_str(),
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct Share {
    id: String,
    title: String,
    message: String,
    keeps_sold: bool,
    created_at: String,
    updated_at: String,
    beats: Vec<SharedBeat>,
    links: Vec<ShareLink>,
}

#[derive(Serialize, ToSchema)]
pub struct ShareAnswer {
    success: bool,
    share: Share,
}

impl ShareAnswer {
    pub fn new(app: &App, actor: &Actor, shown: ShareView) -> Self {
        let ShareView { share, beats, links } = shown;
        Self {
            success: true,
            share: Share {
                id: share.id.to_string(),
                title: share.title,
                message: share.message,
                keeps_sold: share.keeps_sold,
                created_at: share.created_at.to_string(),
                updated_at: share.updated_at.to_string(),
                beats: beats.iter().map(|beat| SharedBeat::new(app, actor, beat)).collect(),
                links: links.iter().map(ShareLink::from).collect(),
            },
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct ShareLinkBeat {
    #[serde(flatten)]
    beat: SharedBeat,
    /// Whether strangers can hear it: false while its tagged preview is being prepared.
    has_preview: bool,
    figures: ShareFigures,
    /// For each of 50 parts of the beat, how many plays got there.
    reached: Vec<i64>,
}

#[derive(Serialize, ToSchema)]
pub struct ShareMessage {
    id: String,
    /// One of note, ask. An ask is for a license.
    kind: &'static str,
    /// Null if the beat was deleted.
    #[schema(required)]
    beat_id: Option<String>,
    /// The title of the beat.
    title: String,
    name: String,
    email: String,
    #[schema(required)]
    license_kind_id: Option<String>,
    license_kind: String,
    text: String,
    created_at: String,
}

impl From<&Message> for ShareMessage {
    fn from(message: &Message) -> Self {
        Self {
            id: message.id.to_string(),
            kind: message.kind.as_str(),
            beat_id: message.beat.map(|id| id.to_string()),
            title: message.title.clone(),
            name: message.name.clone(),
            email: message.email.clone(),
            license_kind_id: message.license_kind.map(|id| id.to_string()),
            license_kind: message.license_kind_name.clone(),
            text: message.text.clone(),
            created_at: message.created_at.to_string(),
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct ShareLinkAnswer {
    success: bool,
    link: ShareLink,
    title: String,
    message: String,
    keeps_sold: bool,
    beats: Vec<ShareLinkBeat>,
    /// The newest first, at most 200.
    messages: Vec<ShareMessage>,
}

impl ShareLinkAnswer {
    pub fn new(app: &App, actor: &Actor, whole: LinkDetails) -> Self {
        let beat = |beat: &LinkBeat| ShareLinkBeat {
            beat: SharedBeat::new(app, actor, &beat.beat),
            has_preview: beat.has_preview,
            figures: (&beat.figures.figures).into(),
            reached: beat.figures.reached.to_vec(),
        };
        Self {
            success: true,
            link: (&whole.shown).into(),
            title: whole.share.title,
            message: whole.share.message,
            keeps_sold: whole.share.keeps_sold,
            beats: whole.beats.iter().map(beat).collect(),
            messages: whole.messages.iter().map(ShareMessage::from).collect(),
        }
    }
}
