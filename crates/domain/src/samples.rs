//! Sample data for new accounts, so that their screens are not empty: the nouns that have sample rows.

use crate::text::words::words;

words! {
    Noun: "noun" {
        Transactions = "transactions",
        Sales = "sales",
        Licenses = "licenses",
        Beneficiaries = "beneficiaries",
        Documents = "documents",
        Goals = "goals",
        Notifications = "notifications",
        Applications = "applications",
    }
}
