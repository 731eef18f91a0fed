//! What a payment service reports about money: a payment, a bank debit on its way, a refund, a dispute. A report is kept
//! until it is booked, or until its producer has said what became of it.

use crate::ids::{OfferId, SaleId};
use crate::money::{Currency, Minor, display};
use crate::offers::{Offer, State as OfferState};
use crate::text::words::words;
use crate::time::Timestamp;

words! {
    /// What is reported.
    Kind: "kind" {
        Paid = "paid",
        /// A bank debit that was begun. Another report says how it ended.
        OnItsWay = "on_its_way",
        DebitFailed = "debit_failed",
        Refunded = "refunded",
        Disputed = "disputed",
        DisputeWon = "dispute_won",
        DisputeLost = "dispute_lost",
        /// An event of the service's test mode: no money has moved.
        Test = "test",
        /// An event that was received by a version that kept no more of it than its id.
        Earlier = "earlier",
    }
}

words! {
    State: "state" {
        /// A job is to handle it.
        Waiting = "waiting",
        /// There is a sale for it.
        Booked = "booked",
        /// The producer has to look at it.
        Attention = "attention",
        /// The producer has said what became of it.
        Closed = "closed",
        /// It needs nothing.
        Noted = "noted",
    }
}

words! {
    /// Why the producer has to look at a report.
    Reason: "reason" {
        WrongAmount = "wrong_amount",
        WrongCurrency = "wrong_currency",
        PaidTwice = "paid_twice",
        SameReference = "same_reference",
        NotOpen = "not_open",
        Reserved = "reserved",
        Sold = "sold",
        Deleted = "deleted",
        Incomplete = "incomplete",
        UnknownOffer = "unknown_offer",
        Unreadable = "unreadable",
        Refunded = "refunded",
        PartlyRefunded = "partly_refunded",
        Disputed = "disputed",
        DisputeLost = "dispute_lost",
        /// Booking failed again and again.
        Failed = "failed",
    }
}

words! {
    /// How a producer closes a report.
    Ending: "result" { GivenBack = "given_back", Dismissed = "dismissed" }
}

impl Reason {
    /// What happened, and what the producer can do. `amount` is in words, such as `$149.00`.
    pub fn sentence(self, amount: &str) -> String {
        match self {
            Self::WrongAmount => {
                format!(
                    "{amount} came in, which isn't the price. Give it back, or agree on a new price."
                )
            }
            Self::WrongCurrency => {
                format!("{amount} came in, in another currency. Give it back.")
            }
            Self::PaidTwice => {
                format!("{amount} came in again. It was paid already: give it back.")
            }
            Self::SameReference => {
                format!("{amount} came in with a reference that is recorded for another offer.")
            }
            Self::NotOpen => {
                format!(
                    "{amount} came in, but the offer isn't open. Give it back, or send a new offer."
                )
            }
            Self::Reserved => {
                format!(
                    "{amount} came in, but the beat is reserved for somebody else. Give it back, or try again later."
                )
            }
            Self::Sold => {
                format!("{amount} came in, but the beat was sold to somebody else. Give it back.")
            }
            Self::Deleted => {
                format!(
                    "{amount} came in for a beat that was deleted. Give it back, or send a new offer."
                )
            }
            Self::Incomplete => {
                format!(
                    "{amount} came in, but the contract needs values first. Enter them, then try again."
                )
            }
            Self::UnknownOffer => format!("{amount} came in and names none of your offers."),
            Self::Unreadable => {
                "A payment was reported that couldn't be read. Look at it where it came from."
                    .to_owned()
            }
            Self::Refunded => {
                format!(
                    "{amount} was refunded at the payment service. Refund the sale here too, so that its licenses end."
                )
            }
            Self::PartlyRefunded => {
                format!(
                    "{amount} was refunded in part at the payment service. The licenses stay in force."
                )
            }
            Self::Disputed => {
                format!("The buyer disputes {amount}. Answer at the payment service.")
            }
            Self::DisputeLost => {
                format!(
                    "The dispute about {amount} is lost. Refund the sale here too, so that its licenses end."
                )
            }
            Self::Failed => format!("{amount} came in and couldn't be booked. Try again."),
        }
    }

