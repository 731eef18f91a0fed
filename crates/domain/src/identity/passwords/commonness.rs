//! Detects weak passwords: the most common ones, and those made of the account's own e-mail address or name.

/// Sorted, so that a binary search works on the text without an index in memory.
static LIST: &str = include_str!("common.txt");

/// Whether the password is one of the 10,000 most common ones, in any letter case.
pub fn is_common(password: &str) -> bool {
    let wanted = password.to_lowercase();
    let (mut low, mut high) = (0, LIST.len());
    while low < high {
        let middle = low + (high - low) / 2;
        // Finds the line around `middle`. The list is ASCII, so every byte is a character boundary.
        let start = LIST.get(..middle).and_then(|text| text.rfind('\n')).map_or(0, |at| at + 1);
        let rest = LIST.get(start..).unwrap_or_default();
        let line = rest.lines().next().unwrap_or_default();
        // The comment lines at the head sort before every word.
        let order =
            if line.starts_with("# ") { std::cmp::Ordering::Less } else { line.cmp(&wanted) };
        match order {
            std::cmp::Ordering::Equal => return true,
            std::cmp::Ordering::Less => low = start + line.len() + 1,
            std::cmp::Ordering::Greater => high = start,
        }
    }
    false
}

/// Whether the password is the account's e-mail address, the part of it before the @, or its name, in any
/// letter case and with or without spaces.
pub fn is_own(password: &str, email: &str, name: &str) -> bool {
    let plain = |text: &str| -> String {
        text.to_lowercase().chars().filter(|c| !c.is_whitespace()).collect()
    };
    let password = plain(password);
    let local = email.rsplit_once('@').map_or(email, |(local, _)| local);
    [email, local, name].iter().any(|known| plain(known) == password)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words() -> impl Iterator<Item = &'static str> {
        LIST.lines().filter(|line| !line.starts_with("# "))
    }

    #[test]
    fn the_list_is_sorted_ten_thousand_long_and_lower_case_guard_09() {
        assert!(LIST.is_ascii());
        assert_eq!(words().count(), 10_000);
        assert!(words().is_sorted_by(|a, b| a < b));
        assert!(words().all(|word| word.len() >= super::super::MIN_CHARS));
        assert!(words().all(|word| word == word.to_lowercase()));
    }

    #[test]
    fn every_word_of_it_is_found_and_nothing_else_guard_09() {
        for word in words() {
            assert!(is_common(word), "{word}");
        }
        assert!(is_common("PassWord") && is_common("QWERTY123"));
        for good in ["", "Northline-77", "zzzzzzzzzz~", "!", "# The words", "harbour77x"] {
            assert!(!is_common(good), "{good}");
        }
    }

    #[test]
    fn what_everyone_knows_is_no_secret_guard_09() {
        let own = |text| is_own(text, "maya.okafor@northline.studio", "Maya Okafor");
        for text in ["maya.okafor@northline.studio", "Maya.Okafor", "MayaOkafor", "maya okafor"] {
            assert!(own(text), "{text}");
        }
        assert!(!own("maya okafor 1987") && !own("northline"));
    }
}
