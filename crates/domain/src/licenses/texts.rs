//! The contract texts that come with an account, for the producer to change. They are a start, not legal advice.

use super::kinds::Kind;
use crate::money::Minor;

pub const LEASE: &str = include_str!("texts/lease.txt");
pub const EXCLUSIVE: &str = include_str!("texts/exclusive.txt");
pub const FREE_DEMO: &str = include_str!("texts/free-demo.txt");

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
