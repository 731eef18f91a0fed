//! The price of a license of a kind for a beat, and why it may not be offered.

use super::kinds::Kind;
use crate::money::{Currency, Minor};
use crate::text::words::words;

words! {
    /// Whether a beat follows the price of the kind.
    Offer: "offer" {
        Default = "default",
        Own = "own",
        Off = "off",
    }
}

/// A price that is not the kind's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BeatPrice {
    Own(Minor, Currency),
    /// Licenses of the kind are not offered for this beat.
    Off,
}

/// The price of a license for people without an account, and whether it is offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AskingPrice {
    pub offer: Offer,
    /// `None` if the kind is turned off for this beat.
    pub price: Option<Minor>,
    pub currency: Currency,
    /// Why the license is not offered; `None` if it is.
    pub reason: Option<&'static str>,
}

pub const OFF_FOR_BEAT: &str = "Not offered for this beat";
pub const KIND_OFF: &str = "This kind is turned off";
pub const BEAT_SOLD: &str = "This beat is sold";
pub const NOT_READY: &str = "Its contract still needs values";

/// Computes the price of a kind for a beat. `is_complete`: every field of the kind's contract has a value. `is_sold`:
/// the beat was sold.
pub fn asking_price(
    kind: &Kind,
    own: Option<BeatPrice>,
    is_complete: bool,
    is_sold: bool,
) -> AskingPrice {
    let (offer, price, currency) = match own {
        None => (Offer::Default, Some(kind.price), kind.currency),
        Some(BeatPrice::Own(price, currency)) => (Offer::Own, Some(price), currency),
        Some(BeatPrice::Off) => (Offer::Off, None, kind.currency),
    };
    let reason = match () {
        () if is_sold => Some(BEAT_SOLD),
        () if !kind.is_enabled => Some(KIND_OFF),
        () if offer == Offer::Off => Some(OFF_FOR_BEAT),
        () if !is_complete => Some(NOT_READY),
        () => None,
    };
    AskingPrice { offer, price, currency, reason }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::licenses::kinds::defaults;

    // LIC-04
    #[test]
    fn lic_04_a_beat_costs_its_own_price_or_the_kinds() {
        let [kind, .., demo] = defaults("Maya Okafor");
        let own = BeatPrice::Own(Minor::new(4_000).unwrap(), Currency::Eur);
        let told = |kind: &Kind, own, is_complete, is_sold| {
            let AskingPrice { offer, price, reason, .. } =
                asking_price(kind, own, is_complete, is_sold);
            (offer, price.map(Minor::get), reason)
        };
        assert_eq!(told(&kind, None, true, false), (Offer::Default, Some(2_900), None));
        assert_eq!(told(&kind, Some(own), true, false), (Offer::Own, Some(4_000), None));
        assert_eq!(asking_price(&kind, Some(own), true, false).currency, Currency::Eur);
        let off = Some(BeatPrice::Off);
        assert_eq!(told(&kind, off, true, false), (Offer::Off, None, Some(OFF_FOR_BEAT)));
        assert_eq!(told(&kind, None, false, false).2, Some(NOT_READY));
        assert_eq!(told(&kind, Some(own), true, true).2, Some(BEAT_SOLD));
        assert_eq!(told(&demo, None, true, false).2, Some(KIND_OFF));
    }
}
