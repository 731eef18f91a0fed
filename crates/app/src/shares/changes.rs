//! The owner's changes of shares: creating a share and its links, changing, stopping and deleting them.

use domain::calendar::Day;
use domain::error::{Faults, Invalid};
use domain::identity::passwords::Password;
use domain::ids::{BeneficiaryId, DocumentId, ShareId, ShareLinkId, ShareMessageId, UserId};
use domain::library::documents::Category;
use domain::shares::{
    DEFAULT_DAYS, Downloads, Figures, Link, MOST_AT_ONCE, MOST_BEATS, MOST_LIVE, Permissions,
    Recipient, Share, State, check_password, email, last_day, message, name, title,
};
use domain::time::Timestamp;
use storage::db::{Conn, Tx};
use storage::identity::zones;
use storage::library::documents;
use storage::shares::{self as rows, links, messages, visits};

use super::lists::{self, ShareView, missing, missing_link};
use super::tokens::LinkToken;
use crate::crypto::{self, Keys};
use crate::library::previews;
use crate::money::links as references;
use crate::policy::PublicPages;
use crate::{Actor, App, Error, Result, ids};

/// The recipient of a link, as sent: a client, a name and an email address, or nobody.
#[derive(Debug, Default)]
pub struct RecipientForm {
    pub client_id: Option<String>,
    pub name: Option<String>,
    pub email: Option<String>,
}

/// The permissions of a link, as sent. An omitted field keeps its value; an empty text clears the password and the last
/// day.
#[derive(Debug, Default)]
pub struct LinkForm {
    pub password: Option<String>,
    pub expires_on: Option<String>,
    pub downloads: Option<String>,
    pub shows_prices: Option<bool>,
    pub takes_messages: Option<bool>,
}

#[derive(Debug, Default)]
pub struct ShareForm {
    pub title: Option<String>,
    pub message: Option<String>,
    pub beats: Option<Vec<String>>,
    pub keeps_sold: Option<bool>,
}

#[derive(Clone)]
struct CheckedRecipient {
    client: Option<BeneficiaryId>,
    name: String,
    email: String,
}

impl RecipientForm {
    fn check(self) -> Result<CheckedRecipient> {
        let client = self.client_id.filter(|id| !id.is_empty());
        let client = client.map(|id| ids::parse(&id)).transpose()?;
        let name = name(&self.name.unwrap_or_default())?;
        Ok(CheckedRecipient { client, name, email: email(&self.email.unwrap_or_default())? })
    }
}

impl CheckedRecipient {
    /// The recipient to store; for a client, with the client's present name and email address.
    fn recipient(self, conn: &mut Conn, owner: UserId) -> Result<Recipient> {
        let Some(id) = self.client else {
            return Ok(Recipient { client: None, name: self.name, email: self.email });
        };
        let client = references::client(conn, owner, id)?;
        Ok(Recipient { client: Some(id), name: client.name, email: client.email })
    }
}

/// The form with every field parsed; `Some(None)` clears.
struct Patch {
    password_hash: Option<Option<String>>,
    expires_on: Option<Option<Day>>,
    downloads: Option<Downloads>,
    shows_prices: Option<bool>,
    takes_messages: Option<bool>,
}

impl LinkForm {
    async fn check(self, app: &App, today: Day) -> Result<Patch> {
        let mut faults = Faults::default();
        let expires_on = self.expires_on.and_then(|text| faults.take(last_day(text.trim(), today)));
        let downloads = self.downloads.and_then(|text| faults.take(Downloads::parse(&text)));
        let password = self.password.and_then(|text| {
            if text.is_empty() {
                return Some(None);
            }
            let checked = check_password(&text).and_then(|()| Password::parse("password", text));
            faults.take(checked).map(Some)
        });
        faults.finish()?;
        let password_hash = match password {
            Some(Some(password)) => Some(Some(app.hasher.hash(password).await?)),
            Some(None) => Some(None),
            None => None,
        };
        Ok(Patch {
            password_hash,
            expires_on,
            downloads,
            shows_prices: self.shows_prices,
            takes_messages: self.takes_messages,
        })
    }
}

