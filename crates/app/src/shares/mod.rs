//! Shares: what their owner does with them, and what people without an account may do with a link.

pub mod changes;
pub mod gate;
pub mod listeners;
pub mod lists;
pub mod media;
pub mod pages;
pub mod tokens;
