//! Decides which bytes of a resource a response carries, from the request's Range, If-Range, If-None-Match and If-Match
//! (RFC 9110). For resources with a strong entity tag.

use std::ops::Range;

use axum::http::{HeaderMap, HeaderName, header};

/// How a conditional or range request must be answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wanted {
    Whole,
    Part(Range<u64>),
    /// The range is outside the resource (416).
    Nowhere,
    /// The client's cached copy is current (304).
    NotModified,
    /// `If-Match` names other content (412).
    Changed,
}

pub fn what_to_send(headers: &HeaderMap, etag: &str, size: u64) -> Wanted {
    if let Some(tags) = join_lines(headers, &header::IF_MATCH)
        && !lists(&tags, etag, Comparison::Strong)
    {
        return Wanted::Changed;
    }
    if let Some(tags) = join_lines(headers, &header::IF_NONE_MATCH)
        && lists(&tags, etag, Comparison::Weak)
    {
        return Wanted::NotModified;
    }
    let Some(range) = join_lines(headers, &header::RANGE) else { return Wanted::Whole };
    // A date does not prove that the content is the same byte for byte, so the whole file is sent.
    if let Some(condition) = join_lines(headers, &header::IF_RANGE)
        && condition.trim() != etag
    {
        return Wanted::Whole;
    }
    part(&range, size)
}

/// Parses a `Range` header with one range. A header with several ranges or another unit is ignored, as RFC 9110 allows:
/// players never send several.
fn part(range: &str, size: u64) -> Wanted {
    let Some((unit, range)) = range.split_once('=') else { return Wanted::Whole };
    if !unit.trim().eq_ignore_ascii_case("bytes") || range.contains(',') {
        return Wanted::Whole;
    }
    let Some((first, last)) = range.trim().split_once('-') else { return Wanted::Nowhere };
    match (number(first), number(last)) {
        (Some(Position::None), Some(Position::At(length))) if length > 0 && size > 0 => {
            Wanted::Part(size.saturating_sub(length)..size)
        }
        (Some(Position::At(first)), Some(Position::None)) if first < size => {
            Wanted::Part(first..size)
        }
        (Some(Position::At(first)), Some(Position::At(last))) if first <= last && first < size => {
            Wanted::Part(first..last.saturating_add(1).min(size))
        }
        _ => Wanted::Nowhere,
    }
}

enum Position {
    None,
    At(u64),
}

/// Parses digits only; a number too large for `u64` counts as the largest one.
fn number(text: &str) -> Option<Position> {
    let text = text.trim();
    if text.is_empty() {
        return Some(Position::None);
    }
    let is_number = text.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| Position::At(text.parse().unwrap_or(u64::MAX)))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Comparison {
    Strong,
    Weak,
}

fn lists(tags: &str, etag: &str, comparison: Comparison) -> bool {
    tags.split(',').map(str::trim).any(|tag| {
        let weak = tag.strip_prefix("W/");
        let is_same = match comparison {
            Comparison::Strong => tag == etag,
            Comparison::Weak => weak.unwrap_or(tag) == etag,
        };
        tag == "*" || is_same
    })
}

fn join_lines(headers: &HeaderMap, name: &HeaderName) -> Option<String> {
    let lines: Vec<&str> = headers.get_all(name).iter().filter_map(|v| v.to_str().ok()).collect();
    (!lines.is_empty()).then(|| lines.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TAG: &str = "\"abc\"";

    fn answer_to(lines: &[(HeaderName, &str)]) -> Wanted {
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            headers.append(name, value.parse().unwrap());
        }
        what_to_send(&headers, TAG, 100)
    }

    // MED-08
    #[test]
    fn one_range_is_served_and_nonsense_is_not() {
        let range = |text: &str| answer_to(&[(header::RANGE, text)]);
        for (text, part) in [
            ("bytes=0-0", 0..1),
            ("bytes=0-", 0..100),
            ("bytes=10-19", 10..20),
            ("bytes=90-1000", 90..100),
            ("bytes=99-99999999999999999999999", 99..100),
            ("bytes=-1", 99..100),
            ("bytes=-500", 0..100),
            ("Bytes = 5 - 6", 5..7),
        ] {
            assert_eq!(range(text), Wanted::Part(part), "{text}");
        }
        for text in [
            "bytes=5-2",
            "bytes=100-",
            "bytes=100-200",
            "bytes=-0",
            "bytes=-",
            "bytes=",
            "bytes=a-b",
            "bytes=1",
            "bytes=--5",
            "bytes=99999999999999999999999-",
        ] {
            assert_eq!(range(text), Wanted::Nowhere, "{text}");
        }
        let thousand: Vec<String> = (0..1000).map(|n| format!("{n}-{n}")).collect();
        for text in ["bytes=0-1,5-6", "items=0-5", "5-6", &format!("bytes={}", thousand.join(","))]
        {
            assert_eq!(range(text), Wanted::Whole, "{text}");
        }
    }

    #[test]
    fn a_range_holds_only_for_the_content_it_was_meant_for() {
        let range = (header::RANGE, "bytes=0-4");
        assert_eq!(answer_to(&[range.clone(), (header::IF_RANGE, TAG)]), Wanted::Part(0..5));
        for other in ["\"x\"", "W/\"abc\"", "Tue, 01 Jan 2030 00:00:00 GMT", "abc"] {
            assert_eq!(
                answer_to(&[range.clone(), (header::IF_RANGE, other)]),
                Wanted::Whole,
                "{other}"
            );
        }
    }

    #[test]
    fn what_the_caller_has_is_not_sent_again() {
        for tags in [TAG, "W/\"abc\"", "\"x\", \"abc\"", "*"] {
            let both = [(header::IF_NONE_MATCH, tags), (header::RANGE, "bytes=0-4")];
            assert_eq!(answer_to(&both), Wanted::NotModified, "{tags}");
        }
        assert_eq!(answer_to(&[(header::IF_NONE_MATCH, "\"x\"")]), Wanted::Whole);
        assert_eq!(answer_to(&[(header::IF_MATCH, "\"x\"")]), Wanted::Changed);
        assert_eq!(answer_to(&[(header::IF_MATCH, "W/\"abc\"")]), Wanted::Changed);
        assert_eq!(answer_to(&[(header::IF_MATCH, "*")]), Wanted::Whole);
    }

    #[test]
    fn nothing_can_be_cut_from_an_empty_resource() {
        let mut headers = HeaderMap::new();
        headers.insert(header::RANGE, "bytes=-5".parse().unwrap());
        assert_eq!(what_to_send(&headers, TAG, 0), Wanted::Nowhere);
    }
}
