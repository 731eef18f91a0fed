//! What listeners do at a link: opening it, playing, hearts, notes, and requests for a license. Visits of the owner and
//! of programs are not counted.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::calendar::Day;
use domain::error::{Faults, Invalid};
use domain::identity::rate_limits::{
    ASK_BY_ADDRESS, ASK_BY_PRODUCER, HEART_BY_ADDRESS, Limit, MESSAGE_BY_ADDRESS,
    MESSAGE_BY_PRODUCER, SAME_HEART, network,
};
use domain::ids::{DocumentId, LicenseKindId, ShareMessageId};
use domain::library::documents::Document;
use domain::shares::{
    LONGEST_NOTE, Message, MessageKind, PLAY_SECONDS, browser_family, note, part_of,
};
use domain::text::plain;
use domain::time::Timestamp;
use storage::db::{Conn, Tx};
use storage::identity::attempts;
use storage::library::documents;
use storage::shares::figures::{self, AddedFigures};
use storage::shares::visits::{self, Listen};
use storage::shares::{self as rows, links, messages};

use super::gate::Guest;
use super::media::find_beat;
use crate::guests::media::parse_beat;
use crate::identity::attempts::refuse;
use crate::library::previews;
use crate::licenses::prices::{self, Priced};
use crate::notifications::{self, wording};
use crate::shop::messages::name_and_email;
use crate::{App, Error, Result, crypto, guests};

/// The largest number of seconds that a player reports at once, and the tolerance for its clock.
const MOST_AT_ONCE: i64 = 15;
/// A player that is back at the beginning after this many seconds begins a new play.
const REPLAY_AFTER: i64 = 10;

/// A visitor's hash for one day. It is keyed with the day's key; once that key is deleted, nobody can find out who the
/// visitor was.
fn visitor(tx: &mut Tx, guest: &Guest, day: Day) -> Result<String> {
    let key = visits::key(tx, day, &crypto::random::<32>())?;
    let key: [u8; 32] =
        key.try_into().map_err(|_| Error::unexpected("the key of a day has another length"))?;
    let family = browser_family(guest.caller.user_agent.as_deref().unwrap_or_default());
    let seen = format!("{} {family}", guests::visitor_network(guest.caller.address));
    let digest = blake3::keyed_hash(&key, seen.as_bytes());
    Ok(URL_SAFE_NO_PAD.encode(&digest.as_bytes()[..16]))
}

/// Stores the visit, and returns whether the visitor is new today, at the link or at one of its beats.
fn is_new(tx: &mut Tx, guest: &Guest, beat: Option<DocumentId>, now: Timestamp) -> Result<bool> {
    let day = Day::of(now);
    let visitor = visitor(tx, guest, day)?;
    Ok(visits::note(tx, guest.owner, guest.link.id, beat, &visitor, day)?)
}

/// Counts that the page was opened.
pub async fn opened(app: &App, guest: &Guest) -> Result<()> {
    let (guest, now) = (guest.clone(), app.now());
    app.write(move |tx| {
        if !guest.is_counted(tx)? {
            return Ok(());
        }
        let people = i64::from(is_new(tx, &guest, None, now)?);
        let added = AddedFigures { opened: 1, people, ..AddedFigures::default() };
        Ok(figures::add(tx, guest.owner, guest.link.id, added, now)?)
    })
    .await
}

/// Seconds of a preview that were heard without a break, as a player reports them.
#[derive(Debug, Clone, Copy)]
pub struct PlayReport {
    pub view: [u8; 8],
    pub from: i64,
    pub to: i64,
}

pub async fn heard(app: &App, guest: &Guest, beat: &str, heard: PlayReport) -> Result<()> {
    let (guest, beat, now) = (guest.clone(), parse_beat(beat)?, app.now());
    if heard.from < 0 || heard.to <= heard.from {
        return Err(Error::invalid("to", "to must be after from"));
    }
    app.write(move |tx| {
        let document = find_beat(tx, &guest, beat)?;
        if !guest.is_counted(tx)? {
            return Ok(());
        }
        let preview = previews::playable(tx, guest.owner, &document)?;
        let length = preview.and_then(|preview| preview.file.duration_ms);
        let length = length.or(document.duration_ms).unwrap_or(0);
        figures::lock(tx, guest.link.id)?;
        let first = note_heard(tx, &guest, beat, length, heard, now)?;
        if first && guest.link.recipient.is_named() {
            let share = rows::find(tx, guest.owner, guest.link.share)?;
            let title = share.map(|share| share.title).unwrap_or_default();
            let notice = wording::link_played(&guest.link, &document.title, &title);
            notifications::notify(tx, guest.owner, now, &notice)?;
        }
        Ok(())
    })
    .await
}

