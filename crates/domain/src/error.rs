//! The error of a rule that a value breaks: the field, and one sentence for the person who sent it.

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Invalid {
    pub field: &'static str,
    pub message: String,
    /// Whether the text can be read in two ways, so that somebody has to say which is meant.
    pub is_unclear: bool,
}

impl Invalid {
    /// A text that can be read in two ways.
    pub fn unclear(field: &'static str, message: impl Into<String>) -> Self {
        Self { is_unclear: true, ..Self::new(field, message) }
    }

    /// Where `message` begins with the name of the field, the name is replaced by the field's label for people.
    pub fn new(field: &'static str, message: impl Into<String>) -> Self {
        let message = message.into();
        let message = match message.strip_prefix(field) {
            Some(rest) if rest.starts_with(' ') => format!("{}{rest}", label(field)),
            _ => message,
        };
        Self { field, message, is_unclear: false }
    }
}

/// The name of a field for people: `Target amount` for `target_amount`.
fn label(field: &str) -> String {
    let known = match field {
        "bpm_min" => "Lowest tempo",
        "bpm_max" => "Highest tempo",
        "q" => "Search",
        "min" => "Smallest amount",
        "max" => "Largest amount",
        "received" => "Amount received",
        "from" => "Start date",
        "to" => "End date",
        _ => "",
    };
    if !known.is_empty() {
        return known.to_owned();
    }
    let words = field.strip_suffix("_id").unwrap_or(field).replace('_', " ");
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Collects the faults of a form, so that a person sees all of them at once.
#[derive(Debug, Default)]
pub struct Faults(Vec<Invalid>);

impl Faults {
    /// Returns the value, or notes its fault and returns `None`.
    pub fn take<T>(&mut self, result: Result<T, Invalid>) -> Option<T> {
        result.map_err(|invalid| self.0.push(invalid)).ok()
    }

    pub fn note(&mut self, invalid: Invalid) {
        self.0.push(invalid);
    }

    pub fn finish(self) -> Result<(), Vec<Invalid>> {
        if self.0.is_empty() { Ok(()) } else { Err(self.0) }
    }

    /// Returns the values of a tuple of up to six `Option`s if no fault was noted, otherwise all faults:
    /// `faults.all((name, email))?`.
    pub fn all<T: Required>(self, values: T) -> Result<T::Values, Vec<Invalid>> {
        self.finish()?;
        required(values)
    }
}

/// Returns the values of a tuple of up to six `Option`s. For the values of a form that was checked before: a value can
/// only be missing if the check forgot to note that, and then the answer is one fault of the whole form.
pub fn required<T: Required>(values: T) -> Result<T::Values, Vec<Invalid>> {
    values.values().ok_or_else(|| vec![Invalid::new("form", "A required value is missing")])
}

/// A tuple of `Option`s, as [`Faults::all`] takes it.
pub trait Required {
    type Values;

    fn values(self) -> Option<Self::Values>;
}

macro_rules! impl_required {
    ($(($($kind:ident $value:ident),+))+) => {$(
        impl<$($kind),+> Required for ($(Option<$kind>,)+) {
            type Values = ($($kind,)+);

            fn values(self) -> Option<Self::Values> {
                let ($($value,)+) = self;
                Some(($($value?,)+))
            }
        }
    )+};
}

impl_required! {
    (A a)
    (A a, B b)
    (A a, B b, C c)
    (A a, B b, C c, D d)
    (A a, B b, C c, D d, E e)
    (A a, B b, C c, D d, E e, F f)
}

#[cfg(test)]
mod tests {
    use super::*;

    // WORDS-01
    #[test]
    fn a_sentence_names_its_field_as_people_do() {
        let sentence = |field, message: &str| Invalid::new(field, message).message;
        assert_eq!(
            sentence("target_amount", "target_amount must be a number"),
            "Target amount must be a number"
        );
        assert_eq!(
            sentence("bpm_min", "bpm_min must be a number"),
            "Lowest tempo must be a number"
        );
        assert_eq!(sentence("account_id", "account_id must be an id"), "Account must be an id");
        assert_eq!(sentence("title", "titles are short"), "titles are short");
        assert_eq!(sentence("to", "Choose two accounts"), "Choose two accounts");
    }

    #[test]
    fn all_values_or_all_faults_are_returned() {
        let mut faults = Faults::default();
        let (name, age) = (faults.take(Ok("Maya")), faults.take(Ok(7)));
        assert_eq!(faults.all((name, age)), Ok(("Maya", 7)));

        let mut faults = Faults::default();
        let name = faults.take::<&str>(Err(Invalid::new("name", "Name is required")));
        let age = faults.take::<i64>(Err(Invalid::new("age", "Age is required")));
        let fields = faults.all((name, age)).unwrap_err();
        assert_eq!(fields.iter().map(|fault| fault.field).collect::<Vec<_>>(), ["name", "age"]);
    }

    #[test]
    fn a_missing_value_without_a_fault_is_a_fault_of_the_form() {
        let faults = required((Some(1), None::<i64>)).unwrap_err();
        assert_eq!(faults, [Invalid::new("form", "A required value is missing")]);
    }
}
