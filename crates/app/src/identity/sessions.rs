//! Sessions: the actor of a bearer token, new and refreshed tokens, and how a session ends.

use domain::calendar::Zone;
use domain::identity::audit::Event;
use domain::identity::sessions::{ABSOLUTE_LIFE, Session, is_proved, is_seen_anew};
use domain::identity::users::User;
use domain::ids::{SessionId, UserId};
use domain::time::Timestamp;
use storage::db::{Conn, DbError, Tx};
use storage::identity::sessions::{self, NewSession, SessionState};

use crate::crypto::{self, Token};
use crate::{Actor, App, Caller, Error, Result};

const NO_SESSION: &str = "Please sign in to continue.";
const ENDED: &str = "Your session has ended. Please sign in again.";

/// A new session: its token and its user.
pub struct SignedIn {
    pub token: Token,
    pub user: User,
}

pub fn no_session() -> Error {
    Error::Unauthenticated(NO_SESSION.to_owned())
}

fn ended() -> Error {
    Error::Unauthenticated(ENDED.to_owned())
}

/// The actor of a bearer token. The session is looked up every time: one that was revoked a moment ago is refused. That
/// it was used is written once a minute, not on every request.
pub async fn authenticate(app: &App, token: &str, caller: Caller) -> Result<Actor> {
    let token = Token::parse(token).ok_or_else(ended)?;
    let (session, zone) = find_live(app, &token).await?;
    note_use(app, token.owner, &session).await?;
    Ok(actor(&token, &session, zone, caller))
}

/// Like `authenticate`, without storing that the session was used: for requests that an open page makes by itself.
pub async fn recognise(app: &App, token: &str, caller: Caller) -> Result<Actor> {
    let token = Token::parse(token).ok_or_else(ended)?;
    let (session, zone) = find_live(app, &token).await?;
    Ok(actor(&token, &session, zone, caller))
}

/// The account of a bearer token, for the most frequent request: one look-up for session and account.
pub async fn authenticate_user(app: &App, token: &str) -> Result<User> {
    let token = Token::parse(token).ok_or_else(ended)?;
    let (owner, hash, now) = (token.owner, token.hash(), app.now());
    let (session, user) = app
        .db
        .read(move |conn| {
            let found = sessions::state_and_user(conn, owner, &hash)?;
            found.filter(|(session, _)| session.is_live(now)).ok_or_else(ended)
        })
        .await?;
    note_use(app, owner, &session).await?;
    Ok(user)
}

async fn find_live(app: &App, token: &Token) -> Result<(SessionState, Zone)> {
    let (owner, hash, now) = (token.owner, token.hash(), app.now());
    app.db
        .read(move |conn| {
            let found = sessions::state_and_zone(conn, owner, &hash)?;
            found.filter(|(session, _)| session.is_live(now)).ok_or_else(ended)
        })
        .await
}

async fn note_use(app: &App, owner: UserId, session: &SessionState) -> Result<()> {
    let (id, now) = (session.id, app.now());
    if is_seen_anew(now, session.last_seen_at) {
        app.db.write(move |tx| Ok::<_, Error>(sessions::touch(tx, owner, id, now)?)).await?;
    }
    Ok(())
}

fn actor(token: &Token, session: &SessionState, zone: Zone, caller: Caller) -> Actor {
    Actor { user: token.owner, session: session.id, zone, caller, token_hash: token.hash() }
}

/// Opens a session, in the transaction that verified the user's identity.
pub(crate) fn open(
    tx: &mut Tx,
    owner: UserId,
    caller: &Caller,
    now: Timestamp,
) -> Result<Token, DbError> {
    let token = Token::generate(owner);
    let session = NewSession {
        id: SessionId::new(now, crypto::random()),
        token_hash: &token.hash(),
        created_at: now,
        expires_at: now + ABSOLUTE_LIFE,
        ip_address: &caller.address.to_string(),
        user_agent: caller.user_agent.as_deref(),
    };
    sessions::insert(tx, owner, &session)?;
    Ok(token)
}

/// Fails if the actor's last proof of identity is older than ten minutes. Call it in the transaction of the change
/// itself.
pub fn require_proof(conn: &mut Conn, actor: &Actor, now: Timestamp) -> Result<()> {
    let proved_at = sessions::proved_at(conn, actor.user, actor.session)?.ok_or_else(ended)?;
    if is_proved(now, proved_at) { Ok(()) } else { Err(Error::ProofRequired) }
}

/// Stores that the actor has just proved their identity.
pub fn record_proof(tx: &mut Tx, actor: &Actor, now: Timestamp) -> Result<(), DbError> {
    sessions::prove(tx, actor.user, actor.session, now)
}

/// Replaces the actor's token by a new one; the old one stops working.
pub async fn refresh(app: &App, actor: &Actor) -> Result<Token> {
    let token = Token::generate(actor.user);
    let (owner, old, new, now) = (actor.user, actor.token_hash.clone(), token.hash(), app.now());
    let rotated = app
        .db
        .write(move |tx| Ok::<_, Error>(sessions::rotate(tx, owner, &old, &new, now)?))
        .await?;
    if rotated { Ok(token) } else { Err(ended()) }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    SignOut,
    Lock,
}

/// Ends the actor's own session.
pub async fn end(app: &App, actor: &Actor, how: End) -> Result<()> {
    let (actor, now) = (actor.clone(), app.now());
    let event = match how {
        End::SignOut => Event::SignedOut,
        End::Lock => Event::Locked,
    };
    app.db
        .write(move |tx| {
            sessions::remove(tx, actor.user, actor.session)?;
            Ok(actor.caller.record(tx, actor.user, event, now, None)?)
        })
        .await
}

pub async fn current(app: &App, actor: &Actor) -> Result<Session> {
    let (owner, hash) = (actor.user, actor.token_hash.clone());
    app.db
        .read(move |conn| Ok::<_, Error>(sessions::find_by_token(conn, owner, &hash)?))
        .await?
        .ok_or_else(ended)
}

pub async fn list(app: &App, actor: &Actor) -> Result<Vec<Session>> {
    let (owner, now) = (actor.user, app.now());
    app.db.read(move |conn| Ok(sessions::list(conn, owner, now)?)).await
}

pub async fn revoke(app: &App, actor: &Actor, id: &str) -> Result<()> {
    let missing = || Error::NotFound("This session has already ended.".to_owned());
    let id = SessionId::parse(id).ok_or_else(missing)?;
    let (actor, now) = (actor.clone(), app.now());
    app.db
        .write(move |tx| {
            if !sessions::remove(tx, actor.user, id)? {
                return Err(missing());
            }
            Ok(actor.caller.record(tx, actor.user, Event::SessionRevoked, now, None)?)
        })
        .await
}

/// Ends every session of the user except the actor's; returns how many.
pub async fn revoke_others(app: &App, actor: &Actor) -> Result<u64> {
    let (actor, now) = (actor.clone(), app.now());
    app.db
        .write(move |tx| {
            let gone = sessions::remove_others(tx, actor.user, actor.session)?;
            if gone > 0 {
                let detail = format!("{gone} other sessions");
                let detail = Some(detail.as_str());
                actor.caller.record(tx, actor.user, Event::SessionRevoked, now, detail)?;
            }
            Ok(gone)
        })
        .await
}
