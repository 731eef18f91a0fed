//! What the dashboard and the analytics have in common: which currency is meant, values beside those of
//! the period before, and who bought most.

use domain::ids::BeneficiaryId;

/// A value and what it was before, where there is a before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    pub value: i64,
    pub previous: Option<i64>,
}

/// A part of a whole, in thousandths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate(i64);

impl Rate {
    /// None of nothing.
    pub fn of(part: i64, whole: i64) -> Option<Self> {
        // Half a thousandth is rounded up.
        (whole > 0).then(|| Self((part * 2000 / whole + 1) / 2))
    }

    /// With one decimal.
    pub fn percent(self) -> f64 {
        self.0 as f64 / 10.0
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TopClient {
    /// None where the buyer is no client of the account, or no longer one.
    pub id: Option<BeneficiaryId>,
    pub name: String,
    pub sales: i64,
    pub revenue: i64,
}
