//! The terms of a license: files, duration, limits of use, shares and credit.

use std::collections::BTreeSet;

use super::Role;
use super::spelling::{in_figures, in_words, listed, months};
use crate::error::{Faults, Invalid};
use crate::text::words::words;

words! {
    /// A use that a license limits by number.
    Use: "cap" {
        Streams = "streams",
        Copies = "copies",
        Downloads = "downloads",
        MonetizedVideos = "monetized_videos",
        Videos = "videos",
        MonetizedVideoStreams = "monetized_video_streams",
        VideoStreams = "video_streams",
        Radio = "radio",
        PaidShows = "paid_shows",
        UnpaidShows = "unpaid_shows",
    }
}

/// How often a use is allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cap {
    Limit(u64),
    Unlimited,
    NotAllowed,
}

impl Cap {
    pub const MOST: u64 = 1_000_000_000_000;

    /// In figures and in words, as a contract states a number.
    pub fn text(self) -> String {
        match self {
            Self::Limit(number) => format!("{} ({})", in_figures(number), in_words(number)),
            Self::Unlimited => "unlimited".to_owned(),
            Self::NotAllowed => "not allowed".to_owned(),
        }
    }

    pub const fn is_allowed(self) -> bool {
        match self {
            Self::Limit(number) => number > 0,
            Self::Unlimited => true,
            Self::NotAllowed => false,
        }
    }
}

/// One cap for each use; a use without a cap of its own is unlimited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caps([Cap; Use::ALL.len()]);

impl Caps {
    pub const UNLIMITED: Self = Self([Cap::Unlimited; Use::ALL.len()]);

    pub fn of(&self, of: Use) -> Cap {
        self.0.get(of as usize).copied().unwrap_or(Cap::Unlimited)
    }

    #[must_use]
    pub fn with(mut self, of: Use, cap: Cap) -> Self {
        if let Some(kept) = self.0.get_mut(of as usize) {
            *kept = cap;
        }
        self
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Term {
    Months(u16),
    Forever,
}

impl Term {
    pub const MOST_MONTHS: u16 = 1_200;
}

/// The right of the producer to buy an exclusive license back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BuyBack {
    /// How many years after the issue the producer can buy the license back.
    pub years: u16,
    /// The price of buying back, in percent of the fee that was paid.
    pub percent: u16,
}

pub const LONGEST_CREDIT_LINE: usize = 120;

/// A share in basis points: 50 % is 5,000.
pub type Share = u16;
pub const WHOLE_SHARE: Share = 10_000;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Terms {
    pub is_exclusive: bool,
    pub delivers: BTreeSet<Role>,
    pub term: Term,
    pub caps: Caps,
    pub allows_broadcast: bool,
    pub allows_sync: bool,
    /// Whether the buyer may register the song with Content ID.
    pub allows_content_id: bool,
    /// The share of the publishing rights that the producer keeps.
    pub publishing_share: Share,
    pub writer_share: Share,
    pub credit_line: String,
    pub is_credit_required: bool,
    /// `None` if the law of the legal profile applies.
    pub governing_law: Option<String>,
    pub buy_back: Option<BuyBack>,
}

impl Terms {
    /// The terms for people, each with its name; `None` for what is not included.
    pub fn rows(&self) -> Vec<(String, Option<String>)> {
        let files: Vec<&str> = self.delivers.iter().map(|role| role.noun()).collect();
        let term = match self.term {
            Term::Months(count) => months(count),
            Term::Forever => "Forever".to_owned(),
        };
        let exclusive = if self.is_exclusive { "Yes, yours alone" } else { "No" };
        let mut rows = vec![
            ("Files".to_owned(), Some(listed(&files))),
            ("Term".to_owned(), Some(term)),
            ("Exclusive".to_owned(), Some(exclusive.to_owned())),
        ];
        for of in Use::ALL {
            let value = match self.caps.of(*of) {
                Cap::Limit(number) => Some(in_figures(number)),
                Cap::Unlimited => Some("Unlimited".to_owned()),
                Cap::NotAllowed => None,
            };
            let mut letters = of.noun().chars();
            let first = letters.next().map(|first| first.to_uppercase().collect::<String>());
            rows.push((first.unwrap_or_default() + letters.as_str(), value));
        }
        let allowed = |is: bool| is.then(|| "Included".to_owned());
        rows.push(("Broadcast".to_owned(), allowed(self.allows_broadcast)));
        rows.push(("Film, TV and games".to_owned(), allowed(self.allows_sync)));
        if self.is_credit_required {
            rows.push(("Credit".to_owned(), Some(self.credit_line.clone())));
        }
        rows
    }

