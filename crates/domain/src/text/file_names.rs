//! File names of uploads. A name is shown, searched and offered at download, but never used as a path;
//! characters that could mislead a reader or a file system are removed.

use crate::error::Invalid;
use crate::library::documents::LONGEST_TITLE;

const LONGEST: usize = 200;
const UNNAMED: &str = "untitled";

/// Keeps the last path component, without control characters and direction marks, and shortens it.
pub fn clean(sent: &str) -> String {
    let last = sent.rsplit(['/', '\\']).next().unwrap_or_default();
    let plain: String = last.chars().filter(|c| !is_unwelcome(*c)).collect();
    let plain = plain.trim().trim_matches('.').trim();
    if plain.is_empty() {
        return UNNAMED.to_owned();
    }
    let (stem, extension) = split(plain);
    let room = LONGEST - extension.map_or(0, |extension| extension.len() + 1);
    let stem: String = stem.chars().take(room).collect();
    match extension {
        Some(extension) => format!("{}.{extension}", stem.trim_end()),
        None => stem,
    }
}

/// The file name that a person sent. It is kept as it is, or refused.
pub fn check(text: &str) -> Result<String, Invalid> {
    let name = text.trim();
    if name.is_empty() {
        return Err(Invalid::new("name", "Please enter a name"));
    }
    if clean(name) != name {
        return Err(Invalid::new("name", "This name cannot be used for a file"));
    }
    Ok(name.to_owned())
}

/// The title of an item without one: its file name without the extension.
pub fn title_from(file_name: &str) -> String {
    let (stem, _) = split(file_name);
    let title: String = stem.trim().chars().take(LONGEST_TITLE).collect();
    if title.is_empty() { UNNAMED.to_owned() } else { title }
}

/// The file name of a download: the title with the extension of the real file type.
pub fn for_download(title: &str, extension: &str) -> String {
    let name = for_file_system(title);
    let ends_so = split(&name).1.is_some_and(|own| own.eq_ignore_ascii_case(extension));
    if ends_so { name } else { format!("{name}.{extension}") }
}

/// The name with letters that every file system takes.
pub fn for_file_system(name: &str) -> String {
    let name: String = name
        .chars()
        .filter(|c| !is_unwelcome(*c))
        .map(|c| if r#"/\:*?"<>|"#.contains(c) { '_' } else { c })
        .take(150)
        .collect();
    let name = name.trim().trim_matches('.').trim();
    if name.is_empty() { UNNAMED.to_owned() } else { name.to_owned() }
}

/// An extension is a short word after the last dot.
fn split(name: &str) -> (&str, Option<&str>) {
    match name.rsplit_once('.') {
        Some((stem, extension))
            if !stem.trim().is_empty()
                && (1..=10).contains(&extension.len())
                && extension.bytes().all(|b| b.is_ascii_alphanumeric()) =>
        {
            (stem, Some(extension))
        }
        _ => (name, None),
    }
}

fn is_unwelcome(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61C}' | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}')
        || matches!(c, '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF0}'..='\u{FFFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_its_last_part_and_harmless() {
        for (sent, kept) in [
            ("Night Drive.mp3", "Night Drive.mp3"),
            ("../../etc/passwd.mp3", "passwd.mp3"),
            (r"C:\beats\kick.wav", "kick.wav"),
            ("a\0b\r\nX-Evil: 1.mp3", "abX-Evil: 1.mp3"),
            ("gnp\u{202E}3pm.exe", "gnp3pm.exe"),
            ("夜のドライブ.flac", "夜のドライブ.flac"),
            ("نغمة.mp3", "نغمة.mp3"),
            ("..", "untitled"),
            ("", "untitled"),
            ("dir/", "untitled"),
            (".mp3", "mp3"),
        ] {
            assert_eq!(clean(sent), kept, "{sent:?}");
        }
        let long = clean(&format!("{}.mp3", "ä".repeat(300)));
        assert_eq!(long.chars().count(), 200);
        assert!(long.ends_with("ä.mp3"));
    }

    // MED-02
    #[test]
    fn a_title_is_the_name_without_its_extension() {
        assert_eq!(title_from("Night Drive.mp3"), "Night Drive");
        assert_eq!(title_from("v1.2 final.wav"), "v1.2 final");
        assert_eq!(title_from("no extension"), "no extension");
        assert_eq!(title_from("Mr. Fingers"), "Mr. Fingers");
    }

    #[test]
    fn a_download_has_a_name_every_system_takes() {
        assert_eq!(for_download("Night Drive", "mp3"), "Night Drive.mp3");
        assert_eq!(for_download("Night Drive.MP3", "mp3"), "Night Drive.MP3");
        assert_eq!(for_download("Night.exe", "mp3"), "Night.exe.mp3");
        assert_eq!(for_download(r#"a/b\c:"d"?"#, "wav"), "a_b_c__d__.wav");
        assert_eq!(for_download(" ... ", "wav"), "untitled.wav");
        assert_eq!(for_download("夜", "flac"), "夜.flac");
        assert!(for_download(&"x".repeat(400), "mp3").len() < 160);
    }

    #[test]
    fn a_name_is_one_that_every_system_takes() {
        assert_eq!(check(" Night Drive stems.zip ").unwrap(), "Night Drive stems.zip");
        for refused in ["", " ", "../x.zip", "a/b.zip", "a\nb", "x\u{202E}piz", &"x".repeat(201)] {
            assert!(check(refused).is_err(), "{refused:?}");
        }
    }
}
