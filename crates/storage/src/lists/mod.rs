//! Shared parts of lists and of the global search: pages, cursors, the text index.

pub mod page;
pub mod search;
pub(crate) mod searched_items;
pub mod text_index;
