//! Which sales a list shows.

use domain::calendar::Day;
use domain::ids::{BeneficiaryId, DocumentId};
use domain::sales::{License, Status};

#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// None of them means all of them.
    pub statuses: Vec<Status>,
    pub licenses: Vec<License>,
    pub from: Option<Day>,
    pub to: Option<Day>,
    pub client: Option<BeneficiaryId>,
    pub beat: Option<DocumentId>,
    /// Occurs in the title or in the client's name, in whatever case.
    pub search: Option<String>,
}

impl Filter {
    pub(crate) fn admits(&self, (status, license): (Status, License)) -> bool {
        (self.statuses.is_empty() || self.statuses.contains(&status))
            && (self.licenses.is_empty() || self.licenses.contains(&license))
    }

    /// Whether the totals alone know how many rows it admits.
    pub(crate) fn is_counted(&self) -> bool {
        self.client.is_none() && self.beat.is_none() && self.search.is_none()
    }
}
