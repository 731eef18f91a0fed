//! Money.

mod card_pins;
pub(crate) mod cards;
mod goals;
mod transaction_lists;
mod transactions;
mod transfers;
mod wallet;
