//! Text: folding and trigrams for search, search queries, file names, text for public pages, and the macro for enums
//! that are stored as words.

pub(crate) mod digits;
pub mod file_names;
pub mod folding;
pub mod plain;
pub mod search;
pub mod trigrams;
pub(crate) mod words;
