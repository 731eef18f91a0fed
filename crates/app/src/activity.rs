//! What happened lately, of all kinds: money that moved, sales that wait or failed, uploads, new clients.

use domain::{money::Currency, time::Timestamp};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Sale,
    Refund,
    Deposit,
    Withdrawal,
    Payment,
    Other,
    Upload,
    Client,
}

impl Kind {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Sale => "sale",
            Self::Refund => "refund",
            Self::Deposit => "deposit",
            Self::Withdrawal => "withdrawal",
            Self::Payment => "payment",
            Self::Other => "other",
            Self::Upload => "upload",
            Self::Client => "client",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Activity {
    pub id: String,
    pub kind: Kind,
    pub title: String,
    pub detail: Option<String>,
    pub amount: Option<(i64, Currency)>,
    pub at: Timestamp,
    pub link: String,
}
