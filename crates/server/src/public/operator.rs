//! What pages tell of the operator.

#[derive(Debug, Clone, Default)]
pub struct Operator {
    /// Where a page is reported.
    pub support: Option<String>,
}
