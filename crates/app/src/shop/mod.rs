//! The public page of a producer: what its owner sets, and what people without an account see of it.

pub mod beats;
pub mod settings;
