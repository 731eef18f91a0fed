//! How many rows `ledgerline seed` generates.

/// Numbers of rows to generate.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    pub transactions: i64,
    pub sales: i64,
    /// Beats and videos: library rows without files.
    pub documents: i64,
    pub clients: i64,
    pub goals: i64,
    /// How many years ago the transactions begin.
    pub years: i64,
    /// The same seed generates the same rows.
    pub seed: u64,
    /// Rows per database transaction.
    pub batch: i64,
}

impl Plan {
    /// Default rows per transaction: large enough that commits cost little, small enough that other writers wait only
    /// a moment.
    pub const BATCH: i64 = 20_000;
    pub const MOST_TRANSACTIONS: i64 = 10_000_000;
    pub const MOST_SALES: i64 = 1_000_000;
    pub const MOST_DOCUMENTS: i64 = 100_000;
    pub const MOST_CLIENTS: i64 = 100_000;
    pub const MOST_GOALS: i64 = 10_000;
    pub const MOST_YEARS: i64 = 25;
}
