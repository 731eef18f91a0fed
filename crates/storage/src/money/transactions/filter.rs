//! The filter of a list of transactions.

use domain::calendar::Day;
use domain::ids::{AccountId, BeneficiaryId};
use domain::money::Minor;
use domain::money::transactions::{Kind, Status};

use crate::money::transactions::totals::Lane;

#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Empty means every kind.
    pub kinds: Vec<Kind>,
    pub statuses: Vec<Status>,
    pub account: Option<AccountId>,
    pub beneficiary: Option<BeneficiaryId>,
    pub from: Option<Day>,
    pub to: Option<Day>,
    pub min: Option<Minor>,
    pub max: Option<Minor>,
    /// A part of the title, the description or the reference, in any letter case.
    pub search: Option<String>,
}

impl Filter {
    /// Whether the filter can exclude a lane.
    pub(crate) fn names_lanes(&self) -> bool {
        !self.kinds.is_empty() || !self.statuses.is_empty() || self.account.is_some()
    }

    pub(crate) fn admits(&self, lane: Lane) -> bool {
        (self.kinds.is_empty() || self.kinds.contains(&lane.kind))
            && (self.statuses.is_empty() || self.statuses.contains(&lane.status))
            && self.account.map_or(!lane.receives, |account| account == lane.account)
    }

    /// Whether the stored totals are enough to count the matching rows.
    pub(crate) fn is_counted(&self) -> bool {
        self.min.is_none()
            && self.max.is_none()
            && self.search.is_none()
            && self.beneficiary.is_none()
    }
}
