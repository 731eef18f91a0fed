//! The cookies of public pages: `unlocked` after the password of a link was entered, `listener` with the listener's id,
//! and `client` with the token of a client's link. The `Path` of each cookie limits it to its own page.

use axum::http::{HeaderMap, HeaderValue, header};

pub const UNLOCKED: &str = "unlocked";
pub const LISTENER: &str = "listener";
pub const CLIENT: &str = "client";

pub fn find<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    let pairs =
        lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let mut found = pairs.filter(|(key, _)| *key == name).map(|(_, value)| value);
    found.next()
}

/// The `Set-Cookie` header: scripts cannot read the cookie (`HttpOnly`), and forms of other sites do not send it
/// (`SameSite=Lax`).
pub fn set(
    name: &str,
    value: &str,
    path: &str,
    seconds: u64,
    is_https: bool,
) -> Option<HeaderValue> {
    let secure = if is_https { "; Secure" } else { "" };
    let text =
        format!("{name}={value}; Path={path}; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
    HeaderValue::try_from(text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_is_found_by_its_whole_name() {
        let mut headers = HeaderMap::new();
        headers.append(header::COOKIE, HeaderValue::from_static("xunlocked=1; unlocked=ab=c"));
        headers.append(header::COOKIE, HeaderValue::from_static("listener=x"));
        assert_eq!(find(&headers, UNLOCKED), Some("ab=c"));
        assert_eq!(find(&headers, LISTENER), Some("x"));
        assert_eq!(find(&headers, "other"), None);
    }
}
