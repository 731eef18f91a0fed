//! The record of a license: events in the order they happened, each with the hash of the one before, so that a changed,
//! removed or added event is found.

use crate::ids::{LicenseId, UserId};
use crate::text::words::words;
use crate::time::Timestamp;

words! {
    Kind: "event" {
        Offered = "offered",
        Viewed = "viewed",
        Accepted = "accepted",
        Paid = "paid",
        Issued = "issued",
        Delivered = "delivered",
        Downloaded = "downloaded",
        Upgraded = "upgraded",
        Ended = "ended",
    }
}

/// The content of an event, before the event has its number and its hash in the record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEvent {
    pub kind: Kind,
    pub at: Timestamp,
    /// A short description for people.
    pub detail: String,
    /// The hash of everything that was frozen with the license; only on the event of its issue.
    pub facts: Option<String>,
    /// The network address and the browser of the person who caused the event.
    pub address: Option<String>,
    pub browser: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Counts from 1 within the license.
    pub number: i64,
    pub happened: NewEvent,
    pub previous: String,
    pub hash: String,
}

/// The hash function of the record: SHA-256, which the domain does not implement itself.
pub type Digest = fn(&[u8]) -> String;

/// Where the record of a license starts: no event of another license fits there.
pub fn origin(owner: UserId, license: LicenseId, digest: Digest) -> String {
    digest(format!("license {owner} {license}").as_bytes())
}

impl Event {
    pub fn after(previous: &str, number: i64, happened: NewEvent, digest: Digest) -> Self {
        let hash = digest(&hash_input(previous, number, &happened));
        Self { number, happened, previous: previous.to_owned(), hash }
    }
}

/// The bytes that the hash of an event covers. Each text has its length in front, so that no two events are written
/// alike.
fn hash_input(previous: &str, number: i64, happened: &NewEvent) -> Vec<u8> {
    let NewEvent { kind, at, detail, facts, address, browser } = happened;
    let (number, at) = (number.to_string(), at.as_millis().to_string());
    let texts = [
        Some(previous),
        Some(number.as_str()),
        Some(kind.as_str()),
        Some(at.as_str()),
        Some(detail.as_str()),
        facts.as_deref(),
        address.as_deref(),
        browser.as_deref(),
    ];
    let mut bytes = Vec::new();
    for text in texts {
        match text {
            None => bytes.extend_from_slice(b"-;"),
            Some(text) => bytes.extend_from_slice(format!("{}:{text};", text.len()).as_bytes()),
        }
    }
    bytes
}

/// Returns a sentence about the first event that was changed, removed or added; `None` if the record is intact. `count`
/// and `head` are the number of events and the last hash, as stored with the license.
pub fn find_break(
    events: &[Event],
    origin: &str,
    count: i64,
    head: &str,
    digest: Digest,
) -> Option<String> {
    let mut previous = origin.to_owned();
    for (place, event) in (1..).zip(events) {
        if event.number != place {
            return Some(format!("Entry {place} is missing."));
        }
        let kind = event.happened.kind.as_str();
        if event.previous != previous {
            return Some(format!("Entry {place} ({kind}) doesn't follow the entry before it."));
        }
        let again = Event::after(&previous, place, event.happened.clone(), digest);
        if again.hash != event.hash {
            return Some(format!("Entry {place} ({kind}) was changed after it was written."));
        }
        previous.clone_from(&event.hash);
    }
    let place = i64::try_from(events.len()).unwrap_or(i64::MAX);
    if place < count {
        return Some(format!("Entry {} is missing.", place + 1));
    }
    if place > count || previous != head {
        return Some("The last entry isn't the one the license names.".to_owned());
    }
    None
}

#[cfg(test)]
mod tests {
    use std::hash::{DefaultHasher, Hash, Hasher};

    use proptest::prelude::*;

    use super::*;

    /// A stand-in for SHA-256.
    fn digest(bytes: &[u8]) -> String {
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        format!("{:016x}", hasher.finish())
    }

    fn chain(details: &[String]) -> (String, Vec<Event>) {
        let now = Timestamp::from_millis(1_700_000_000_000);
        let start = origin(UserId::new(now, [1; 10]), LicenseId::new(now, [2; 10]), digest);
        let mut previous = start.clone();
        let events = (1..).zip(details).map(|(number, detail)| {
            let happened = NewEvent {
                kind: if number == 1 { Kind::Issued } else { Kind::Downloaded },
                at: now,
                detail: detail.clone(),
                facts: (number == 1).then(|| "facts".to_owned()),
                address: Some("203.0.113.24".to_owned()),
                browser: None,
            };
            let event = Event::after(&previous, number, happened, digest);
            previous.clone_from(&event.hash);
            event
        });
        (start, events.collect())
    }

    fn count(events: &[Event]) -> i64 {
        i64::try_from(events.len()).unwrap()
    }

    #[test]
    fn fields_that_run_together_are_told_apart() {
        let of = |detail: &str, address: Option<&str>| {
            let happened = NewEvent {
                kind: Kind::Viewed,
                at: Timestamp::from_millis(0),
                detail: detail.into(),
                facts: None,
                address: address.map(str::to_owned),
                browser: None,
            };
            Event::after("0", 1, happened, digest).hash
        };
        assert_ne!(of("a", Some("b")), of("ab", Some("")));
        assert_ne!(of("a", None), of("a", Some("")));
        assert_ne!(of("a;-", None), of("a", None));
    }

    proptest! {
        /// LIC-18: any single change of the record is found, at its place.
        #[test]
        fn lic_18_a_change_anywhere_breaks_the_chain(
            details in prop::collection::vec("[a-z ]{0,20}", 1..8),
            at in any::<prop::sample::Index>(),
            deed in 0..5,
        ) {
            let (start, mut events) = chain(&details);
            let (all, head) = (count(&events), events.last().unwrap().hash.clone());
            prop_assert_eq!(find_break(&events, &start, all, &head, digest), None);
            let place = at.index(events.len());
            match deed {
                0 => events[place].happened.detail.push('!'),
                1 => drop(events.remove(place)),
                2 => events[place].happened.address = None,
                3 => {
                    // Rewritten with a hash that fits its own content.
                    let (previous, number) = (events[place].previous.clone(), events[place].number);
                    let mut happened = events[place].happened.clone();
                    happened.detail.push('!');
                    events[place] = Event::after(&previous, number, happened, digest);
                }
                _ => events[place].previous = "0".to_owned(),
            }
            prop_assert!(find_break(&events, &start, all, &head, digest).is_some());
        }
    }
}
