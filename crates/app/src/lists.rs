//! Fields that the forms of all lists share.

use domain::error::{Faults, Invalid};

const LONGEST_SEARCH: usize = 100;

/// The search term; `None` if it is empty.
pub(crate) fn search_term(faults: &mut Faults, sent: Option<String>) -> Option<String> {
    let term = sent.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())?;
    if term.chars().count() > LONGEST_SEARCH {
        faults.note(Invalid::new("search", "search must be at most 100 characters"));
    }
    Some(term)
}
