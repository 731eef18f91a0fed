//! Applications: requests of a producer to a label, broadcaster, fund or bank, with their type, status and
//! limits.

use crate::ids::ApplicationId;
use crate::money::{Currency, Minor};
use crate::time::Timestamp;
use crate::{error::Invalid, text::words::words};

words! {
    Kind: "type" {
        Licence = "licence",
        Sync = "sync",
        Distribution = "distribution",
        Collaboration = "collaboration",
        Grant = "grant",
        Loan = "loan",
    }
}

words! {
    Status: "status" {
        Draft = "draft",
        Submitted = "submitted",
        InReview = "in_review",
        Approved = "approved",
        Rejected = "rejected",
        Withdrawn = "withdrawn",
    }
}

/// The largest number of applications in one account. With it, a sum of their amounts cannot overflow.
pub const MOST: i64 = 10_000;

impl Kind {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Licence => "Licence",
            Self::Sync => "Sync placement",
            Self::Distribution => "Distribution",
            Self::Collaboration => "Collaboration",
            Self::Grant => "Grant",
            Self::Loan => "Loan",
        }
    }

    pub const fn description(self) -> &'static str {
        match self {
            Self::Licence => "The right to use someone else's recording or composition",
            Self::Sync => "A place for your music in film, television, games or advertising",
            Self::Distribution => "Your release in stores and on streaming platforms",
            Self::Collaboration => "Work with another artist, label or studio",
            Self::Grant => "Support that is not paid back",
            Self::Loan => "Money for equipment, a studio or a release that is paid back",
        }
    }
}

impl Status {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Draft => "Draft",
            Self::Submitted => "Submitted",
            Self::InReview => "In review",
            Self::Approved => "Approved",
            Self::Rejected => "Rejected",
            Self::Withdrawn => "Withdrawn",
        }
    }

    /// Whether the application still waits for a decision.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Draft | Self::Submitted | Self::InReview)
    }

    /// Whether an application in this status must have been sent. A withdrawn one may never have been.
    pub const fn was_sent(self) -> bool {
        matches!(self, Self::Submitted | Self::InReview | Self::Approved | Self::Rejected)
    }

    /// When the application was first submitted; `before` is the time that is stored so far. A draft has no such time,
    /// even if it was submitted before.
    pub fn sent_at(self, before: Option<Timestamp>, now: Timestamp) -> Option<Timestamp> {
        match self {
            Self::Draft => None,
            status if status.was_sent() => before.or(Some(now)),
            _ => before,
        }
    }

    /// Whether the organization sets this status, not the applicant.
    pub const fn is_answer(self) -> bool {
        matches!(self, Self::InReview | Self::Approved | Self::Rejected)
    }
}

pub fn title(text: &str) -> Result<String, Invalid> {
    line("title", "Title", text, 200)
}

pub fn organization(text: &str) -> Result<String, Invalid> {
    line("organization", "Organization", text, 120)
}

fn line(field: &'static str, name: &str, text: &str, most: usize) -> Result<String, Invalid> {
    let text = text.trim();
    let refused = |rest: &str| Err(Invalid::new(field, format!("{name} {rest}")));
    if text.is_empty() {
        return refused("is required");
    }
    if text.chars().count() > most {
        return refused(&format!("must be at most {most} characters"));
    }
    if text.chars().any(char::is_control) {
        return refused("must not contain control characters");
    }
    Ok(text.to_owned())
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Application {
    pub id: ApplicationId,
    pub kind: Kind,
    pub title: String,
    pub organization: String,
    pub amount: Option<Minor>,
    pub currency: Currency,
    pub status: Status,
    pub submitted_at: Option<Timestamp>,
    pub notes: Option<String>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// The number of applications of one type and status, and the sum of their amounts in one currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tally {
    pub kind: Kind,
    pub status: Status,
    pub currency: Currency,
    pub count: i64,
    pub amount: i64,
}

#[cfg(test)]
mod tests {
    use super::*;

    // APP-01
    #[test]
    fn the_lists_are_the_product_s() {
        let kinds: Vec<_> = Kind::ALL.iter().map(|kind| kind.as_str()).collect();
        assert_eq!(kinds, ["licence", "sync", "distribution", "collaboration", "grant", "loan"]);
        let statuses: Vec<_> = Status::ALL.iter().map(|status| status.as_str()).collect();
        let expected = ["draft", "submitted", "in_review", "approved", "rejected", "withdrawn"];
        assert_eq!(statuses, expected);
    }

    #[test]
    fn an_answer_can_only_come_to_what_was_sent() {
        assert!(Status::ALL.iter().all(|status| !status.is_answer() || status.was_sent()));
        assert!(!Status::Withdrawn.is_open() && !Status::Withdrawn.was_sent());
    }

    #[test]
    fn titles_are_one_line_of_some_length() {
        assert_eq!(title("  Fund  ").unwrap(), "Fund");
        assert_eq!(title(" ").unwrap_err().message, "Title is required");
        assert!(organization(&"é".repeat(120)).is_ok() && organization(&"é".repeat(121)).is_err());
        assert!(title("a\nb").is_err());
    }

    // APP-01
    #[test]
    fn the_moment_of_sending_is_the_first_one() {
        let (early, late) = (Timestamp::from_millis(1), Timestamp::from_millis(2));
        assert_eq!(Status::Submitted.sent_at(None, late), Some(late));
        assert_eq!(Status::Approved.sent_at(Some(early), late), Some(early));
        assert_eq!(Status::Withdrawn.sent_at(Some(early), late), Some(early));
        assert_eq!(Status::Withdrawn.sent_at(None, late), None);
        assert_eq!(Status::Draft.sent_at(Some(early), late), None);
    }
}
