//! Versions of contract texts, and the texts that come with an account, for the producer to change. Those are a start,
//! not legal advice.

use super::kinds::Kind;
use crate::money::Minor;
use crate::time::Timestamp;

/// A kind can have at most this many versions of its text.
pub const MOST_VERSIONS: i64 = 500;

/// A version of a kind's text, which is never altered. Numbers count from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    pub number: i64,
    /// The SHA-256 of the text, in hexadecimal digits.
    pub hash: String,
    pub created_at: Timestamp,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    pub version: Version,
    pub text: String,
}

pub const LEASE: &str = include_str!("lease.txt");
pub const EXCLUSIVE: &str = include_str!("exclusive.txt");
pub const FREE_DEMO: &str = include_str!("free-demo.txt");

/// Whether this is a text that came with an account, unchanged.
pub fn is_default(text: &str) -> bool {
    [LEASE, EXCLUSIVE, FREE_DEMO].contains(&text)
}

/// The text that fits the kind.
pub fn for_kind(kind: &Kind) -> &'static str {
    if kind.terms.is_exclusive {
        EXCLUSIVE
    } else if kind.price == Minor::ZERO {
        FREE_DEMO
    } else {
        LEASE
    }
}
