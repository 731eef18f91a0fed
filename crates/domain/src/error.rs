//! The error of a broken rule: the field and one sentence for the person.

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Invalid {
    pub field: &'static str,
    pub message: String,
}

impl Invalid {
    pub fn new(field: &'static str, message: impl Into<String>) -> Self {
        Self { field, message: message.into() }
    }
}

/// Collects the faults of a form, so that a person sees all of them at once.
#[derive(Debug, Default)]
pub struct Faults(Vec<Invalid>);

impl Faults {
    /// Returns the value, or records its fault and returns `None`.
    pub fn take<T>(&mut self, result: Result<T, Invalid>) -> Option<T> {
        result.map_err(|invalid| self.0.push(invalid)).ok()
    }

    pub fn note(&mut self, invalid: Invalid) {
        self.0.push(invalid);
    }

    pub fn finish(self) -> Result<(), Vec<Invalid>> {
        if self.0.is_empty() { Ok(()) } else { Err(self.0) }
    }
}
