//! Everything an account holds, in one zip to take along: rows as CSV and JSON, and the media files. It is asked
//! for with the password, made by a job, kept for a week, and fetched through a link that is bound to the session.

mod about;
mod making;
mod rows;
mod tickets;

use std::time::Duration;

use blobs::Key;
use domain::audit::Event;
use domain::calendar::Day;
use domain::exports::{Archive, Status};
use domain::ids::{ArchiveId, UserId};
use domain::jobs::Kind;
use domain::time::Timestamp;
use storage::exports::archives;
use storage::identity::{sessions, users};

pub(crate) use making::make;
pub use tickets::Ticket;

use crate::blob_keys::ARCHIVES;
use crate::identity::account::confirm_password;
use crate::jobs::Work;
use crate::{Actor, App, Error, Result, crypto};

/// How long a file is kept after it was made.
pub(crate) const LIFE: Duration = Duration::from_secs(7 * 24 * 60 * 60);

pub struct Requested {
    pub archive: Archive,
    /// Where the mail with the link goes.
    pub email: String,
}

/// One at a time: a second would hold the same.
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
            if archives::has_unfinished(tx, owner)? {
                let message = "Your data is being exported already. Please wait until it is done.";
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

/// A link that the browser can save to disk by itself, however large the file is.
pub async fn issue_ticket(app: &App, actor: &Actor, id: &str) -> Result<Ticket> {
    let (owner, now) = (actor.user, app.now());
    let id = ArchiveId::parse(id).ok_or_else(|| Error::missing("export"))?;
    let found = app.db.read(move |conn| Ok::<_, Error>(archives::find(conn, owner, id, now)?));
    let archive = found.await?.ok_or_else(|| Error::missing("export"))?;
    match archive.status {
        Status::Completed => Ok(tickets::issue(app, actor, archive.id)),
        Status::Failed => {
            let message = "This export failed, so there is nothing to download.";
            Err(Error::Conflict(message.to_owned()))
        }
        _ => Err(Error::Conflict("This export is not finished yet.".to_owned())),
    }
}

pub struct Download {
    pub key: Key,
    pub size: u64,
    pub file_name: String,
    /// The same one is the same bytes.
    pub tag: String,
}

/// Looks the session and the archive up, every time: what was revoked a moment ago is gone.
pub async fn open_ticket(app: &App, text: &str) -> Result<Download> {
    let now = app.now();
    let claims = tickets::open(app, text)?;
    let (owner, session, id) = (claims.owner, claims.session, claims.archive);
    let archive = app
        .db
        .read(move |conn| {
            sessions::standing_by_id(conn, owner, session)?
                .filter(|session| session.is_live(now))
                .ok_or_else(tickets::over)?;
            archives::find(conn, owner, id, now)?.ok_or_else(|| Error::missing("export"))
        })
        .await?;
    let size = archive
        .file_size
        .and_then(|size| u64::try_from(size).ok())
        .ok_or_else(|| Error::missing("export"))?;
    let made_at = archive.completed_at.unwrap_or(archive.created_at);
    Ok(Download {
        key: key(owner, id)?,
        size,
        file_name: format!("ledgerline-{}.zip", Day::of(made_at)),
        tag: format!("{id}-{}", made_at.as_millis()),
    })
}

/// Where the file of an archive lies.
fn key(owner: UserId, id: ArchiveId) -> Result<Key> {
    let text = format!("{ARCHIVES}/{owner}/{id}");
    Key::parse(&text).ok_or_else(|| Error::unexpected(format!("{text} is no key")))
}

/// When a file that is finished now will be removed.
fn expiry(now: Timestamp) -> Timestamp {
    now + LIFE
}

/// How many go in one round of housekeeping; the next one takes the rest.
const MOST_SWEPT: i64 = 100;
const ABANDONED: &str = "The export could not be finished. Please ask for it again.";

/// Removes files whose time is over and files that no row names; ends archives that nobody is working on any
/// more. Tells how many files went.
pub(crate) async fn sweep(app: &App) -> Result<usize> {
    let now = app.now();
    app.db.write(|tx| Ok::<_, Error>(archives::fail_abandoned(tx, ABANDONED)?)).await?;
    let expired =
        app.db.read(move |conn| Ok::<_, Error>(archives::expired(conn, now, MOST_SWEPT)?)).await?;
    let mut gone = expired.len();
    for (owner, id) in expired {
        // The file first: a row without a file is found again, a file without a row has to be looked for.
        app.blobs.delete(&key(owner, id)?).await?;
        app.db.write(move |tx| Ok::<_, Error>(archives::remove(tx, owner, id)?)).await?;
    }
    let mut files = app.blobs.list(ARCHIVES);
    while let Some(file) = files.next().await {
        let file = file?;
        if let Some((owner, id)) = named(&file.key) {
            let is_kept =
                app.db.read(move |conn| Ok::<_, Error>(archives::exists(conn, owner, id)?)).await?;
            if !is_kept {
                app.blobs.delete(&file.key).await?;
                gone += 1;
            }
        }
    }
    Ok(gone)
}

fn named(key: &Key) -> Option<(UserId, ArchiveId)> {
    let rest = key.as_str().strip_prefix(ARCHIVES)?.strip_prefix('/')?;
    let (owner, id) = rest.split_once('/')?;
    Some((UserId::parse(owner)?, ArchiveId::parse(id)?))
}
