//! Which rows an export holds: the filters of the noun's own list, by the names they have in its query, so that a
//! button on a screen sends what the screen shows.

use std::collections::BTreeMap;

use domain::error::Invalid;

/// What says which part of a list to show, and not which rows it has.
const PAGING: [&str; 3] = ["limit", "offset", "cursor"];

/// Asks for clients' account numbers in full: `whole`. It wants a fresh proof of who is asking.
const ACCOUNT_NUMBERS: &str = "account_numbers";

#[derive(Debug, Clone, Default)]
pub struct Filters(BTreeMap<String, String>);

impl Filters {
    pub fn new(sent: BTreeMap<String, String>) -> Self {
        let rows = sent
            .into_iter()
            .filter(|(name, text)| !PAGING.contains(&name.as_str()) && !text.trim().is_empty());
        Self(rows.collect())
    }

    /// As it is kept beside the export.
    pub(super) fn to_json(&self) -> String {
        let pairs = self.0.iter().map(|(name, text)| (name.clone(), text.clone().into()));
        serde_json::Value::Object(pairs.collect()).to_string()
    }

    pub(super) fn from_json(text: &str) -> Self {
        Self(serde_json::from_str(text).unwrap_or_default())
    }

    pub(super) fn take(&mut self, name: &str) -> Option<String> {
        self.0.remove(name)
    }

    /// Whether clients' account numbers are asked for in full.
    pub(super) fn take_whole_numbers(&mut self) -> Result<bool, Invalid> {
        match self.take(ACCOUNT_NUMBERS).as_deref() {
            None => Ok(false),
            Some("whole") => Ok(true),
            Some(_) => Err(Invalid::new("filters", "account_numbers takes whole, or is left out")),
        }
    }

    /// Whoever took what they know refuses the rest: a filter nobody looks at would export rows that were
    /// meant to stay out.
    pub(super) fn finish(self, noun: &str) -> Result<(), Invalid> {
        match self.0.keys().next() {
            None => Ok(()),
            Some(name) => Err(Invalid::new("filters", format!("{name} is no filter of {noun}"))),
        }
    }

    /// For the head of a page: `type: deposit, payment · from: 2026-01-01`.
    pub(super) fn in_words(&self) -> String {
        let parts = self.0.iter().map(|(name, text)| {
            let text = text.split(',').map(str::trim).collect::<Vec<_>>().join(", ");
            format!("{}: {text}", name.replace('_', " "))
        });
        parts.collect::<Vec<_>>().join(" · ")
    }
}