/// Adds a report to the figures; returns whether this was the first play of the link.
fn note_heard(
    tx: &mut Tx,
    guest: &Guest,
    beat: DocumentId,
    length: i64,
    sent: PlayReport,
    now: Timestamp,
) -> Result<bool> {
    let (owner, link) = (guest.owner, guest.link.id);
    let PlayReport { view, from, to } = sent;
    let id = format!("{}.{beat}", URL_SAFE_NO_PAD.encode(view));
    let known = visits::listen(tx, owner, link, &id)?
        .filter(|known| from > 1 || known.position < REPLAY_AFTER);
    let begun = || Listen { beat, seconds: 0, heard: 0, position: 0, started_at: now };
    let before = known.unwrap_or_else(begun);
    // Nobody hears more seconds than have passed.
    let passed = i64::try_from(now.since(before.started_at).as_secs()).unwrap_or(0) + MOST_AT_ONCE;
    let seconds = (before.seconds + (to - from).min(MOST_AT_ONCE)).min(passed).max(before.seconds);
    let reach = if length > 0 { (to.saturating_mul(1_000_000) / length).min(1000) } else { 0 };
    let after = Listen { seconds, heard: reach.max(before.heard), position: to, ..before };
    visits::put_listen(tx, owner, link, &id, &after)?;

    let enough = if length > 0 { PLAY_SECONDS.min((length / 1000).max(1)) } else { PLAY_SECONDS };
    let (was_play, is_play) = (before.seconds >= enough, after.seconds >= enough);
    let (far, parts) = match (was_play, is_play) {
        (_, false) => (0, 0..0),
        (false, true) => (after.heard, 0..part_of(after.heard) + 1),
        (true, true) => {
            (after.heard - before.heard, part_of(before.heard) + 1..part_of(after.heard) + 1)
        }
    };
    let added = AddedFigures {
        plays: i64::from(is_play && !was_play),
        seconds: after.seconds - before.seconds,
        heard: far,
        ..AddedFigures::default()
    };
    let people = |is_new: bool| AddedFigures { people: i64::from(is_new), ..added };
    let of_beat = people(is_new(tx, guest, Some(beat), now)?);
    let of_link = people(is_new(tx, guest, None, now)?);
    figures::add_of_beat(tx, owner, link, beat, of_beat, parts, now)?;
    figures::add(tx, owner, link, of_link, now)?;
    Ok(added.plays == 1 && links::note_first_play(tx, owner, link, now)?)
}

/// A listener, by the random number in their cookie.
#[derive(Debug, Clone)]
pub struct Listener {
    pub cookie: String,
}

impl Listener {
    /// The listener of a cookie, or a new one.
    pub fn of(cookie: Option<&str>) -> Self {
        let is_ours = |text: &&str| {
            text.len() == 22 && URL_SAFE_NO_PAD.decode(text).is_ok_and(|bytes| bytes.len() == 16)
        };
        match cookie.filter(is_ours) {
            Some(cookie) => Self { cookie: cookie.to_owned() },
            None => Self { cookie: URL_SAFE_NO_PAD.encode(crypto::random::<16>()) },
        }
    }

    /// The hash of the cookie, as stored with messages and hearts.
    pub(super) fn key(&self) -> String {
        crypto::content_hash(self.cookie.as_bytes())
    }
}

fn check_messages(guest: &Guest) -> Result<()> {
    guests::check_person(&guest.caller)?;
    if guest.link.permissions.takes_messages {
        return Ok(());
    }
    Err(Error::Forbidden("Messages are turned off for this link.".to_owned()))
}

/// Gives a heart to a beat, or takes it back.
pub async fn heart(
    app: &App,
    guest: &Guest,
    listener: &Listener,
    beat: &str,
    is_on: bool,
) -> Result<()> {
    check_messages(guest)?;
    let is_limited = app.rate_limit;
    let (guest, beat, now) = (guest.clone(), parse_beat(beat)?, app.now());
    let listener = listener.key();
    app.write(move |tx| {
        let document = find_beat(tx, &guest, beat)?;
        let (owner, link) = (guest.owner, guest.link.id);
        figures::lock(tx, link)?;
        let is_changed = if is_on {
            messages::give_heart(tx, owner, link, beat, &listener, now)?
        } else {
            messages::take_heart_back(tx, owner, link, beat, &listener)?
        };
        if !is_changed {
            return Ok(());
        }
        let is_new = is_on && (!is_limited || count_heart(tx, &guest, beat, &listener, now)?);
        let added = AddedFigures { hearts: if is_on { 1 } else { -1 }, ..AddedFigures::default() };
        figures::add(tx, owner, link, added, now)?;
        figures::add_of_beat(tx, owner, link, beat, added, 0..0, now)?;
        if is_new && guest.is_counted(tx)? {
            let notice = wording::beat_hearted(&guest.link, &document.title);
            notifications::notify(tx, owner, now, &notice)?;
        }
        Ok(())
    })
    .await
}

