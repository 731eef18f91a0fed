//! The public page of a producer: what its owner sets, and what people without an account see of it.

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
