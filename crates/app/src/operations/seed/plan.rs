//! How much `ledgerline seed` makes.

/// How much to make.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    pub transactions: i64,
    pub sales: i64,
    /// Beats and videos: rows of the library without a file behind them.
    pub documents: i64,
    pub clients: i64,
    pub goals: i64,
    /// How many years back the transactions begin.
    pub years: i64,
    /// The same seed makes up the same rows.
    pub seed: u64,
    /// Rows in one database transaction.
    pub batch: i64,
}

impl Plan {
    /// Enough that a commit costs little, few enough that whoever else writes waits a moment only.
    pub const BATCH: i64 = 20_000;
    pub const MOST_TRANSACTIONS: i64 = 10_000_000;
    pub const MOST_SALES: i64 = 1_000_000;
    pub const MOST_DOCUMENTS: i64 = 100_000;
    pub const MOST_CLIENTS: i64 = 100_000;
    pub const MOST_GOALS: i64 = 10_000;
    pub const MOST_YEARS: i64 = 25;
}
