//! Guests, the people without an account: their database reads, their limits, and the network they are counted by.

pub mod budget;
pub mod mail;
pub mod media;
pub(crate) mod sent_parts;

use std::hash::Hash;
use std::net::IpAddr;

use domain::error::Invalid;
use domain::identity::rate_limits::Limit;
use domain::shares::{self, is_bot};
use storage::db::Conn;
use storage::identity::attempts as rows;

use crate::identity::attempts;
use crate::{App, Caller, Error, Result};

/// Runs a database read for a guest, when one of the guests' reads is free.
pub(crate) async fn read<T, F>(app: &App, work: F) -> Result<T>
where
    F: Fn(&mut Conn) -> Result<T> + Send + Sync + 'static,
    T: Send + 'static,
{
    let _turn = app.guests.turn().await?;
    app.read(work).await
}

/// Like `read`, with a cache, for rows that guests request repeatedly, such as the file behind every range of a sound.
/// A cached result does not count as one of the guests' reads. The key must contain everything that the result depends
/// on besides the database.
pub(crate) async fn read_cached<K, T, F>(app: &App, key: K, work: F) -> Result<T>
where
    F: Fn(&mut Conn) -> Result<T> + Send + Sync + 'static,
    K: Clone + Eq + Hash + Send + Sync + 'static,
    T: Clone + Send + 'static,
{
    match app.db.cached(&key) {
        Some(found) => Ok(found),
        None => read(app, move |conn| conn.cached(key.clone(), &work)).await,
    }
}

/// Counts a request of a guest against limits, and refuses it if a limit is reached.
pub async fn limit(app: &App, caller: &Caller, limits: Vec<(Limit, String)>) -> Result<()> {
    if !app.rate_limit || limits.is_empty() {
        return Ok(());
    }
    let keys: Vec<String> = limits.iter().map(|(limit, subject)| limit.key(subject)).collect();
    let (key, now) = (keys.join(" "), app.now());
    if let Some(wait) = app.guests.refusal(&key, now) {
        return Err(attempts::too_many(wait));
    }
    let taken = attempts::take(app, caller, limits).await;
    if let Err(Error::TooManyAttempts { retry_after, .. }) = &taken {
        app.guests.remember(key, now, *retry_after);
    }
    taken.map(drop)
}

/// Counts a request of a guest in the memory of this server, for requests that are too frequent to be counted in the
/// database, and refuses it if the limit is reached.
pub fn limit_here(app: &App, caller: &Caller, limit: &Limit, subject: &str) -> Result<()> {
    if !app.rate_limit {
        return Ok(());
    }
    match app.guests.count(limit, subject, app.now()) {
        Some((wait, true)) => Err(attempts::refuse(caller, limit.name, wait)),
        // The security log has a line about the first one.
        Some((wait, false)) => Err(attempts::too_many(wait)),
        None => Ok(()),
    }
}

/// Counts something that a guest may do only so often, such as a message. Unlike `limit`, a refused request adds to no
/// count, so that a count can be given back.
pub async fn take_quota(app: &App, caller: &Caller, limits: Vec<(Limit, String)>) -> Result<()> {
    if !app.rate_limit {
        return Ok(());
    }
    let (caller, now) = (caller.clone(), app.now());
    app.write(move |tx| {
        for (limit, subject) in &limits {
            let count = rows::add(tx, limit, subject, now)?;
            if limit.is_spent(count.tries) {
                // The error takes back what was counted in this transaction.
                return Err(attempts::refuse(&caller, limit.name, count.expires_at.since(now)));
            }
        }
        Ok(())
    })
    .await
}

/// Refuses a request whose user agent names a program, for actions that only people may do.
pub(crate) fn check_person(caller: &Caller) -> Result<()> {
    if is_bot(caller.user_agent.as_deref()) {
        let sentence = "Your browser says that it is a program, and this is for people only. Please use another browser.";
        return Err(Error::Forbidden(sentence.to_owned()));
    }
    Ok(())
}

/// Checks a name that a visitor typed: it is not that of this installation.
pub(crate) fn visitor_name(app: &App, field: &'static str, text: &str) -> Result<String, Invalid> {
    let host = app.links_url.split_once("://").map_or("", |(_, host)| host);
    // Without the port, which nobody would recognize.
    let host = host.split(':').next().unwrap_or_default();
    shares::visitor_name(field, text, &["Ledgerline", host])
}

/// The network that visitors are counted by: the shortest prefix of an address that tells households apart.
pub fn visitor_network(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(v4) => {
            let [a, b, c, _] = v4.octets();
            format!("{a}.{b}.{c}.0/24")
        }
        IpAddr::V6(v6) => {
            let [a, b, c, ..] = v6.segments();
            format!("{a:x}:{b:x}:{c:x}::/48")
        }
    }
}
