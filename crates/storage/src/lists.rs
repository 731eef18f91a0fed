//! What every list and the search share: the text index and the items found through it.

pub mod page;
pub mod search;
pub(crate) mod searched_items;
pub(crate) mod text_index;
