//! Exports and archives: what can be exported as a file, in which format, and the state of the export.

use crate::ids::{ArchiveId, ExportId};
use crate::text::words::words;
use crate::time::Timestamp;

words! {
    /// The exported table; `all` exports every table into one file.
    Kind: "type" {
        Transactions = "transactions",
        Sales = "sales",
        Licenses = "licenses",
        Beneficiaries = "beneficiaries",
        Documents = "documents",
        Goals = "goals",
        Applications = "applications",
        Notifications = "notifications",
        All = "all",
    }
}

words! {
    Format: "format" { Csv = "csv", Json = "json", Xlsx = "xlsx", Pdf = "pdf" }
}

words! {
    Status: "status" {
        Pending = "pending",
        Processing = "processing",
        Completed = "completed",
        Failed = "failed",
    }
}

impl Kind {
    /// The tables that this kind of export contains.
    pub fn nouns(self) -> Vec<Self> {
        match self {
            Self::All => Self::ALL.iter().copied().filter(|kind| *kind != Self::All).collect(),
            one => vec![one],
        }
    }
}

#[derive(Debug, Clone)]
pub struct Export {
    pub id: ExportId,
    pub kind: Kind,
    pub format: Format,
    /// The filters, as a JSON object.
    pub filters: String,
    pub status: Status,
    pub created_at: Timestamp,
    pub completed_at: Option<Timestamp>,
    pub expires_at: Timestamp,
    pub file_size: Option<i64>,
    pub error: Option<String>,
}

#[derive(Debug, Clone)]
pub struct Archive {
    pub id: ArchiveId,
    pub status: Status,
    /// Progress in percent.
    pub progress: i64,
    pub created_at: Timestamp,
    pub completed_at: Option<Timestamp>,
    pub expires_at: Timestamp,
    pub file_size: Option<i64>,
    pub error: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_is_every_noun_once() {
        let nouns = Kind::All.nouns();
        assert!(nouns.len() + 1 == Kind::ALL.len() && !nouns.contains(&Kind::All));
        assert_eq!(Kind::Goals.nouns(), [Kind::Goals]);
    }
}
