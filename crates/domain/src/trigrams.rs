//! A full-text index made of trigrams: every run of three letters of a text. A term is found wherever it stands in a
//! word, and so is one of one or two letters. Neither case nor accents count.

use crate::folding::folded;

/// After this many different runs of a term, more would narrow down little.
const MOST_RUNS: usize = 12;
/// The runs of `txn-`.
const IN_EVERY_ROW: [&str; 2] = ["txn", "xn\u{E02D}"];
/// Stands after the end of a text, so that its last letters begin a run too.
const END: char = '\u{E0FF}';

/// A pattern for LIKE in which nothing but the term itself counts.
pub fn pattern(term: &str) -> String {
    let mut pattern = String::from("%");
    for letter in folded(term).chars() {
        if matches!(letter, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(letter);
    }
    pattern.push('%');
    pattern
}

/// The index splits at everything that is neither a letter nor a digit, so those are put out of the
/// way: to places in Unicode that belong to nobody.
fn letters(text: &str) -> Vec<char> {
    let moved = |letter: char| {
        if letter.is_ascii() && !letter.is_ascii_alphanumeric() {
            char::from_u32(0xE000 + u32::from(letter)).unwrap_or(END)
        } else {
            letter
        }
    };
    folded(text).chars().map(moved).collect()
}

/// Every run of three letters, each once.
pub fn pieces(search: &str) -> String {
    let mut letters = letters(search);
    letters.extend([END, END]);
    let mut runs: Vec<&[char]> = letters.windows(3).collect();
    runs.sort_unstable();
    runs.dedup();
    let mut pieces = String::with_capacity(runs.len() * 6);
    for run in runs {
        if !pieces.is_empty() {
            pieces.push(' ');
        }
        pieces.extend(run);
    }
    pieces
}

/// The term in the index's own words: runs that touch, and the last. Between them they have every letter;
/// those that overlap would narrow down little more, and the index would have to align them all.
pub fn question(term: &str) -> String {
    let letters = letters(term);
    if letters.len() < 3 {
        return format!("\"{}\" *", letters.iter().collect::<String>());
    }
    let last = letters.len() - 3;
    let starts = (0..last).step_by(3).take(MOST_RUNS - 1).chain([last]);
    let mut runs: Vec<String> =
        starts.map(|start| letters[start..start + 3].iter().collect()).collect();
    runs.sort_unstable();
    runs.dedup();
    // Every reference has these, so they are in every row and say nothing.
    let says_something = |run: &String| !IN_EVERY_ROW.contains(&run.as_str());
    if runs.iter().any(says_something) {
        runs.retain(says_something);
    }
    runs.iter().map(|run| format!("\"{run}\"")).collect::<Vec<_>>().join(" AND ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_means_only_its_letters() {
        assert_eq!(pattern("50%_Off\\"), r"%50\%\_off\\%");
    }

    #[test]
    fn runs_of_three_cover_the_text_to_its_end() {
        assert_eq!(pieces("Beat"), "at\u{E0FF} bea eat t\u{E0FF}\u{E0FF}");
        assert_eq!(question("BEAT"), "\"bea\" AND \"eat\"");
        assert_eq!(question("at"), "\"at\" *");
        assert_eq!(question("mellotron"), "\"lot\" AND \"mel\" AND \"ron\"");
        assert_eq!(question("studio r"), "\"dio\" AND \"o\u{E020}r\" AND \"stu\"");
        assert_eq!(question("aaaaaa"), "\"aaa\"");
    }

    #[test]
    fn accents_do_not_count() {
        assert_eq!(pattern("Été"), "%ete%");
        assert_eq!(question("Été"), question("ete"));
    }

    #[test]
    fn what_every_row_has_is_not_asked_for() {
        assert_eq!(question("TXN-777"), "\"777\" AND \"\u{E02D}77\"");
        assert_eq!(question("txn"), "\"txn\"");
    }

    #[test]
    fn signs_are_searched_like_letters() {
        assert_eq!(question("%"), "\"\u{E025}\" *");
        assert_eq!(question("a\"b"), "\"a\u{E022}b\"");
    }
}