    /// Every rule the terms break.
    pub fn check(&self) -> Result<(), Vec<Invalid>> {
        let mut faults = Faults::default();
        if self.delivers.is_empty() {
            faults.note(Invalid::new("delivers", "Choose at least one file to deliver"));
        }
        if let Term::Months(months) = self.term
            && !(1..=Term::MOST_MONTHS).contains(&months)
        {
            faults.note(Invalid::new("term", "The term must be 1 to 1,200 months"));
        }
        for of in Use::ALL {
            match self.caps.of(*of) {
                Cap::Limit(number) if number > Cap::MOST => {
                    faults.note(Invalid::new("caps", "A limit can be at most 1,000,000,000,000"));
                }
                cap if self.is_exclusive && cap != Cap::Unlimited => {
                    faults.note(Invalid::new("caps", "An exclusive license has no limits"));
                }
                _ => continue,
            }
            break;
        }
        if self.publishing_share > WHOLE_SHARE {
            faults.note(Invalid::new("publishing_share", "A share can be at most 100%"));
        }
        if self.writer_share > WHOLE_SHARE {
            faults.note(Invalid::new("writer_share", "A share can be at most 100%"));
        }
        if self.is_credit_required && self.credit_line.trim().is_empty() {
            faults.note(Invalid::new("credit_line", "Enter the credit line"));
        }
        if self.credit_line.chars().count() > LONGEST_CREDIT_LINE {
            faults
                .note(Invalid::new("credit_line", "The credit line can be at most 120 characters"));
        }
        if let Some(BuyBack { years, percent }) = self.buy_back {
            if !(1..=100).contains(&years) {
                faults.note(Invalid::new("buy_back", "Buy-back starts after 1 to 100 years"));
            }
            if percent > 1_000 {
                faults.note(Invalid::new("buy_back", "Buy-back can cost at most 1,000%"));
            }
        }
        faults.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::licenses::kinds::defaults;

    fn lease() -> Terms {
        defaults("Maya Okafor").into_iter().next().unwrap().terms
    }

    #[test]
    fn a_cap_is_told_in_figures_and_words() {
        assert_eq!(Cap::Limit(500_000).text(), "500,000 (five hundred thousand)");
        assert_eq!(
            (Cap::Unlimited.text(), Cap::NotAllowed.text()),
            ("unlimited".into(), "not allowed".into())
        );
    }

    #[test]
    fn lic_03_bad_terms_are_refused_by_field() {
        let fields = |terms: Terms| {
            let faults = terms.check().err().unwrap_or_default();
            faults.into_iter().map(|fault| fault.field).collect::<Vec<_>>()
        };
        assert!(fields(lease()).is_empty());
        let too_many = Cap::Limit(Cap::MOST + 1);
        assert_eq!(
            fields(Terms { delivers: BTreeSet::new(), term: Term::Months(0), ..lease() }),
            ["delivers", "term"]
        );
        assert_eq!(fields(Terms { term: Term::Months(1_201), ..lease() }), ["term"]);
        assert_eq!(
            fields(Terms { caps: Caps::UNLIMITED.with(Use::Radio, too_many), ..lease() }),
            ["caps"]
        );
        assert_eq!(fields(Terms { is_exclusive: true, ..lease() }), ["caps"]);
        assert_eq!(
            fields(Terms { publishing_share: 10_001, writer_share: 10_001, ..lease() }),
            ["publishing_share", "writer_share"]
        );
        assert_eq!(fields(Terms { credit_line: " ".into(), ..lease() }), ["credit_line"]);
        assert_eq!(
            fields(Terms { buy_back: Some(BuyBack { years: 0, percent: 1_001 }), ..lease() }),
            ["buy_back", "buy_back"]
        );
    }
}
