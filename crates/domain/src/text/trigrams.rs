//! Trigrams for the full-text index: every run of three letters of a text. A term is found anywhere in a word,
//! also with only one or two letters, regardless of letter case and accents.

use crate::text::folding::folded;

/// The largest number of runs in a query; more runs would hardly narrow the result.
const MOST_RUNS: usize = 12;
/// The runs of `txn-`, which every transaction's reference contains.
const IN_EVERY_ROW: [&str; 2] = ["txn", "xn\u{E02D}"];
/// Marks the end of a text, so that its last letters begin a run too.
const END: char = '\u{E0FF}';

/// A LIKE pattern that matches the folded term literally.
pub fn like_pattern(term: &str) -> String {
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

/// FTS5 splits at everything that is neither a letter nor a digit, so ASCII punctuation is mapped to Unicode's
/// private use area.
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

/// Every run of three letters, each once, separated by spaces: the indexed text.
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

/// The FTS5 query for a term: consecutive runs of three letters, and the last three letters. They cover every
/// letter; overlapping runs would narrow little more and cost FTS5 time to intersect.
pub fn to_fts_query(term: &str) -> String {
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
    // These runs are in every row and narrow nothing.
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
        assert_eq!(like_pattern("50%_Off\\"), r"%50\%\_off\\%");
    }

    #[test]
    fn runs_of_three_cover_the_text_to_its_end() {
        assert_eq!(pieces("Beat"), "at\u{E0FF} bea eat t\u{E0FF}\u{E0FF}");
        assert_eq!(to_fts_query("BEAT"), "\"bea\" AND \"eat\"");
        assert_eq!(to_fts_query("at"), "\"at\" *");
        assert_eq!(to_fts_query("mellotron"), "\"lot\" AND \"mel\" AND \"ron\"");
        assert_eq!(to_fts_query("studio r"), "\"dio\" AND \"o\u{E020}r\" AND \"stu\"");
        assert_eq!(to_fts_query("aaaaaa"), "\"aaa\"");
    }

    #[test]
    fn accents_do_not_count() {
        assert_eq!(like_pattern("Été"), "%ete%");
        assert_eq!(to_fts_query("Été"), to_fts_query("ete"));
    }

    #[test]
    fn what_every_row_has_is_not_asked_for() {
        assert_eq!(to_fts_query("TXN-777"), "\"777\" AND \"\u{E02D}77\"");
        assert_eq!(to_fts_query("txn"), "\"txn\"");
    }

    #[test]
    fn signs_are_searched_like_letters() {
        assert_eq!(to_fts_query("%"), "\"\u{E025}\" *");
        assert_eq!(to_fts_query("a\"b"), "\"a\u{E022}b\"");
    }
}