impl Patch {
    fn apply_to(&self, old: Permissions) -> Permissions {
        Permissions {
            password_hash: self.password_hash.clone().unwrap_or(old.password_hash),
            expires_on: self.expires_on.unwrap_or(old.expires_on),
            downloads: self.downloads.unwrap_or(old.downloads),
            shows_prices: self.shows_prices.unwrap_or(old.shows_prices),
            takes_messages: self.takes_messages.unwrap_or(old.takes_messages),
        }
    }

    /// The permissions of a new link.
    fn of_new(&self, today: Day) -> Permissions {
        self.apply_to(Permissions {
            password_hash: None,
            expires_on: today.days_after(DEFAULT_DAYS),
            downloads: Downloads::None,
            shows_prices: true,
            takes_messages: true,
        })
    }
}

struct SharePatch {
    title: Option<String>,
    message: Option<String>,
    beats: Option<Vec<DocumentId>>,
    keeps_sold: Option<bool>,
}

impl ShareForm {
    fn check(self) -> Result<SharePatch> {
        let mut faults = Faults::default();
        let title = self.title.and_then(|text| faults.take(title(&text)));
        let message = self.message.and_then(|text| faults.take(message(&text)));
        if self.beats.as_ref().is_some_and(|ids| !(1..=MOST_BEATS).contains(&ids.len())) {
            faults.note(Invalid::new("beats", "Choose 1 to 100 beats"));
        }
        faults.finish()?;
        let mut beats: Option<Vec<DocumentId>> = None;
        for text in self.beats.iter().flatten() {
            let id = ids::parse(text)?;
            let beats = beats.get_or_insert_default();
            if !beats.contains(&id) {
                beats.push(id);
            }
        }
        Ok(SharePatch { title, message, beats, keeps_sold: self.keeps_sold })
    }
}

fn check_allowed(app: &App) -> Result<()> {
    match app.policy.public_pages {
        PublicPages::Off => {
            let sentence = "Public pages are turned off on this server.";
            Err(Error::Forbidden(sentence.to_owned()))
        }
        PublicPages::Links | PublicPages::All => Ok(()),
    }
}

fn check_beats(conn: &mut Conn, owner: UserId, beats: &[DocumentId]) -> Result<()> {
    let found = documents::find_many(conn, owner, beats)?;
    if found.len() != beats.len() {
        return Err(Error::missing("beat"));
    }
    match found.iter().find(|document| document.category != Category::Beat) {
        Some(video) => {
            let message = format!("“{}” is a video. Only beats can be shared.", video.title);
            Err(Error::invalid("beats", message))
        }
        None => Ok(()),
    }
}

fn recipients(sent: Vec<RecipientForm>) -> Result<Vec<CheckedRecipient>> {
    if sent.len() > MOST_AT_ONCE {
        return Err(Error::invalid("recipients", "At most 50 links can be made at a time"));
    }
    // Without a recipient there is one link, for everyone who has it.
    let sent = if sent.is_empty() { vec![RecipientForm::default()] } else { sent };
    sent.into_iter().map(RecipientForm::check).collect()
}

struct LinkMaker {
    keys: Keys,
    owner: UserId,
    now: Timestamp,
}

impl LinkMaker {
    fn of(app: &App, actor: &Actor) -> Self {
        Self { keys: app.keys.clone(), owner: actor.user, now: app.now() }
    }

    /// Adds a link for each recipient.
    fn add(
        &self,
        tx: &mut Tx,
        share: &Share,
        whom: Vec<CheckedRecipient>,
        patch: &Patch,
    ) -> Result<()> {
        let owner = self.owner;
        let today = zones::day_of(tx, owner, self.now)?;
        let live = links::count_live(tx, owner, today)?;
        if live + i64::try_from(whom.len()).unwrap_or(i64::MAX) > MOST_LIVE {
            return Err(too_many());
        }
        let offered = LinkToken::new_public_id();
        let public_id = links::public_id(tx, owner, &offered)?.ok_or_else(missing)?;
        for (number, checked) in (0_u64..).zip(whom) {
            // Ids sort by their milliseconds, so the links keep the order of the recipients.
            let made_at = self.now + std::time::Duration::from_millis(number);
            let id = ShareLinkId::new(made_at, crypto::random());
            let token = LinkToken::generate(&public_id)
                .ok_or_else(|| Error::unexpected("a public id is no base64"))?;
            let link = Link {
                id,
                share: share.id,
                token: token.seal(&self.keys, owner, id),
                recipient: checked.recipient(tx, owner)?,
                permissions: patch.of_new(today),
                created_at: self.now,
                updated_at: self.now,
                stopped_at: None,
                first_played_at: None,
                figures: Figures::default(),
            };
            links::insert(tx, owner, share, &link, &token.hash())?;
        }
        Ok(())
    }
}

