//! Notifications: their types, what one says, and which of the account's settings it needs to come
//! into being.

use crate::{settings::Settings, words::words};

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

/// How many an account keeps: the newest. Older ones make room.
pub const KEPT: i64 = 1000;

const LONGEST_TITLE: usize = 120;
const LONGEST_MESSAGE: usize = 500;

/// What a person is told of something that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    pub kind: Kind,
    pub title: String,
    pub message: String,
    /// The page of the app that shows what it is about.
    pub link: Option<String>,
    is_alert: bool,
}

impl Notice {
    /// Texts that are too long (a title of 200 characters may be part of one) end in an ellipsis.
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
            is_alert: false,
        }
    }

    /// About who gets at the account: `login_alerts` decides, not `system_notifications`.
    pub fn alert(
        title: impl AsRef<str>,
        message: impl AsRef<str>,
        link: impl Into<String>,
    ) -> Self {
        Self { is_alert: true, ..Self::new(Kind::System, title, message, link) }
    }

    pub const fn is_wanted(&self, settings: &Settings) -> bool {
        match self.kind {
            _ if self.is_alert => settings.login_alerts,
            Kind::Sale | Kind::Payment => settings.sales_notifications,
            Kind::Message | Kind::Review => settings.message_notifications,
            Kind::System => settings.system_notifications,
            // The person asked for the file; that it is there is the answer.
            Kind::Download => true,
        }
    }
}

fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
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
    fn long_texts_are_cut_between_characters() {
        let notice = Notice::new(Kind::Sale, "é".repeat(121), "ok", "/");
        assert_eq!(notice.title, format!("{}…", "é".repeat(119)));
        assert_eq!(notice.message, "ok");
    }
}
