//! Money: the ledger, the wallet, transactions, cards, savings goals.

pub mod cards;
pub(crate) mod dates;
pub mod goals;
pub mod ledger;
pub(crate) mod links;
pub mod transactions;
pub mod transfers;
pub mod wallet;
pub(crate) mod weekly_withdrawals;