fn too_many() -> Error {
    Error::Conflict(
        "An account can have 2,000 live links. Please stop some of them first.".to_owned(),
    )
}

/// Makes a share with a link for each recipient.
pub async fn create(
    app: &App,
    actor: &Actor,
    form: ShareForm,
    whom: Vec<RecipientForm>,
    link: LinkForm,
) -> Result<ShareView> {
    check_allowed(app)?;
    let (owner, now) = (actor.user, app.now());
    let form = ShareForm {
        title: Some(form.title.unwrap_or_default()),
        beats: Some(form.beats.unwrap_or_default()),
        ..form
    };
    let (wanted, whom) = (form.check()?, recipients(whom)?);
    let patch = link.check(app, actor.day_of(now)).await?;
    let share = Share {
        id: ShareId::new(now, crypto::random()),
        title: wanted.title.unwrap_or_default(),
        message: wanted.message.unwrap_or_default(),
        keeps_sold: wanted.keeps_sold.unwrap_or(true),
        created_at: now,
        updated_at: now,
    };
    let (beats, maker) = (wanted.beats.unwrap_or_default(), LinkMaker::of(app, actor));
    let links_url = app.links_url.clone();
    app.write(move |tx| {
        documents::lock(tx, owner)?;
        rows::lock(tx, owner)?;
        check_beats(tx, owner, &beats)?;
        rows::put(tx, owner, &share)?;
        rows::set_beats(tx, owner, share.id, &beats)?;
        previews::ask_for_each(tx, owner, &beats, now)?;
        maker.add(tx, &share, whom, &patch)?;
        lists::read_share(tx, &maker.keys, &links_url, owner, share.id, now)
    })
    .await
}

/// Adds links to a share, one for each recipient.
pub async fn add_links(
    app: &App,
    actor: &Actor,
    id: ShareId,
    whom: Vec<RecipientForm>,
    link: LinkForm,
) -> Result<ShareView> {
    check_allowed(app)?;
    let (owner, now) = (actor.user, app.now());
    let whom = recipients(whom)?;
    let patch = link.check(app, actor.day_of(now)).await?;
    let (maker, links_url) = (LinkMaker::of(app, actor), app.links_url.clone());
    app.write(move |tx| {
        rows::lock(tx, owner)?;
        let share = rows::find(tx, owner, id)?.ok_or_else(missing)?;
        maker.add(tx, &share, whom, &patch)?;
        lists::read_share(tx, &maker.keys, &links_url, owner, id, now)
    })
    .await
}

/// Changes title, message and beats of a share, for all its links.
pub async fn update(app: &App, actor: &Actor, id: ShareId, form: ShareForm) -> Result<ShareView> {
    let (owner, now) = (actor.user, app.now());
    let patch = form.check()?;
    let (keys, links_url) = (app.keys.clone(), app.links_url.clone());
    app.write(move |tx| {
        documents::lock(tx, owner)?;
        rows::lock(tx, owner)?;
        let old = rows::find(tx, owner, id)?.ok_or_else(missing)?;
        let share = Share {
            title: patch.title.unwrap_or(old.title),
            message: patch.message.unwrap_or(old.message),
            keeps_sold: patch.keeps_sold.unwrap_or(old.keeps_sold),
            updated_at: now,
            ..old
        };
        rows::put(tx, owner, &share)?;
        if let Some(beats) = patch.beats {
            check_beats(tx, owner, &beats)?;
            rows::set_beats(tx, owner, id, &beats)?;
            previews::ask_for_each(tx, owner, &beats, now)?;
        }
        // The search text of each link contains the share's title.
        for link in links::of_share(tx, owner, id)? {
            links::update(tx, owner, &share, &link)?;
        }
        lists::read_share(tx, &keys, &links_url, owner, id, now)
    })
    .await
}

