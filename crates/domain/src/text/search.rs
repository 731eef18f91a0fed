//! The query of the global search, and the rank of a result.

use crate::{
    error::Invalid,
    text::{folding::folded, words::words},
};

words! {
    /// In the order in which results are listed.
    Kind: "kind" {
        Beat = "beat",
        Client = "client",
        Sale = "sale",
        License = "license",
        Transaction = "transaction",
    }
}

const LONGEST: usize = 100;
/// The largest number of words in a query; further words are ignored.
const MOST_WORDS: usize = 8;

/// The words of a query. All must occur, in any order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    words: Vec<String>,
    whole: String,
}

impl Query {
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let text = text.trim();
        if text.chars().count() > LONGEST {
            return Err(Invalid::new("q", format!("q must be at most {LONGEST} characters")));
        }
        let whole = folded(text);
        let mut words: Vec<String> = Vec::new();
        for word in whole.split_whitespace() {
            if words.len() < MOST_WORDS && !words.iter().any(|known| known == word) {
                words.push(word.to_owned());
            }
        }
        Ok(Self { words, whole })
    }

    pub fn words(&self) -> &[String] {
        &self.words
    }

    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The rank of a title: the beginning of a word counts more than its middle. A word that is not in the
    /// title was found in another field and counts least.
    pub fn fitness(&self, title: &str) -> u32 {
        let title = folded(title);
        let each = self.words.iter().map(|word| closeness(&title, word)).sum::<u32>();
        if title == self.whole {
            each + 8
        } else if title.starts_with(&self.whole) {
            each + 4
        } else {
            each
        }
    }
}

fn closeness(title: &str, word: &str) -> u32 {
    let begins = |at: usize| !title[..at].ends_with(char::is_alphanumeric);
    let places = title.match_indices(word).map(|(at, _)| if begins(at) { 3 } else { 2 });
    places.max().unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(text: &str) -> Query {
        Query::parse(text).expect("a query")
    }

    // SHELL-06
    #[test]
    fn words_are_folded_and_each_counts_once() {
        assert_eq!(query("  Été  DRIVE été ").words(), ["ete", "drive"]);
        assert!(query(" \t ").is_empty());
        assert_eq!(query("a b c d e f g h i j").words().len(), 8);
    }

    #[test]
    fn too_long_is_refused() {
        assert!(Query::parse(&"é".repeat(100)).is_ok());
        assert!(Query::parse(&"é".repeat(101)).is_err());
    }

    #[test]
    fn the_beginning_of_a_word_fits_best() {
        let drive = query("drive");
        let mut titles = ["Overdrive", "Night Drive", "Drive", "Drive home", "Something else"];
        titles.sort_by_key(|title| std::cmp::Reverse(drive.fitness(title)));
        assert_eq!(titles, ["Drive", "Drive home", "Night Drive", "Overdrive", "Something else"]);
    }
}
