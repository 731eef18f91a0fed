//! The filters of an export. They have the names of the query parameters of the noun's list, so that a screen exports
//! the rows that it shows.

use std::collections::BTreeMap;

use domain::calendar::Day;
use domain::error::Invalid;

/// Query parameters that select a page of a list; an export ignores them.
const PAGING: [&str; 3] = ["limit", "offset", "cursor"];

/// The filter that requests clients' account numbers in full, with the value `whole`. It requires a fresh proof of
/// identity.
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

    /// The filters as JSON, as stored with the export.
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

    /// Takes the filter that requests clients' account numbers in full.
    pub(super) fn take_whole_numbers(&mut self) -> Result<bool, Invalid> {
        match self.take(ACCOUNT_NUMBERS).as_deref() {
            None => Ok(false),
            Some("whole") => Ok(true),
            Some(_) => Err(Invalid::new("filters", "account_numbers must be whole or left out")),
        }
    }

    /// Refuses filters that were not taken: to ignore an unknown filter would export rows that it excludes.
    pub(super) fn finish(self, noun: &str) -> Result<(), Invalid> {
        match self.0.keys().next() {
            None => Ok(()),
            Some(name) => Err(Invalid::new("filters", format!("{name} is not a filter of {noun}"))),
        }
    }

    /// The day of a filter.
    pub fn day(&self, name: &str) -> Option<Day> {
        self.0.get(name).and_then(|text| Day::read(text.trim()))
    }

    /// The filters for the head of a PDF page: `Type: deposit, payment · Search: “lease”`. The period and the order are
    /// left out.
    pub fn in_words(&self) -> String {
        let parts = self.0.iter().filter_map(|(name, text)| in_words(name, text));
        parts.collect::<Vec<_>>().join(" · ")
    }
}

fn in_words(name: &str, text: &str) -> Option<String> {
    let label = match name {
        "from" | "to" | "sort" | "order" | ACCOUNT_NUMBERS => return None,
        "search" => return Some(format!("Search: “{}”", text.trim())),
        "account_id" => return Some("One account".to_owned()),
        "beneficiary_id" | "client" | "client_id" => return Some("One client".to_owned()),
        "beat" | "beat_id" => return Some("One beat".to_owned()),
        "min" => "Amount from",
        "max" => "Amount up to",
        "bpm_min" => "BPM from",
        "bpm_max" => "BPM up to",
        "size_min" => "Bytes from",
        "size_max" => "Bytes up to",
        "bank_name" => "Bank",
        "read" => return Some(if text == "true" { "Read" } else { "Unread" }.to_owned()),
        "near_cap" => return (text == "true").then(|| "Near or over a cap".to_owned()),
        "type" => "Type",
        "status" => "Status",
        "state" => "State",
        "expires_before" => "Expires before",
        "license" => "License",
        "relationship" => "Relationship",
        "category" => "Category",
        "genre" => "Genre",
        "key" => "Key",
        _ => return None,
    };
    let words: Vec<String> = text.split(',').map(|word| word.trim().replace('_', " ")).collect();
    Some(format!("{label}: {}", words.join(", ")))
}
