//! Builds the template data of a share's page, and what it has in common with the other public pages.

use app::App;
use app::library::previews::PreviewStatus;
use app::licenses::prices::Priced;
use app::shares::gate::{self, Guest};
use app::shares::listeners::AskForm as Sent;
use app::shares::media::Downloadable;
use app::shares::pages::{Page, PageBeat};
use domain::calendar::{Day, Zone};
use domain::identity::settings::Settings;
use domain::identity::users::User;
use domain::library::documents::{Document, MusicalKey, Status};
use domain::library::previews::State;
use domain::licenses::Role;
use domain::licenses::spelling::in_figures;
use domain::licenses::terms::{Cap, Terms, Use};
use domain::money::{Currency, Minor, display};
use domain::time::Timestamp;
use media::Kind as MediaKind;
use pages::{
    Accent, AskForm, Download, Field, Frame, Kind, Preview, Sender, SentNote, SharePage, Track,
    TrackPrice, Waveform,
};

/// What a page shows besides the share: the selected beat, and the fields and errors of a refused form.
#[derive(Default)]
pub struct Extras {
    /// The id of the selected beat.
    pub beat: String,
    /// The id of the beat that the listener has just asked a license for; empty otherwise.
    pub asked: String,
    pub note: Field,
    pub ask: Option<(Sent, Vec<(&'static str, String)>)>,
}

pub fn share_page(app: &App, guest: &Guest, path: String, page: Page, extras: Extras) -> SharePage {
    let now = app.now();
    let allowed = &guest.link.permissions;
    let current = page.place_of(&extras.beat).unwrap_or(0);
    let asked = page.place_of(&extras.asked).map(|at| page.beats[at].beat.title.clone());
    let url = format!("{}{path}", app.links_url);
    let picture = Some(format!("{url}/picture"));
    let tracks = tracks(app, guest, &page, &path);
    SharePage {
        frame: Frame { url: Some(url), picture, ..Frame::default() },
        sender: sender(&page.sender, &page.settings, &path),
        page_token: gate::page_token(app, guest),
        recipient: guest.link.recipient.display_name().map(str::to_owned),
        title: page.share.title,
        message: page.share.message,
        until: allowed.expires_on.map(|day| until(day, &page.settings.time_zone, now)),
        tracks,
        current,
        has_messages: allowed.takes_messages,
        note: extras.note,
        kinds: kinds(&page.beats, allowed.shows_prices),
        ask: extras.ask.map(ask_form).unwrap_or_default(),
        asked,
        path,
    }
}

pub fn sender(user: &User, settings: &Settings, path: &str) -> Sender {
    Sender {
        short_name: user.name.split_whitespace().next().unwrap_or_default().to_owned(),
        picture: user.avatar_hash.as_ref().map(|_| format!("{path}/face")),
        accent: Accent::named(settings.accent_color),
        name: user.name.clone(),
    }
}

pub fn tracks(app: &App, guest: &Guest, page: &Page, path: &str) -> Vec<Track> {
    let shows_prices = guest.link.permissions.shows_prices;
    page.beats.iter().map(|shown| track(shown, path, shows_prices, app.now())).collect()
}

/// The waveform of a beat's preview: only the beginning of the beat's waveform if the preview is shorter than the beat.
pub fn waveform(beat: &Document, preview: &PreviewStatus) -> Option<Waveform> {
    let levels = beat.outline?.levels().map(|level| level * 4);
    let played = preview.playable.as_ref().and_then(|preview| preview.file.duration_ms);
    let share = match (played, beat.duration_ms) {
        (Some(played), Some(whole)) if (1..whole).contains(&played) => played as f64 / whole as f64,
        _ => 1.0,
    };
    Some(Waveform(std::array::from_fn(|part| levels[(part as f64 * share) as usize])))
}

fn preview_state(preview: &PreviewStatus) -> Preview {
    match preview.state {
        _ if preview.playable.is_some() => Preview::Ready,
        State::Failed => Preview::Missing,
        State::Pending | State::Ready => Preview::Pending,
    }
}

/// The text beside the title in a link's picture: tempo and key of a single beat, or the number of beats.
pub fn facts(page: &Page) -> Vec<String> {
    match page.beats.as_slice() {
        [one] => {
            let tempo = one.beat.bpm.map(|bpm| format!("{} BPM", bpm.beats().round()));
            let key = one.beat.musical_key.map(short_key);
            tempo.into_iter().chain(key).collect()
        }
        many => vec![format!("{} beats", many.len())],
    }
}

/// `Dec 17`, followed by the year if it is not this year.
/// `the end of Dec 10, New York time`, with the year if it is another one.
fn until(day: Day, zone: &Zone, now: Timestamp) -> String {
    let words = day.in_words();
    let year = zone.day_of(now).to_string();
    let is_this_year = words.ends_with(year.get(..4).unwrap_or_default());
    let day = match words.rsplit_once(',') {
        Some((short, _)) if is_this_year => short,
        _ => &words,
    };
    format!("the end of {day}, {}", zone.in_words())
}

fn track(shown: &PageBeat, path: &str, shows_prices: bool, now: Timestamp) -> Track {
    let beat = &shown.beat;
    let lowest = shown.offers.iter().filter_map(amount).min_by_key(|(price, _)| *price);
    let price = |priced: &Priced| TrackPrice {
        kind: priced.kind.id.to_string(),
        price: amount(priced).filter(|_| shows_prices).map(money).unwrap_or_default(),
    };
    Track {
        from: lowest.filter(|_| shows_prices).map(money),
        prices: shown.offers.iter().map(price).collect(),
        is_hearted: shown.is_hearted,
        sent_note: shown
            .note
            .as_ref()
            .map(|note| SentNote { text: note.text.clone(), when: ago(note.created_at, now) }),
        downloads: shown.downloads.iter().map(download).collect(),
        ..plain_track(beat, &shown.preview, path)
    }
}

/// The template data of a beat without prices, notes and downloads.
pub fn plain_track(beat: &Document, preview: &PreviewStatus, path: &str) -> Track {
    let played = preview.playable.as_ref().and_then(|preview| preview.file.duration_ms);
    let millis = played.or(beat.duration_ms);
    Track {
        id: beat.id.to_string(),
        title: beat.title.clone(),
        cover: beat.thumbnail.as_ref().map(|_| format!("{path}/covers/{}", beat.id)),
        tempo: beat.bpm.map(|bpm| format!("{} BPM", bpm.beats().round())),
        key: beat.musical_key.map(short_key),
        genre: beat.genre.clone(),
        seconds: millis.and_then(|millis| u32::try_from((millis + 500) / 1000).ok()),
        waveform: waveform(beat, preview),
        preview: preview_state(preview),
        is_sold: beat.status == Status::Sold,
        ..Track::default()
    }
}

pub(super) fn amount(priced: &Priced) -> Option<(Minor, Currency)> {
    priced.asking.price.map(|price| (price, priced.asking.currency))
}

/// `$39`, and cents where there are any.
pub(super) fn money((price, currency): (Minor, Currency)) -> String {
    let text = display(price.get(), currency);
    text.strip_suffix(".00").map(str::to_owned).unwrap_or(text)
}

/// `Am` for `A minor`, `Bb` for `Bb major`.
pub(super) fn short_key(key: MusicalKey) -> String {
    match key.as_str().split_once(' ') {
        Some((note, "minor")) => format!("{note}m"),
        Some((note, _)) => note.to_owned(),
        None => key.as_str().to_owned(),
    }
}

fn ago(then: Timestamp, now: Timestamp) -> String {
    let minutes = now.since(then).as_secs() / 60;
    match minutes {
        0 => "just now".to_owned(),
        1..60 => format!("{minutes} min ago"),
        60..1440 => format!("{} h ago", minutes / 60),
        1440..2880 => "yesterday".to_owned(),
        _ => format!("on {}", Day::of(then).in_words()),
    }
}

fn download(file: &Downloadable) -> Download {
    let label = match file.role {
        Some(Role::Tagged) => "Preview".to_owned(),
        Some(role) => {
            let mut letters = role.noun().chars();
            letters
                .next()
                .map(|first| first.to_uppercase().chain(letters).collect())
                .unwrap_or_default()
        }
        None => {
            let kind = MediaKind::from_mime(&file.file.mime);
            kind.map_or("File".to_owned(), |kind| kind.extension().to_uppercase())
        }
    };
    Download { file: file.id.clone(), label, size: size(file.file.size) }
}

pub(super) fn size(bytes: i64) -> String {
    let megabytes = bytes as f64 / 1e6;
    if megabytes >= 0.95 {
        format!("{megabytes:.1} MB")
    } else {
        format!("{} kB", (bytes + 999) / 1000)
    }
}

/// The license kinds that are offered for at least one of the beats, in the producer's order.
fn kinds(beats: &[PageBeat], shows_prices: bool) -> Vec<Kind> {
    let mut all: Vec<(Kind, Vec<(Minor, Currency)>)> = Vec::new();
    for priced in beats.iter().flat_map(|beat| &beat.offers) {
        let id = priced.kind.id.to_string();
        let at = all.iter().position(|(kind, _)| kind.id == id).unwrap_or_else(|| {
            let (name, summary) = (priced.kind.kind.name.clone(), summary(&priced.kind.kind.terms));
            all.push((Kind { id, name, summary, price: None }, Vec::new()));
            all.len() - 1
        });
        all[at].1.extend(amount(priced));
    }
    let with_price = |(kind, prices): (Kind, Vec<(Minor, Currency)>)| {
        let lowest = prices.iter().min_by_key(|(price, _)| *price).copied();
        let is_same = prices.iter().all(|price| Some(*price) == lowest);
        let told = |text: String| if is_same { text } else { format!("From {text}") };
        Kind { price: lowest.filter(|_| shows_prices).map(money).map(told), ..kind }
    };
    all.into_iter().map(with_price).collect()
}

/// `MP3 and WAV, up to 100,000 streams`
fn summary(terms: &Terms) -> String {
    if terms.is_exclusive {
        return "The beat is yours alone".to_owned();
    }
    let roles: Vec<&str> = terms.delivers.iter().map(|role| role.noun()).collect();
    let files = match roles.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    };
    match terms.caps.of(Use::Streams) {
        Cap::Limit(limit) => format!("{files}, up to {} streams", in_figures(limit)),
        Cap::Unlimited => format!("{files}, unlimited streams"),
        Cap::NotAllowed => files,
    }
}

fn ask_form((sent, faults): (Sent, Vec<(&'static str, String)>)) -> AskForm {
    let error = |field: &str| {
        let found = faults.iter().find(|(name, _)| *name == field);
        found.map(|(_, message)| message.clone())
    };
    AskForm {
        name: Field { value: sent.name, error: error("name") },
        email: Field { value: sent.email, error: error("email") },
        words: Field { value: sent.words, error: error("words").or_else(|| error("kind")) },
        beat: sent.beat,
        kind: sent.kind,
    }
}
