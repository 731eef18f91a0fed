//! Builds the template data of a producer's public page.

use app::App;
use app::licenses::kinds::LicenseKind;
use app::licenses::prices::Priced;
use app::shop::buying::GetForm;
use app::shop::gate::{self, Host};
use app::shop::messages;
use app::shop::pages::{ORDERS, Page, PageBeat, Query};
use domain::identity::users::User;
use domain::library::documents::MusicalKey;
use domain::licenses::spelling::{in_figures, listed, months};
use domain::licenses::terms::{Cap, Term, Terms, Use};
use domain::shop::TEMPOS;
use pages::{
    Choice, Field, Filters, Frame, GetPage, MessageForm, Platform, ShopLicense, ShopPage, TermRow,
    Track, TrackPrice,
};

use super::operator::Operator;
use super::view::{self, amount, money};

/// What a page shows besides the beats after the message form was sent: its fields with errors, or a confirmation.
#[derive(Default)]
pub struct Extras {
    pub message: MessageForm,
    pub is_sent: bool,
}

pub fn shop_page(
    app: &App,
    operator: &Operator,
    host: &Host,
    page: Page,
    query: &Query,
    extras: Extras,
) -> ShopPage {
    let path = format!("/@{}", host.handle.as_str());
    let current = page.place_of(&query.beat).unwrap_or(0);
    let shown = page.beats.get(current);
    let beat_count = page.count();
    ShopPage {
        frame: frame(app, operator, &path),
        page_token: gate::page_token(app, host),
        words: host.shop.words.clone(),
        place: page.sender.location.clone().filter(|_| host.shop.show_place),
        contacts: contacts(host, &page.sender),
        is_online: page.is_online,
        platforms: platforms(host, &page.sender),
        filters: filters(&page, query),
        beats: page.beats.iter().map(|shown| track(shown, &path)).collect(),
        beat_count,
        more: page.next.as_deref().map(|after| more(&path, query, after)),
        current,
        licenses: licenses(&page.kinds, shown),
        terms: terms(&page.kinds),
        has_messages: messages::are_allowed(host),
        message: extras.message,
        is_message_sent: extras.is_sent,
        sender: view::sender(&page.sender, &host.settings, &path),
        path,
    }
}

pub fn frame(app: &App, operator: &Operator, path: &str) -> Frame {
    let url = format!("{}{path}", app.links_url);
    let report = operator.support.as_ref().map(|support| {
        let subject: String =
            form_urlencoded::byte_serialize(format!("Report of {url}").as_bytes()).collect();
        format!("mailto:{support}?subject={}", subject.replace('+', "%20"))
    });
    Frame { picture: Some(format!("{url}/picture")), url: Some(url), privacy: None, report }
}

/// The email address and the phone number, if the producer shows them on the public page.
fn contacts(host: &Host, user: &User) -> Vec<String> {
    let email = host.shop.show_email.then(|| user.email.clone());
    let phone = user.phone.clone().filter(|_| host.shop.show_phone);
    email.into_iter().chain(phone).collect()
}

fn platforms(host: &Host, user: &User) -> Vec<Platform> {
    let all =
        [("Spotify", &user.spotify), ("SoundCloud", &user.soundcloud), ("YouTube", &user.youtube)];
    let all = all.into_iter().filter(|_| host.shop.show_platforms);
    let platform = |(label, address): (&str, &Option<String>)| {
        let address = address.clone()?;
        Some(Platform { label: label.to_owned(), address })
    };
    all.filter_map(platform).collect()
}

fn filters(page: &Page, query: &Query) -> Filters {
    let choice = |value: &str, label: &str, chosen: &str| Choice {
        value: value.to_owned(),
        label: label.to_owned(),
        is_chosen: value.eq_ignore_ascii_case(chosen),
    };
    // A filter with a single choice would not filter anything, so it is left out.
    let with_all = |all: &str, choices: Vec<Choice>, chosen: &str| {
        if choices.len() < 2 && chosen.is_empty() {
            return Vec::new();
        }
        let first = choice("", all, chosen);
        std::iter::once(first).chain(choices).collect()
    };
    let genres = page.genres.iter().map(|genre| choice(genre, genre, &query.genre)).collect();
    let mut keys: Vec<MusicalKey> = page.keys.clone();
    keys.sort_unstable();
    let keys = keys.into_iter().map(|key| choice(key.as_str(), key.as_str(), &query.key)).collect();
    let tempos = TEMPOS.iter().map(|(value, label, ..)| choice(value, label, &query.tempo));
    let orders = ORDERS.iter().map(|(value, label)| choice(value, label, &query.sort)).collect();
    let is_few = page.beat_count < 2;
    Filters {
        search: query.search.clone(),
        genres: with_all("Any genre", genres, &query.genre),
        tempos: if is_few {
            Vec::new()
        } else {
            with_all("Any tempo", tempos.collect(), &query.tempo)
        },
        keys: with_all("Any key", keys, &query.key),
        orders: if is_few { Vec::new() } else { with_all("Newest", orders, &query.sort) },
    }
}

