//! The `words!` macro: an enum whose values have one spelling each in requests, answers and tables.

macro_rules! words {
    ($(#[$doc:meta])* $name:ident: $field:literal {
        $($(#[$of_variant:meta])* $variant:ident = $text:literal),+ $(,)?
    }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name { $($(#[$of_variant])* $variant),+ }

        impl $name {
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text),+ }
            }

            pub fn find(text: &str) -> Option<Self> {
                match text { $($text => Some(Self::$variant),)+ _ => None }
            }

            pub fn parse(text: &str) -> Result<Self, $crate::error::Invalid> {
                Self::find(text).ok_or_else(|| {
                    let all: &[&str] = &[$($text),+];
                    let message = format!("{} must be one of {}", $field, all.join(", "));
                    $crate::error::Invalid::new($field, message)
                })
            }

            /// Parses a comma-separated list of a filter; an empty list means no filter.
            pub fn parse_list(text: &str) -> Result<Vec<Self>, $crate::error::Invalid> {
                let words = text.split(',').map(str::trim).filter(|word| !word.is_empty());
                let mut list = words.map(Self::parse).collect::<Result<Vec<_>, _>>()?;
                list.sort_unstable();
                list.dedup();
                Ok(list)
            }
        }
    };
}
pub(crate) use words;
