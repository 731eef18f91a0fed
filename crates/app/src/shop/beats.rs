//! Which beats are on the public page.

use domain::library::documents::Category;
use domain::shop::MOST_AT_ONCE;
use storage::library::documents;

use crate::library::documents::ONLY_BEATS;
use crate::library::previews;
use crate::{Actor, App, Error, Result, ids};

/// Adds beats to the public page, or removes them from it; returns how many have changed.
pub async fn publish(app: &App, actor: &Actor, sent: &[String], is_public: bool) -> Result<u64> {
    if !(1..=MOST_AT_ONCE).contains(&sent.len()) {
        return Err(Error::invalid("ids", "Choose 1 to 1,000 beats"));
    }
    let mut beats = sent.iter().map(|text| ids::parse(text)).collect::<Result<Vec<_>>>()?;
    beats.sort_unstable();
    beats.dedup();
    let (owner, now) = (actor.user, app.now());
    let changed = app.write(move |tx| {
        documents::lock(tx, owner)?;
        let found = documents::find_many(tx, owner, &beats)?;
        if found.len() != beats.len() {
            return Err(Error::missing("beat"));
        }
        if is_public && found.iter().any(|row| row.category != Category::Beat) {
            return Err(Error::invalid("ids", ONLY_BEATS));
        }
        if is_public {
            previews::ask_for_each(tx, owner, &beats, now)?;
        }
        Ok(documents::set_public(tx, owner, &beats, is_public, now)?)
    });
    let changed = changed.await?;
    app.wake_workers();
    Ok(changed)
}