/// Stops every link of a share.
pub async fn stop(app: &App, actor: &Actor, id: ShareId) -> Result<ShareView> {
    let (owner, now) = (actor.user, app.now());
    let (keys, links_url) = (app.keys.clone(), app.links_url.clone());
    app.write(move |tx| {
        rows::lock(tx, owner)?;
        rows::find(tx, owner, id)?.ok_or_else(missing)?;
        links::stop_share(tx, owner, id, now)?;
        lists::read_share(tx, &keys, &links_url, owner, id, now)
    })
    .await
}

/// Deletes a share with its links, their figures and what listeners left.
pub async fn remove(app: &App, actor: &Actor, id: ShareId) -> Result<()> {
    let owner = actor.user;
    let gone = app.write(move |tx| Ok(rows::remove(tx, owner, id)?)).await?;
    if gone { Ok(()) } else { Err(missing()) }
}

/// Changes the recipient and the permissions of a link.
pub async fn update_link(
    app: &App,
    actor: &Actor,
    id: ShareLinkId,
    whom: Option<RecipientForm>,
    form: LinkForm,
) -> Result<()> {
    let (owner, now) = (actor.user, app.now());
    let today = actor.day_of(now);
    let whom = whom.map(RecipientForm::check).transpose()?;
    let patch = form.check(app, today).await?;
    app.write(move |tx| {
        rows::lock(tx, owner)?;
        let old = links::find(tx, owner, id)?.ok_or_else(missing_link)?;
        let share = rows::find(tx, owner, old.share)?.ok_or_else(missing_link)?;
        let was = old.state(today);
        let recipient = match whom {
            Some(checked) => checked.recipient(tx, owner)?,
            None => old.recipient.clone(),
        };
        let permissions = patch.apply_to(old.permissions.clone());
        let link = Link { recipient, permissions, updated_at: now, ..old };
        let is_revived = was != State::Live && link.state(today) == State::Live;
        if is_revived && links::count_live(tx, owner, today)? >= MOST_LIVE {
            return Err(too_many());
        }
        Ok(links::update(tx, owner, &share, &link)?)
    })
    .await
}

pub async fn stop_link(app: &App, actor: &Actor, id: ShareLinkId) -> Result<()> {
    let (owner, now) = (actor.user, app.now());
    app.write(move |tx| {
        rows::lock(tx, owner)?;
        links::find(tx, owner, id)?.ok_or_else(missing_link)?;
        Ok(links::stop(tx, owner, id, now)?)
    })
    .await
}

/// Stops every live link of a client and returns how many they were.
pub async fn stop_client(app: &App, actor: &Actor, client: &str) -> Result<u64> {
    let (owner, now) = (actor.user, app.now());
    let client = ids::parse(client)?;
    app.write(move |tx| {
        rows::lock(tx, owner)?;
        references::client(tx, owner, client)?;
        let today = zones::day_of(tx, owner, now)?;
        Ok(links::stop_client(tx, owner, client, today, now)?)
    })
    .await
}

/// Deletes a link. A share whose last link is deleted goes with it.
pub async fn remove_link(app: &App, actor: &Actor, id: ShareLinkId) -> Result<()> {
    let owner = actor.user;
    app.write(move |tx| {
        rows::lock(tx, owner)?;
        let link = links::find(tx, owner, id)?.ok_or_else(missing_link)?;
        links::remove(tx, owner, id)?;
        if links::of_share(tx, owner, link.share)?.is_empty() {
            rows::remove(tx, owner, link.share)?;
        }
        Ok(())
    })
    .await
}

/// Deletes the messages and hearts of listeners at a link and today's visitor hashes, for a listener who wants to be
/// forgotten. The numbers of plays stay.
pub async fn forget_visitors(app: &App, actor: &Actor, id: ShareLinkId) -> Result<()> {
    let owner = actor.user;
    app.write(move |tx| {
        rows::lock(tx, owner)?;
        links::find(tx, owner, id)?.ok_or_else(missing_link)?;
        messages::remove_of_link(tx, owner, id)?;
        Ok(visits::forget(tx, owner, id)?)
    })
    .await
}

pub async fn remove_message(app: &App, actor: &Actor, id: ShareMessageId) -> Result<()> {
    let owner = actor.user;
    let gone = app.write(move |tx| Ok(messages::remove(tx, owner, id)?)).await?;
    if gone { Ok(()) } else { Err(Error::missing("message")) }
}
