//! The public page of a producer: its settings, its content for people without an account, messages and purchases.

pub mod beats;
pub mod buying;
pub mod client_links;
pub mod gate;
pub mod hiding;
pub mod hooks;
pub mod media;
pub mod messages;
pub mod pages;
pub mod settings;
