//! `Content-Disposition` (RFC 6266) with a file name in any script: the name in the encoding of RFC 8187 if it is not
//! plain ASCII, and an ASCII name beside it for programs that do not know that encoding.

use axum::http::HeaderValue;

pub fn attachment(name: &str) -> HeaderValue {
    disposition("attachment", name)
}

pub fn inline(name: &str) -> HeaderValue {
    disposition("inline", name)
}

fn disposition(kind: &'static str, name: &str) -> HeaderValue {
    let is_plain = |c: char| c.is_ascii_graphic() || c == ' ';
    let fallback: String =
        name.chars().map(|c| if is_plain(c) && !"\"\\%".contains(c) { c } else { '_' }).collect();
    let value = if fallback == name {
        format!("{kind}; filename=\"{fallback}\"")
    } else {
        format!("{kind}; filename=\"{fallback}\"; filename*=UTF-8''{}", percent_encoded(name))
    };
    // Only visible ASCII and spaces are left, which every header may hold.
    HeaderValue::try_from(value).unwrap_or(HeaderValue::from_static(kind))
}

/// Percent-encodes every byte except the attribute characters of RFC 8187.
fn percent_encoded(name: &str) -> String {
    let mut encoded = String::new();
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"!#$&+-.^_`|~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_any_script_are_told_twice() {
        let header_of = |name: &str| attachment(name).to_str().unwrap().to_owned();
        assert_eq!(header_of("Night Drive.mp3"), "attachment; filename=\"Night Drive.mp3\"");
        assert_eq!(
            header_of("夜.mp3"),
            "attachment; filename=\"_.mp3\"; filename*=UTF-8''%E5%A4%9C.mp3"
        );
        assert_eq!(
            header_of("50% \"off\"\\.mp3"),
            "attachment; filename=\"50_ _off__.mp3\"; filename*=UTF-8''50%25%20%22off%22%5C.mp3"
        );
        assert_eq!(
            header_of("a\r\nb.mp3"),
            "attachment; filename=\"a__b.mp3\"; filename*=UTF-8''a%0D%0Ab.mp3"
        );
        assert_eq!(inline("a.mp3"), "inline; filename=\"a.mp3\"");
    }
}
