//! Archives: all data of an account in one zip, rows as CSV and JSON, and the media files. An archive is requested with
//! the password, made by a job, kept for a week, and downloaded through a link that is bound to the session.

mod about;
pub mod coverage;
mod deliveries;
mod issued;
mod making;
mod offers;
mod rows;
mod shares;
mod shop;
pub mod tickets;

use blobs::Key;
use domain::exports::{Archive, Status};
use domain::identity::audit::Event;
use domain::ids::ArchiveId;
use domain::jobs::Kind;
use storage::exports::archives;
use storage::identity::zones;
use storage::identity::{sessions, users};

pub(crate) use making::make;

use crate::exports::made_files::{self, ArchiveFiles, LIFE};
use crate::files::signed_links::{self, Ticket};
use crate::identity::account::confirm_password;
use crate::jobs::Work;
use crate::{Actor, App, Error, Result, crypto};

pub struct Requested {
    pub archive: Archive,
    /// The email address that gets the letter with the link.
    pub email: String,
}

/// Queues the making of an archive. An account has one unfinished archive at a time, since a second would have the same
/// content.
pub async fn request(app: &App, actor: &Actor, password: String) -> Result<Requested> {
    confirm_password(app, actor, "password", password).await?;
    let (actor, now) = (actor.clone(), app.now());
    let archive = Archive {
        id: ArchiveId::new(now, crypto::random()),
        status: Status::Pending,
        progress: 0,
        created_at: now,
        completed_at: None,
        expires_at: now + LIFE,
        file_size: None,
        error: None,
    };
    let requested = app
        .db
        .write(move |tx| {
            let owner = actor.user;
            tx.lock(&format!("archives:{owner}"))?;
            let user = users::find(tx, owner)?.ok_or_else(crate::identity::sessions::no_session)?;
            if archives::count_unfinished(tx, owner)? > 0 {
                let message = "Your export is already being prepared. Please wait until it's done.";
                return Err(Error::Conflict(message.to_owned()));
            }
            archives::insert(tx, owner, &archive)?;
            actor.caller.record(tx, owner, Event::DataExported, now, None)?;
            Work::of(Kind::MakeArchive, owner, &archive.id.to_string())
                .once(&archives::job_key(archive.id))
                .queue(tx, now)?;
            Ok(Requested { archive, email: user.email })
        })
        .await?;
    app.wake_workers();
    Ok(requested)
}

pub struct Page {
    pub archives: Vec<Archive>,
    pub total: i64,
}

pub async fn list(app: &App, actor: &Actor, limit: i64, offset: i64) -> Result<Page> {
    let (owner, now) = (actor.user, app.now());
    let (archives, total) = app
        .db
        .read(move |conn| Ok::<_, Error>(archives::list(conn, owner, now, limit, offset)?))
        .await?;
    Ok(Page { archives, total })
}

/// Issues a link to an archive that the browser can download directly to disk, however large it is.
pub async fn issue_ticket(app: &App, actor: &Actor, id: ArchiveId) -> Result<Ticket> {
    let (owner, now) = (actor.user, app.now());
    let found = app.db.read(move |conn| Ok::<_, Error>(archives::find(conn, owner, id, now)?));
    let archive = found.await?.ok_or_else(|| Error::missing("export"))?;
    match archive.status {
        Status::Completed => {
            let claims = tickets::Claims {
                owner,
                session: actor.session,
                archive: archive.id,
                expires_at: now + tickets::LIFE,
            };
            Ok(signed_links::sign(&app.keys, &claims))
        }
        Status::Failed => {
            let message = "This export failed, so there is nothing to download.";
            Err(Error::Conflict(message.to_owned()))
        }
        _ => Err(Error::Conflict("This export isn't finished yet.".to_owned())),
    }
}

pub struct Download {
    pub key: Key,
    pub size: u64,
    pub file_name: String,
    /// The entity tag: archives with the same tag have the same bytes.
    pub tag: String,
}

/// Opens a link to an archive. Session and archive are looked up every time, so that a session that was revoked a
/// moment ago gets nothing.
pub async fn open_ticket(app: &App, text: &str) -> Result<Download> {
    let now = app.now();
    let claims: tickets::Claims = signed_links::open(&app.keys, text, now)?;
    let (owner, session, id) = (claims.owner, claims.session, claims.archive);
    let archive = app
        .db
        .read(move |conn| {
            sessions::state_by_id(conn, owner, session)?
                .filter(|session| session.is_live(now))
                .ok_or_else(signed_links::expired)?;
            archives::find(conn, owner, id, now)?.ok_or_else(|| Error::missing("export"))
        })
        .await?;
    let zone = app.read(move |conn| Ok(zones::find(conn, owner)?)).await?;
    let size = archive
        .file_size
        .and_then(|size| u64::try_from(size).ok())
        .ok_or_else(|| Error::missing("export"))?;
    let made_at = archive.completed_at.unwrap_or(archive.created_at);
    Ok(Download {
        key: made_files::key::<ArchiveFiles>(owner, id)?,
        size,
        file_name: format!("ledgerline-{}.zip", zone.day_of(made_at)),
        tag: format!("{id}-{}", made_at.as_millis()),
    })
}
