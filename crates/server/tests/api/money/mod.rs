//! Wallet, transactions, transfers, cards and goals.

mod card_pins;
pub(crate) mod cards;
mod goals;
mod transaction_lists;
mod transactions;
mod transfers;
mod wallet;
