//! What public pages show about the operator of the installation.

#[derive(Debug, Clone, Default)]
pub struct Operator {
    /// The email address that visitors report a page to.
    pub support: Option<String>,
}
