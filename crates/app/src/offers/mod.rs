//! Offers: what a producer does with them, and what a buyer does at the page of one.

pub mod changes;
pub mod contracts;
mod forms;
pub mod lists;
pub(crate) mod record;
pub mod sending;
pub(crate) mod tokens;
pub mod ways;
pub mod whole;
pub(crate) mod withdrawing;
