//! The security page of an account: the security log, the sign-in history, and a score with recommendations.

use std::time::Duration;

use domain::identity::audit::{Entry, Event, Scope};
use domain::time::Timestamp;
use storage::identity::{security_log, sessions, settings, two_factor};

use crate::{Actor, App, Result};

const MONTH: Duration = Duration::from_secs(30 * 24 * 60 * 60);
const FEW_CODES: i64 = 3;

pub struct Page {
    pub entries: Vec<Entry>,
    pub total: i64,
}

/// A page of the security log or of the sign-in history, newest first.
pub async fn log(app: &App, actor: &Actor, scope: Scope, limit: i64, offset: i64) -> Result<Page> {
    let owner = actor.user;
    app.read(move |conn| {
        let (entries, total) = security_log::list(conn, owner, scope, limit, offset)?;
        Ok(Page { entries, total })
    })
    .await
}

/// What a recommendation is about, so that a page can lead there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Advice {
    TwoFactor,
    LoginAlerts,
    SessionTimeout,
    Sessions,
}

pub struct Reason {
    pub text: String,
    /// `None` for the sentence that there is nothing to improve.
    pub advice: Option<Advice>,
    /// How many points following the recommendation adds to the score; 0 for the sentence that there is nothing to
    /// improve.
    pub improves: i64,
}

pub struct Summary {
    pub score: i64,
    pub reasons: Vec<Reason>,
    pub last_sign_in: Option<Timestamp>,
    pub sessions: usize,
    pub failed_attempts: i64,
}

/// The score starts at 100 and loses points for each recommendation that is not followed.
pub async fn summary(app: &App, actor: &Actor) -> Result<Summary> {
    let (owner, now) = (actor.user, app.now());
    app.read(move |conn| {
        let settings = settings::load(conn, owner)?;
        let two_factor = two_factor::is_enabled(conn, owner)?;
        let codes = two_factor::count_unused_recovery_codes(conn, owner)?;
        let sessions = sessions::list(conn, owner, now)?.len();
        let failed_attempts =
            security_log::count_since(conn, owner, Event::SignInFailed, now - MONTH)?;
        let (sign_ins, _) = security_log::list(conn, owner, Scope::SignIns, 50, 0)?;
        let last_sign_in = sign_ins
            .iter()
            .find(|entry| Event::parse(&entry.event).is_some_and(Event::succeeded))
            .map(|entry| entry.created_at);

        let mut reasons = Vec::new();
        let mut improve = |when: bool, advice: Advice, improves: i64, text: String| {
            if when {
                reasons.push(Reason { text, advice: Some(advice), improves });
            }
        };
        let text = "Turn on two-factor authentication.".to_owned();
        improve(!two_factor, Advice::TwoFactor, 40, text);
        improve(
            two_factor && codes <= FEW_CODES,
            Advice::TwoFactor,
            10,
            format!("Only {codes} recovery codes are left. Set two-factor up again."),
        );
        let text = "Turn on login alerts.".to_owned();
        improve(!settings.login_alerts, Advice::LoginAlerts, 15, text);
        improve(
            settings.session_timeout > 30,
            Advice::SessionTimeout,
            10,
            "Choose a session timeout of 30 minutes or less.".to_owned(),
        );
        improve(
            sessions > 5,
            Advice::Sessions,
            10,
            format!("{sessions} devices are signed in. End the ones you do not use."),
        );
        let score = 100 - reasons.iter().map(|reason| reason.improves).sum::<i64>();
        if reasons.is_empty() {
            let text = "Two-factor authentication and login alerts are on.".to_owned();
            reasons.push(Reason { text, advice: None, improves: 0 });
        }
        Ok(Summary { score, reasons, last_sign_in, sessions, failed_attempts })
    })
    .await
}
