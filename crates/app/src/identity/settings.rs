//! An account's settings, with read-only values: whether two-factor is on, whether sample data is left, the hash of the
//! logo, and whether the server can send mail.

use domain::identity::{
    audit::Event,
    settings::{Change, Settings},
};
use storage::db::Conn;
use storage::identity::{settings, studio_logos, two_factor};
use storage::operations::samples;

use crate::identity::sessions;
use crate::{Actor, App, Error, Result};

const USE_THE_WIZARD: &str = "Turn two-factor authentication on or off under Security.";

pub struct AccountSettings {
    pub settings: Settings,
    pub two_factor: bool,
    pub recovery_codes_left: i64,
    pub has_sample_data: bool,
    /// The hash of the studio's logo.
    pub logo: Option<String>,
    /// Whether there is a mail server.
    pub can_email: bool,
}

pub async fn load(app: &App, actor: &Actor) -> Result<AccountSettings> {
    let (owner, can_email) = (actor.user, app.confirms_emails);
    app.read(move |conn| read(conn, owner, can_email)).await
}

/// Stores the changes. `two_factor` may be sent with its present value; it cannot be changed here.
pub async fn update(
    app: &App,
    actor: &Actor,
    changes: Vec<Change>,
    two_factor: Option<bool>,
) -> Result<AccountSettings> {
    let (actor, now, can_email) = (actor.clone(), app.now(), app.confirms_emails);
    app.write(move |tx| {
        if let Some(wanted) = two_factor
            && wanted != two_factor::is_enabled(tx, actor.user)?
        {
            return Err(Error::invalid("two_factor_auth", USE_THE_WIZARD));
        }
        if !changes.is_empty() {
            let now_kept = settings::load(tx, actor.user)?;
            if changes.iter().any(|change| change.weakens(&now_kept)) {
                sessions::require_proof(tx, &actor, now)?;
            }
            settings::put(tx, actor.user, &changes)?;
            let keys = changes.iter().map(Change::key).collect::<Vec<_>>().join(", ");
            let event = Event::SettingsChanged;
            actor.caller.record(tx, actor.user, event, now, Some(&keys))?;
        }
        read(tx, actor.user, can_email)
    })
    .await
}

fn read(conn: &mut Conn, owner: domain::ids::UserId, can_email: bool) -> Result<AccountSettings> {
    Ok(AccountSettings {
        settings: settings::load(conn, owner)?,
        two_factor: two_factor::is_enabled(conn, owner)?,
        recovery_codes_left: two_factor::count_unused_recovery_codes(conn, owner)?,
        has_sample_data: samples::are_there(conn, owner)?,
        logo: studio_logos::hash(conn, owner)?,
        can_email,
    })
}
