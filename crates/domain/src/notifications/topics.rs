//! Topics: the kinds of data of an account that open pages watch. A changed topic tells the page to load again.
//! A set of topics is a bit mask.

use crate::text::words::words;

words! {
    /// Instances exchange a topic as its index in this list: append new ones at the end.
    Topic: "topic" {
        Notifications = "notifications",
        Sessions = "sessions",
        Profile = "profile",
        Settings = "settings",
        Security = "security",
        Wallet = "wallet",
        Transactions = "transactions",
        Sales = "sales",
        Cards = "cards",
        Beneficiaries = "beneficiaries",
        Goals = "goals",
        Documents = "documents",
        Applications = "applications",
        Exports = "exports",
        LicenseKinds = "license-kinds",
        Licenses = "licenses",
        Shares = "shares",
        Deliveries = "deliveries",
        Shop = "shop",
        Offers = "offers",
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Topics(u32);

impl Topics {
    pub const NONE: Self = Self(0);

    pub fn all() -> Self {
        Topic::ALL.iter().copied().collect()
    }

    /// Ignores bits that a newer version may have sent.
    pub fn from_bits(bits: u32) -> Self {
        Self(bits & Self::all().0)
    }

    pub const fn bits(self) -> u32 {
        self.0
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub const fn contains(self, topic: Topic) -> bool {
        self.0 & (1 << topic as u32) != 0
    }

    pub const fn with(self, topic: Topic) -> Self {
        Self(self.0 | 1 << topic as u32)
    }

    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub fn iter(self) -> impl Iterator<Item = Topic> {
        Topic::ALL.iter().copied().filter(move |topic| self.contains(*topic))
    }
}

impl FromIterator<Topic> for Topics {
    fn from_iter<I: IntoIterator<Item = Topic>>(topics: I) -> Self {
        topics.into_iter().fold(Self::NONE, Self::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_tells_what_was_put_in_and_nothing_else() {
        let set: Topics = [Topic::Wallet, Topic::Goals, Topic::Wallet].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [Topic::Wallet, Topic::Goals]);
        assert!(Topics::NONE.is_empty() && !set.is_empty());
        assert_eq!(Topics::all().iter().count(), Topic::ALL.len());
        assert_eq!(set.union(Topics::NONE.with(Topic::Sales)).iter().count(), 3);
    }

    #[test]
    fn a_topic_of_a_later_version_is_passed_over() {
        assert_eq!(Topics::from_bits(u32::MAX), Topics::all());
        assert_eq!(Topics::from_bits(Topics::NONE.with(Topic::Exports).bits()).iter().count(), 1);
    }
}
