//! Messages to a producer: writing a message at the public page, and reading, answering and deleting messages, and making
//! an offer from a question for a license.

use domain::error::{Faults, Invalid};
use domain::identity::rate_limits::{MESSAGE_BY_ADDRESS, MESSAGE_BY_PRODUCER, network};
use domain::ids::{MessageAnswerId, ShareMessageId, ShopMessageId};
use domain::offers::Source;
use domain::shares::{email, is_bot, note};
use domain::shop::{Answer, MessageSource, NewMessage, Thread, answer_text};
use storage::library::documents;
use storage::shares::messages as share_messages;
use storage::shop::messages as rows;

use super::gate::Host;
use crate::guests::mail;
use crate::licenses::{kinds, prices};
use crate::notifications::mail::Letter;
use crate::notifications::{self, wording};
use crate::offers::asking::{self, LicenseRequest};
use crate::offers::details::{OfferContext, OfferView};
use crate::{Actor, App, Error, Result, crypto, guests};

/// A message, as sent.
#[derive(Debug, Clone, Default)]
pub struct MessageForm {
    pub name: String,
    pub email: String,
    pub text: String,
}

impl MessageForm {
    fn check(&self, app: &App) -> Result<(String, String, String), Vec<Invalid>> {
        let mut faults = Faults::default();
        let (name, email) = name_and_email(app, &mut faults, &self.name, &self.email);
        let text = faults.take(note(&self.text)).unwrap_or_default();
        faults.finish()?;
        Ok((name, email, text))
    }
}

/// Checks the name and the email address of a visitor; both are required.
pub(crate) fn name_and_email(
    app: &App,
    faults: &mut Faults,
    sent: &str,
    address: &str,
) -> (String, String) {
    let name = faults.take(guests::visitor_name(app, "name", sent));
    if name.as_deref() == Some("") {
        faults.note(Invalid::new("name", "Please enter your name"));
    }
    let email = faults.take(email(address));
    if email.as_deref() == Some("") {
        faults.note(Invalid::new("email", "Please enter your email address"));
    }
    (name.unwrap_or_default(), email.unwrap_or_default())
}

/// Whether visitors can write messages at a page.
pub fn are_allowed(host: &Host) -> bool {
    host.settings.allow_messages
}

/// Stores a visitor's message to the producer.
pub async fn write(app: &App, host: &Host, form: &MessageForm) -> Result<()> {
    if !are_allowed(host) || is_bot(host.caller.user_agent.as_deref()) {
        return Err(Error::Forbidden("Messages are turned off for this page.".to_owned()));
    }
    let (name, email, text) = form.check(app)?;
    let limits = vec![
        (MESSAGE_BY_ADDRESS, network(host.caller.address)),
        (MESSAGE_BY_PRODUCER, host.owner.to_string()),
    ];
    guests::take_quota(app, &host.caller, limits).await?;
    let (owner, now) = (host.owner, app.now());
    let id = ShopMessageId::new(now, crypto::random());
    app.write(move |tx| {
        let new = NewMessage { id, name, email, text, created_at: now };
        rows::insert(tx, owner, &new)?;
        notifications::notify(tx, owner, now, &wording::visitor_wrote(&new))
    })
    .await
}

/// A message with its answers.
pub struct MessageView {
    pub thread: Thread,
    pub answers: Vec<Answer>,
}

pub struct List {
    pub rows: Vec<MessageView>,
    pub total: i64,
    pub next_cursor: Option<String>,
}

pub async fn list(app: &App, actor: &Actor, cursor: Option<String>, limit: i64) -> Result<List> {
    let owner = actor.user;
    let before = match cursor.filter(|text| !text.is_empty()) {
        None => None,
        Some(text) => {
            let refused =
                || Error::invalid("cursor", "cursor must be the next_cursor of this list");
            Some(ShopMessageId::parse(&text).ok_or_else(refused)?)
        }
    };
    app.read(move |conn| {
        conn.snapshot()?;
        let total = rows::total(conn, owner)?;
        // One row more than requested shows whether there is a next page.
        let mut threads = rows::list(conn, owner, before, limit + 1)?;
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let has_more = threads.len() > limit;
        threads.truncate(limit);
        let last = threads.last().filter(|_| has_more);
        let next_cursor = last.map(|last| last.id.to_string());
        let mut shown = Vec::new();
        for thread in threads {
            let answers = rows::answers(conn, owner, thread.id)?;
            shown.push(MessageView { thread, answers });
        }
        Ok(List { rows: shown, total, next_cursor })
    })
    .await
}

