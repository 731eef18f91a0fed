//! The accounts of the ledger: the wallet, one account per currency, and the world outside.

use crate::ids::AccountId;
use crate::money::{Currency, Minor};
use crate::time::Timestamp;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Wallet,
    Currency,
    /// The counterpart of payments from and to other people. No screen shows it.
    Outside,
}

#[derive(Debug, Clone)]
pub struct Account {
    pub id: AccountId,
    pub kind: Kind,
    pub name: String,
    pub currency: Currency,
    pub balance: Minor,
    pub updated_at: Timestamp,
}

impl Kind {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Wallet => "wallet",
            Self::Currency => "currency",
            Self::Outside => "outside",
        }
    }

    pub fn find(text: &str) -> Option<Self> {
        [Self::Wallet, Self::Currency, Self::Outside].into_iter().find(|kind| kind.as_str() == text)
    }
}
