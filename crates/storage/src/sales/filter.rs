//! The filter of a list of sales.

use domain::calendar::Day;
use domain::ids::{BeneficiaryId, DocumentId};
use domain::money::{Currency, Minor};
use domain::sales::{License, Status};

#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Empty means every status.
    pub statuses: Vec<Status>,
    pub licenses: Vec<License>,
    pub from: Option<Day>,
    pub to: Option<Day>,
    pub client: Option<BeneficiaryId>,
    pub beat: Option<DocumentId>,
    pub currency: Option<Currency>,
    pub min: Option<Minor>,
    pub max: Option<Minor>,
    /// A part of the title, of the client's name, of the reference or of the amount, in any letter case.
    pub search: Option<String>,
}

impl Filter {
    pub(crate) fn admits(&self, (status, license): (Status, License)) -> bool {
        (self.statuses.is_empty() || self.statuses.contains(&status))
            && (self.licenses.is_empty() || self.licenses.contains(&license))
    }

    /// Whether the stored totals are enough to count the matching rows.
    pub(crate) fn is_counted(&self) -> bool {
        self.client.is_none()
            && self.beat.is_none()
            && self.search.is_none()
            && self.min.is_none()
            && self.max.is_none()
    }
}
