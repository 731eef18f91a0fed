//! The filter of a list of transactions.

use domain::calendar::Day;
use domain::ids::{AccountId, BeneficiaryId};
use domain::money::transactions::{Kind, Status};
use domain::money::{Currency, Minor};

use crate::money::transactions::totals::Lane;

#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Empty means every kind.
    pub kinds: Vec<Kind>,
    pub statuses: Vec<Status>,
    pub account: Option<AccountId>,
    /// The currency of the amount; for a transfer, of what was sent.
    pub currency: Option<Currency>,
    pub beneficiary: Option<BeneficiaryId>,
    pub from: Option<Day>,
    pub to: Option<Day>,
    pub min: Option<Minor>,
    pub max: Option<Minor>,
    /// A part of the title, the description, the reference or the amount, in any letter case.
    pub search: Option<String>,
}

impl Filter {
    /// Whether the filter can exclude a lane.
    pub(crate) fn names_lanes(&self) -> bool {
        !self.kinds.is_empty()
            || !self.statuses.is_empty()
            || self.account.is_some()
            || self.currency.is_some()
    }

    pub(crate) fn admits(&self, lane: Lane) -> bool {
        (self.kinds.is_empty() || self.kinds.contains(&lane.kind))
            && (self.statuses.is_empty() || self.statuses.contains(&lane.status))
            && self.account.map_or(!lane.receives, |account| account == lane.account)
            && self.currency.is_none_or(|currency| lane.receives || currency == lane.currency)
    }

    /// Whether every row of an admitted lane has the filter's kinds, statuses, account and currency. A lane of received
    /// transfers does not tell the currency that was sent.
    pub(crate) fn is_decided_by_lanes(&self) -> bool {
        self.account.is_none() || self.currency.is_none()
    }

    /// Whether the stored totals are enough to count the matching rows.
    pub(crate) fn is_counted(&self) -> bool {
        self.is_decided_by_lanes()
            && self.min.is_none()
            && self.max.is_none()
            && self.search.is_none()
            && self.beneficiary.is_none()
    }
}
