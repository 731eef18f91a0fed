//! Sample data: what a new account is furnished with, so that its screens are not empty. Each row of it is of
//! one of these nouns.

use crate::words::words;

words! {
    Noun: "noun" {
        Transactions = "transactions",
        Sales = "sales",
        Beneficiaries = "beneficiaries",
        Documents = "documents",
        Goals = "goals",
        Notifications = "notifications",
        Applications = "applications",
    }
}
