//! Folds text for search: lower case and no accents, so that `cafe` finds `Café`. The stored text and the
//! search term are folded alike.

use unicode_normalization::UnicodeNormalization;

/// Combining accents after Unicode decomposition. Marks of other scripts are letters of their own and stay.
const ACCENTS: std::ops::RangeInclusive<char> = '\u{300}'..='\u{36F}';

pub fn folded(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let lower = text.to_lowercase();
    let plain = lower.nfd().filter(|letter| !ACCENTS.contains(letter)).nfc();
    let mut folded = String::with_capacity(text.len());
    for letter in plain {
        match pair(letter) {
            Some(pair) => folded.push_str(pair),
            None => folded.push(letter),
        }
    }
    folded
}

/// Letters that do not decompose into a letter and an accent, but are typed as if they did.
const fn pair(letter: char) -> Option<&'static str> {
    Some(match letter {
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'þ' => "th",
        'ø' => "o",
        'ł' => "l",
        'đ' | 'ð' => "d",
        'ħ' => "h",
        'ı' => "i",
        'ς' => "σ",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    // SHELL-06
    #[test]
    fn accents_and_case_do_not_count() {
        assert_eq!(folded("Café ÉTÉ Ångström Müller Zoë"), "cafe ete angstrom muller zoe");
        assert_eq!(folded("Straße Øresund Łódź Ægir"), "strasse oresund lodz aegir");
        assert_eq!(folded("Cafe\u{301}"), folded("Café"));
        assert_eq!(folded("İstanbul"), "istanbul");
    }

    #[test]
    fn other_scripts_and_signs_stay_whole() {
        assert_eq!(folded("ΟΔΥΣΣΕΥΣ"), folded("οδυσσευς"));
        assert_eq!(folded("한글 が हिन्दी 🔥"), "한글 が हिन्दी 🔥");
        assert_eq!(folded("50%_Off\\"), "50%_off\\");
    }

    #[test]
    fn what_is_folded_stays_as_it_is() {
        for text in ["Straße", "Café", "Ёлка", "ΟΔΟΣ", "한글", "İ"] {
            assert_eq!(folded(&folded(text)), folded(text));
        }
    }
}
