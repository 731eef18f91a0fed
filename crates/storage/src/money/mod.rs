//! Rows of money: accounts, the ledger, transactions, cards, savings goals.

pub mod accounts;
pub mod card_pins;
pub mod cards;
pub mod goals;
pub mod idempotency;
pub mod ledger;
pub mod links;
pub mod transactions;