/// The address of the next page of beats.
fn more(path: &str, query: &Query, after: &str) -> String {
    let mut pairs = form_urlencoded::Serializer::new(String::new());
    let fields = [
        ("search", query.search.as_str()),
        ("genre", &query.genre),
        ("tempo", &query.tempo),
        ("key", &query.key),
        ("sort", &query.sort),
        ("after", after),
    ];
    pairs.extend_pairs(fields.into_iter().filter(|(_, value)| !value.is_empty()));
    format!("{path}?{}#beats", pairs.finish())
}

pub fn track(shown: &PageBeat, path: &str) -> Track {
    let lowest = shown.offers.iter().filter_map(amount).min_by_key(|(price, _)| *price);
    let price = |priced: &Priced| TrackPrice {
        kind: priced.kind.id.to_string(),
        price: amount(priced).map(money).unwrap_or_default(),
    };
    Track {
        from: lowest.map(money),
        prices: shown.offers.iter().map(price).collect(),
        ..view::plain_track(&shown.beat, &shown.preview, path)
    }
}

/// The page for the first step of a purchase; none if the license is not offered for this beat.
pub fn get(
    app: &App,
    operator: &Operator,
    host: &Host,
    sender: &User,
    shown: &PageBeat,
    form: GetForm,
    faults: &[(&'static str, String)],
) -> Option<GetPage> {
    let path = format!("/@{}", host.handle.as_str());
    let priced = shown.offers.iter().find(|priced| priced.kind.id.to_string() == form.kind)?;
    let error = |field: &str| {
        let found = faults.iter().find(|(name, _)| *name == field);
        found.map(|(_, message)| message.clone())
    };
    Some(GetPage {
        frame: frame(app, operator, &path),
        sender: view::sender(sender, &host.settings, &path),
        page_token: gate::page_token(app, host),
        beat: track(shown, &path),
        kind_name: priced.kind.kind.name.clone(),
        price: amount(priced).map(money)?,
        name: Field { value: form.name, error: error("name") },
        email: Field { value: form.email, error: error("email") },
        kind: form.kind,
        reserved_until: None,
        path,
    })
}

/// The columns of the license table, with the prices for the beat that is shown. The lowest price is highlighted.
fn licenses(kinds: &[LicenseKind], shown: Option<&PageBeat>) -> Vec<ShopLicense> {
    let offers = shown.map(|shown| shown.offers.as_slice()).unwrap_or_default();
    let price = |kind: &LicenseKind| {
        offers.iter().find(|priced| priced.kind.id == kind.id).and_then(amount)
    };
    let lowest = kinds.iter().filter_map(|kind| price(kind).map(|found| (found.0, kind.id))).min();
    let one = |kind: &LicenseKind| ShopLicense {
        id: kind.id.to_string(),
        name: kind.kind.name.clone(),
        summary: summary(&kind.kind.terms),
        price: price(kind).map(money),
        is_main: lowest.is_some_and(|(_, id)| id == kind.id),
    };
    kinds.iter().map(one).collect()
}

/// `MP3 and WAV · 100,000 streams · 2 years`
fn summary(terms: &Terms) -> String {
    let files: Vec<&str> = terms.delivers.iter().map(|role| role.noun()).collect();
    let streams = match terms.caps.of(Use::Streams) {
        Cap::Limit(limit) => Some(format!("{} streams", in_figures(limit))),
        Cap::Unlimited => Some("unlimited streams".to_owned()),
        Cap::NotAllowed => None,
    };
    let parts = [Some(listed(&files)), streams, Some(term(terms.term))];
    let parts: Vec<String> = parts.into_iter().flatten().filter(|part| !part.is_empty()).collect();
    parts.join(" · ")
}

/// How long a license is good for, in the words of its contract: `3 years`, `Forever`.
pub fn term(term: Term) -> String {
    match term {
        Term::Months(count) => months(count),
        Term::Forever => "Forever".to_owned(),
    }
}

/// The license table, without uses that no license allows.
fn terms(kinds: &[LicenseKind]) -> Vec<TermRow> {
    let row = |name: &str, value: &dyn Fn(&Terms) -> Option<String>| TermRow {
        name: name.to_owned(),
        values: kinds.iter().map(|kind| value(&kind.kind.terms)).collect(),
    };
    let mut rows = vec![
        row("Files", &|terms| {
            let nouns: Vec<&str> = terms.delivers.iter().map(|role| role.noun()).collect();
            Some(listed(&nouns))
        }),
        row("Term", &|terms| Some(term(terms.term))),
    ];
    for of in Use::ALL.iter().copied() {
        rows.push(row(&capitalized(of.noun()), &|terms| match terms.caps.of(of) {
            Cap::Limit(0) | Cap::NotAllowed => None,
            Cap::Limit(limit) => Some(in_figures(limit)),
            Cap::Unlimited => Some("Unlimited".to_owned()),
        }));
    }
    let yes = |is_allowed: bool| is_allowed.then(|| "Yes".to_owned());
    rows.push(row("Broadcast", &|terms| yes(terms.allows_broadcast)));
    rows.push(row("Film, TV and games", &|terms| yes(terms.allows_sync)));
    rows.retain(|row| row.values.iter().any(Option::is_some));
    rows
}

fn capitalized(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

pub fn beats_in_words(count: usize) -> String {
    if count == 1 { "1 beat".to_owned() } else { format!("{count} beats") }
}