/// Counts a heart against the limits; returns false if the same heart was given within the last hour already.
fn count_heart(
    tx: &mut Tx,
    guest: &Guest,
    beat: DocumentId,
    listener: &str,
    now: Timestamp,
) -> Result<bool> {
    let place = network(guest.caller.address);
    let heart = format!("{place} {} {beat} {listener}", guest.link.id);
    if SAME_HEART.is_spent(attempts::add(tx, &SAME_HEART, &heart, now)?.tries) {
        return Ok(false);
    }
    let count = attempts::add(tx, &HEART_BY_ADDRESS, &place, now)?;
    if HEART_BY_ADDRESS.is_spent(count.tries) {
        let wait = count.expires_at.since(now);
        return Err(refuse(&guest.caller, HEART_BY_ADDRESS.name, wait));
    }
    Ok(true)
}

/// Leaves a note on a beat.
pub async fn leave_note(
    app: &App,
    guest: &Guest,
    listener: &Listener,
    beat: &str,
    text: &str,
) -> Result<()> {
    check_messages(guest)?;
    let (id, text) = (parse_beat(beat)?, note(text)?);
    take_quota(app, guest, (MESSAGE_BY_ADDRESS, MESSAGE_BY_PRODUCER)).await?;
    let checked = CheckedMessage { text, ..CheckedMessage::default() };
    write(app, guest, listener, id, MessageKind::Note, checked).await
}

async fn take_quota(
    app: &App,
    guest: &Guest,
    (by_address, by_producer): (Limit, Limit),
) -> Result<()> {
    let limits =
        vec![(by_address, network(guest.caller.address)), (by_producer, guest.owner.to_string())];
    guests::take_quota(app, &guest.caller, limits).await
}

/// The form of a request for a license, as sent.
#[derive(Debug, Clone, Default)]
pub struct AskForm {
    pub beat: String,
    pub kind: String,
    pub name: String,
    pub email: String,
    pub words: String,
}

#[derive(Default)]
struct CheckedMessage {
    name: String,
    email: String,
    kind: Option<LicenseKindId>,
    text: String,
}

impl AskForm {
    fn check(&self, app: &App) -> Result<CheckedMessage> {
        let mut faults = Faults::default();
        let (name, email) = name_and_email(app, &mut faults, &self.name, &self.email);
        let words = plain::check_length("words", plain::lines(&self.words), LONGEST_NOTE);
        let text = faults.take(words).unwrap_or_default();
        let kind = LicenseKindId::parse(&self.kind);
        if kind.is_none() {
            faults.note(Invalid::new("kind", "Please choose a license"));
        }
        faults.finish()?;
        Ok(CheckedMessage { name, email, kind, text })
    }
}

/// Stores a listener's question for a license of a beat. Nobody has proved the mailbox, so it is a message, from which
/// the owner can make an offer.
pub async fn ask(app: &App, guest: &Guest, listener: &Listener, form: &AskForm) -> Result<()> {
    let beat = parse_beat(&form.beat)?;
    guests::check_person(&guest.caller)?;
    let checked = form.check(app)?;
    take_quota(app, guest, (ASK_BY_ADDRESS, ASK_BY_PRODUCER)).await?;
    write(app, guest, listener, beat, MessageKind::Ask, checked).await
}

async fn write(
    app: &App,
    guest: &Guest,
    listener: &Listener,
    beat: DocumentId,
    kind: MessageKind,
    checked: CheckedMessage,
) -> Result<()> {
    let (guest, listener, now) = (guest.clone(), listener.key(), app.now());
    app.write(move |tx| {
        documents::lock(tx, guest.owner)?;
        let document = find_beat(tx, &guest, beat)?;
        let wanted = match checked.kind {
            Some(kind) => Some(find_offered_kind(tx, &guest, &document, kind)?),
            None => None,
        };
        let license_kind_name = wanted.map(|priced| priced.kind.kind.name).unwrap_or_default();
        let message = Message {
            id: ShareMessageId::new(now, crypto::random()),
            link: guest.link.id,
            kind,
            beat: Some(beat),
            title: document.title,
            listener,
            name: checked.name,
            email: checked.email,
            license_kind: checked.kind,
            license_kind_name,
            text: checked.text,
            created_at: now,
        };
        messages::insert(tx, guest.owner, &message)?;
        let added = AddedFigures { messages: 1, ..AddedFigures::default() };
        figures::add(tx, guest.owner, guest.link.id, added, now)?;
        let notice = match kind {
            MessageKind::Ask => wording::license_asked(&message),
            MessageKind::Note => wording::listener_wrote(&guest.link, &message),
        };
        notifications::notify(tx, guest.owner, now, &notice)
    })
    .await
}

/// Finds a license kind that is offered for the beat.
fn find_offered_kind(
    conn: &mut Conn,
    guest: &Guest,
    document: &Document,
    kind: LicenseKindId,
) -> Result<Priced> {
    let all = prices::read(conn, guest.owner, document.id)?;
    let found =
        all.into_iter().find(|priced| priced.kind.id == kind && priced.asking.reason.is_none());
    let refused = || Error::invalid("kind", "This license is not offered for the beat");
    found.ok_or_else(refused)
}
