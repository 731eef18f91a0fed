//! Offers: what a producer does with them, and what a buyer does at the page of an offer.

pub(crate) mod asking;
pub mod buyers;
pub mod changes;
pub mod codes;
pub mod contracts;
mod copies;
pub mod counters;
pub(crate) mod delivered;
mod delivering;
pub mod details;
mod fees;
mod forms;
pub mod gate;
pub mod lists;
pub mod media;
pub mod pages;
pub(crate) mod papers;
pub mod payments;
pub(crate) mod record;
pub(crate) mod refunds;
pub(crate) mod reminding;
pub mod reports;
pub mod sending;
pub(crate) mod tokens;
pub mod ways;
pub(crate) mod withdrawing;
