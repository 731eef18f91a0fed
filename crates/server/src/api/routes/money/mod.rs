//! Routes of money.

pub(crate) mod card_pins;
pub(crate) mod cards;
pub(crate) mod goals;
pub(crate) mod transaction_bodies;
pub(crate) mod transactions;
pub(crate) mod wallet;