    /// Whether booking the payment again can succeed, once the producer has removed what was in the way.
    pub const fn can_be_tried_again(self) -> bool {
        matches!(
            self,
            Self::NotOpen
                | Self::Reserved
                | Self::Sold
                | Self::Incomplete
                | Self::Failed
                | Self::WrongAmount
                | Self::WrongCurrency
        )
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The id of the service's event.
    pub event: String,
    pub kind: Kind,
    /// When it happened, as the service says.
    pub created_at: Timestamp,
    pub received_at: Timestamp,
    pub offer: Option<OfferId>,
    /// In the smallest unit of the currency.
    pub amount: Option<i64>,
    /// The code in capital letters; it may be one that no offer has.
    pub currency: Option<String>,
    /// The service's id of the payment.
    pub reference: Option<String>,
    /// The email address that the payer gave the service.
    pub payer: Option<String>,
    pub state: State,
    pub reason: Option<Reason>,
    /// What the producer wrote when closing it, or what stood in the way of booking it.
    pub note: String,
    pub sale: Option<SaleId>,
    pub changed_at: Timestamp,
}

impl Report {
    /// The amount and its currency, if offers can have that currency.
    pub fn money(&self) -> Option<(Minor, Currency)> {
        Some((Minor::new(self.amount?)?, Currency::find(self.currency.as_deref()?)?))
    }

    /// The amount in words; one in an unknown currency is shown in its smallest unit, with its code.
    pub fn amount_in_words(&self) -> String {
        match (self.money(), self.amount, &self.currency) {
            (Some((amount, currency)), ..) => display(amount.get(), currency),
            (None, Some(amount), Some(code)) => format!("{amount} {code}"),
            _ => "A payment".to_owned(),
        }
    }

    pub fn sentence(&self) -> Option<String> {
        self.reason.map(|reason| reason.sentence(&self.amount_in_words()))
    }

    /// What is to be done with a reported payment of this offer.
    pub fn decide(&self, offer: &Offer) -> Decision {
        let is_same = self.reference.is_some() && self.reference == offer.payment.reference;
        let is_exact = self.money() == Some((offer.total, offer.currency));
        let is_paid = offer.paid_at.is_some();
        if is_paid && is_same {
            return Decision::BookedBefore;
        }
        if is_paid && is_exact && offer.payment.reference.is_none() {
            return Decision::Attach;
        }
        if is_paid {
            return Decision::Refuse(Reason::PaidTwice);
        }
        if offer.stored_state != OfferState::Accepted {
            let reason = if offer.is_sold_elsewhere { Reason::Sold } else { Reason::NotOpen };
            return Decision::Refuse(reason);
        }
        match self.money() {
            None if self.amount.is_none() || self.currency.is_none() => {
                Decision::Refuse(Reason::Unreadable)
            }
            None => Decision::Refuse(Reason::WrongCurrency),
            Some((_, currency)) if currency != offer.currency => {
                Decision::Refuse(Reason::WrongCurrency)
            }
            Some((amount, _)) if amount != offer.total => Decision::Refuse(Reason::WrongAmount),
            Some(_) => Decision::Book,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    Book,
    /// The offer was marked as paid by hand, without a reference: this is that payment.
    Attach,
    /// Another report of the same payment was booked.
    BookedBefore,
    Refuse(Reason),
}

#[cfg(test)]
mod tests {
    use super::*;

    // HOLD-02
    #[test]
    fn hold_02_every_reason_has_a_sentence_with_the_amount() {
        for reason in Reason::ALL {
            let sentence = reason.sentence("$149.00");
            assert!(sentence.contains("$149.00") || *reason == Reason::Unreadable, "{sentence}");
            assert!(sentence.ends_with('.'));
        }
    }

    // HOLD-02
    #[test]
    fn hold_02_an_unknown_currency_is_told_by_its_code() {
        let report = Report {
            event: "evt_1".to_owned(),
            kind: Kind::Paid,
            created_at: Timestamp::from_millis(0),
            received_at: Timestamp::from_millis(0),
            offer: None,
            amount: Some(14_900),
            currency: Some("JPY".to_owned()),
            reference: None,
            payer: None,
            state: State::Waiting,
            reason: None,
            note: String::new(),
            sale: None,
            changed_at: Timestamp::from_millis(0),
        };
        assert_eq!(report.amount_in_words(), "14900 JPY");
        assert_eq!(report.money(), None);
        let dollars = Report { currency: Some("USD".to_owned()), ..report };
        assert_eq!(dollars.amount_in_words(), "$149.00");
    }
}