fn missing() -> Error {
    Error::missing("message")
}

/// Answers a message by mail.
pub async fn answer(
    app: &App,
    actor: &Actor,
    id: ShopMessageId,
    text: &str,
) -> Result<MessageView> {
    let (owner, now, keys) = (actor.user, app.now(), app.keys.clone());
    let (id, text) = (id, answer_text(text)?);
    let thread = app.read(move |conn| Ok(rows::find(conn, owner, id)?)).await?;
    let thread = thread.ok_or_else(missing)?;
    if thread.email.is_empty() {
        return Err(Error::Conflict("Whoever wrote this left no email address.".to_owned()));
    }
    let sender = mail::allow(app, owner, &actor.caller, &thread.email).await?;
    let answer = Answer { id: MessageAnswerId::new(now, crypto::random()), text, created_at: now };
    let shown = app.write(move |tx| {
        let thread = rows::find(tx, owner, id)?.ok_or_else(missing)?;
        rows::insert_answer(tx, owner, &thread, &answer)?;
        let letter = Letter::new(format!("{} answered your message", sender.name))
            .paragraph(answer.text)
            .paragraph(format!("You wrote: {}", thread.text));
        mail::queue(tx, &keys, &sender, letter, now)?;
        let answers = rows::answers(tx, owner, id)?;
        Ok(MessageView { thread, answers })
    });
    let shown = shown.await?;
    app.wake_workers();
    Ok(shown)
}

/// Makes a draft offer from a question for a license. Returns whether it is new: a question has one offer.
pub async fn make_offer(app: &App, actor: &Actor, id: ShopMessageId) -> Result<(OfferView, bool)> {
    let (owner, now, context) = (actor.user, app.now(), OfferContext::of(app, actor.user));
    kinds::ensure(app, owner).await?;
    app.write(move |tx| {
        documents::lock(tx, owner)?;
        let id = ShareMessageId::parse(&id.to_string()).ok_or_else(missing)?;
        let (message, made) = share_messages::find(tx, owner, id)?.ok_or_else(missing)?;
        if let Some(made) = made {
            return Ok((context.read_view(tx, made)?, false));
        }
        let Some(kind) = message.license_kind else {
            return Err(Error::Conflict("Nobody asked for a license here.".to_owned()));
        };
        let beat = match message.beat {
            Some(beat) => documents::find(tx, owner, beat)?,
            None => None,
        };
        let gone = || Error::Conflict(format!("“{}” was deleted.", message.title));
        let beat = beat.ok_or_else(gone)?;
        let mut offered = prices::read(tx, owner, beat.id)?.into_iter();
        let priced = offered.find(|one| one.kind.id == kind && one.asking.reason.is_none());
        let not_offered = || {
            let (kind, title) = (&message.license_kind_name, &beat.title);
            Error::Conflict(format!("{kind} is not offered for “{title}” anymore."))
        };
        let request = LicenseRequest {
            name: &message.name,
            email: &message.email,
            words: &message.text,
            source: Source::Share,
            share_link: Some(message.link),
        };
        let priced = priced.ok_or_else(not_offered)?;
        let offer = asking::draft(tx, owner, &beat, &priced, &request, now)?;
        share_messages::put_offer(tx, owner, id, offer.id)?;
        Ok((context.read_view(tx, offer.id)?, true))
    })
    .await
    .inspect(|_| app.wake_workers())
}

pub async fn remove(app: &App, actor: &Actor, id: ShopMessageId) -> Result<()> {
    let owner = actor.user;
    app.write(move |tx| {
        let thread = rows::find(tx, owner, id)?.ok_or_else(missing)?;
        let gone = match thread.source {
            MessageSource::Shop => rows::remove(tx, owner, id)?,
            MessageSource::Share => {
                let id = ShareMessageId::parse(&id.to_string()).ok_or_else(missing)?;
                share_messages::remove(tx, owner, id)?
            }
        };
        if gone { Ok(()) } else { Err(missing()) }
    })
    .await
}
