//! Notifications: types, texts, and the setting of the account that allows each one.

pub mod reminders;
pub mod topics;

use crate::ids::NotificationId;
use crate::time::Timestamp;
use crate::{identity::settings::Settings, text::words::words};

words! {
    Kind: "type" {
        Sale = "sale",
        Message = "message",
        System = "system",
        Payment = "payment",
        Download = "download",
        Review = "review",
    }
}

/// How many notifications an account keeps; the oldest are removed first.
pub const MAX_PER_ACCOUNT: i64 = 1000;

const LONGEST_TITLE: usize = 120;
const LONGEST_MESSAGE: usize = 500;

/// The content of a notification that is about to be created.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    pub kind: Kind,
    pub title: String,
    pub message: String,
    /// The page of the app about the notification's subject.
    pub link: Option<String>,
    /// Whether the account's owner caused the event a moment ago: such a notification is already read and not mailed.
    pub is_own_action: bool,
    gate: Gate,
}

/// The setting that allows the notification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Gate {
    /// The setting of its kind.
    Kind,
    /// `login_alerts`.
    Alert,
    /// `payment_reminders`.
    Reminder,
    /// No setting can switch it off.
    Always,
    /// Neither, and it has an e-mail of its own.
    Money,
}

impl Notice {
    /// Texts that are too long end in an ellipsis; a title of 200 characters can be part of one.
    pub fn new(
        kind: Kind,
        title: impl AsRef<str>,
        message: impl AsRef<str>,
        link: impl Into<String>,
    ) -> Self {
        Self {
            kind,
            title: shortened(title.as_ref(), LONGEST_TITLE),
            message: shortened(message.as_ref(), LONGEST_MESSAGE),
            link: Some(link.into()),
            is_own_action: false,
            gate: Gate::Kind,
        }
    }

    #[must_use]
    pub fn of_own_action(self) -> Self {
        Self { is_own_action: true, ..self }
    }

    /// A notification about access to the account: `login_alerts` decides, not `system_notifications`.
    pub fn alert(
        title: impl AsRef<str>,
        message: impl AsRef<str>,
        link: impl Into<String>,
    ) -> Self {
        Self { gate: Gate::Alert, ..Self::new(Kind::System, title, message, link) }
    }

    /// A notification about a day that comes near: `payment_reminders` decides.
    pub fn reminder(
        title: impl AsRef<str>,
        message: impl AsRef<str>,
        link: impl Into<String>,
    ) -> Self {
        Self { gate: Gate::Reminder, ..Self::new(Kind::Payment, title, message, link) }
    }

    /// A notification about money that moves without a further question: it is always made.
    pub fn planned(
        title: impl AsRef<str>,
        message: impl AsRef<str>,
        link: impl Into<String>,
    ) -> Self {
        Self { gate: Gate::Always, ..Self::new(Kind::Payment, title, message, link) }
    }

    /// A notification about money that came in, was refunded or is disputed.
    pub fn money(
        title: impl AsRef<str>,
        message: impl AsRef<str>,
        link: impl Into<String>,
    ) -> Self {
        Self { gate: Gate::Money, ..Self::new(Kind::Payment, title, message, link) }
    }

    /// Whether the notification is also sent by e-mail. Alerts and news of money have e-mails of their own, and nobody needs one about what
    /// they did themselves.
    pub const fn is_mailed(&self, settings: &Settings) -> bool {
        settings.email_notifications
            && !self.is_own_action
            && !matches!(self.gate, Gate::Alert | Gate::Money)
    }

    pub const fn is_wanted(&self, settings: &Settings) -> bool {
        match (self.gate, self.kind) {
            (Gate::Alert, _) => settings.login_alerts,
            (Gate::Reminder, _) => settings.payment_reminders,
            (Gate::Always | Gate::Money, _) => true,
            (Gate::Kind, Kind::Sale | Kind::Payment) => settings.sales_notifications,
            (Gate::Kind, Kind::Message | Kind::Review) => settings.message_notifications,
            (Gate::Kind, Kind::System) => settings.system_notifications,
            // The owner requested the file, so a notification that it is ready is always created.
            (Gate::Kind, Kind::Download) => true,
        }
    }
}

fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notification {
    pub number: i64,
    pub id: NotificationId,
    pub kind: Kind,
    pub title: String,
    pub message: String,
    pub link: Option<String>,
    pub is_read: bool,
    pub created_at: Timestamp,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KindCount {
    pub kind: Kind,
    pub total: i64,
    pub unread: i64,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(kind: Kind, settings: &Settings) -> bool {
        Notice::new(kind, "Title", "Message", "/").is_wanted(settings)
    }

    // NOTE-04
    #[test]
    fn each_setting_decides_its_own_types() {
        let all = Settings { system_notifications: true, ..Settings::default() };
        assert!(Kind::ALL.iter().all(|kind| wanted(*kind, &all)));
        let without = |settings: &Settings| {
            Kind::ALL.iter().copied().filter(|kind| !wanted(*kind, settings)).collect::<Vec<_>>()
        };
        let sales_off = Settings { sales_notifications: false, ..all.clone() };
        assert_eq!(without(&sales_off), [Kind::Sale, Kind::Payment]);
        let messages_off = Settings { message_notifications: false, ..all };
        assert_eq!(without(&messages_off), [Kind::Message, Kind::Review]);
        assert_eq!(without(&Settings::default()), [Kind::System]);
    }

    #[test]
    fn an_alert_follows_login_alerts_alone() {
        let alert = Notice::alert("New sign-in", "Chrome on Linux", "/settings");
        assert_eq!(alert.kind, Kind::System);
        assert!(alert.is_wanted(&Settings::default()));
        let off =
            Settings { login_alerts: false, system_notifications: true, ..Settings::default() };
        assert!(!alert.is_wanted(&off));
    }

    #[test]
    fn a_reminder_follows_payment_reminders_alone() {
        let reminder = Notice::reminder("Goal due today", "New monitors", "/my-account");
        let on = Settings { sales_notifications: false, ..Settings::default() };
        assert!(reminder.is_wanted(&on));
        assert!(!reminder.is_wanted(&Settings { payment_reminders: false, ..Settings::default() }));
    }

    #[test]
    fn mail_is_for_everything_but_own_deeds_and_alerts_which_have_letters_of_their_own() {
        let (sale, alert) = (Notice::new(Kind::Sale, "T", "M", "/"), Notice::alert("T", "M", "/"));
        assert!(sale.is_mailed(&Settings::default()) && !alert.is_mailed(&Settings::default()));
        let off = Settings { email_notifications: false, ..Settings::default() };
        assert!(!sale.is_mailed(&off));
        let own = sale.of_own_action();
        assert!(own.is_wanted(&Settings::default()) && !own.is_mailed(&Settings::default()));
    }

    #[test]
    fn long_texts_are_cut_between_characters() {
        let notice = Notice::new(Kind::Sale, "é".repeat(121), "ok", "/");
        assert_eq!(notice.title, format!("{}…", "é".repeat(119)));
        assert_eq!(notice.message, "ok");
    }
}
