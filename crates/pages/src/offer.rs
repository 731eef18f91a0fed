//! The page `/o/{token}`: an offer to read and accept, and the pages after it: how to pay, or why the offer is closed.

use askama::Template;

use crate::contract::ContractText;
use crate::frame::{Field, Frame, Sender};
use crate::share::Track;
use crate::text;

#[derive(Debug, Clone, Default, Template)]
#[template(path = "offer.html")]
pub struct OfferPage {
    pub frame: Frame,
    pub sender: Sender,
    /// The page's own path: `/o/{token}`.
    pub path: String,
    pub page_token: String,
    /// The offer's reference: `OFR-0042`.
    pub reference: String,
    pub buyer: Option<String>,
    /// The sender's words, as typed.
    pub words: String,
    /// The end of the offer: `the end of Dec 1, 2026, New York time`.
    pub until: Option<String>,
    pub lines: Vec<OfferLine>,
    /// The total price: `$149.00`.
    pub total: String,
    /// Whether the offer is free of charge.
    pub is_free: bool,
    /// The names of the payment methods; their details follow after the acceptance.
    pub ways: Vec<Way>,
    /// One contract for each different text, all shown in full.
    pub contracts: Vec<ContractText>,
    /// The hash of the contract text that the acceptance confirms; with several contracts, a hash of all of them.
    pub text_hash: String,
    pub accept: AcceptForm,
    /// Whether the contract text changed between reading and accepting, so that this page shows the new text.
    pub is_changed: bool,
    /// Until when the beat is reserved for another buyer who has accepted an exclusive license: `Nov 19, 2026, 2:32 PM New York time`.
    pub reserved_until: Option<String>,
    pub counter: Counter,
}

#[derive(Debug, Clone, Default)]
pub struct OfferLine {
    pub beat: Track,
    /// The license kind: `Trackout Lease`.
    pub kind: String,
    /// The price: `$149.00`.
    pub price: String,
    pub terms: Vec<Term>,
}

#[derive(Debug, Clone, Default)]
pub struct Term {
    /// The name of the term: `Streams`.
    pub name: String,
    /// The value of the term: `500,000`; `None` if the license does not include it.
    pub value: Option<String>,
}

/// A payment method: `PayPal`, `Bank transfer`.
#[derive(Debug, Clone, Default)]
pub struct Way {
    pub label: String,
    pub is_bank: bool,
}

#[derive(Debug, Clone, Default)]
pub struct AcceptForm {
    pub legal_name: Field,
    pub artist_name: Field,
    /// The field for the address; `None` if the contract does not contain it.
    pub address: Option<Field>,
    pub country: Field,
    pub email: Field,
    /// The text of the second checkbox; empty for [`AT_ONCE`].
    pub at_once: String,
    /// The error of the checkboxes.
    pub boxes_error: Option<String>,
}

/// The default text of the second checkbox.
pub const AT_ONCE: &str =
    "I ask for delivery right after payment and know that my right to cancel ends with it.";

/// The state of the buyer's counter-offer.
#[derive(Debug, Clone, Default)]
pub enum Counter {
    /// This offer takes no counter-offer.
    #[default]
    Closed,
    Open {
        /// The currency: `USD`.
        currency: String,
        /// The lowest price that is considered: `$99.00`.
        lowest: Option<String>,
        price: Field,
        /// The two readings of a price that can be read in two ways, each as it is sent and as it is shown:
        /// `1250.00`, `$1,250.00`.
        readings: Vec<(String, String)>,
        reason: Field,
    },
    /// The price is shown as it was understood, before it is sent.
    Unconfirmed {
        /// `$1,250.00`
        told: String,
        /// `1250.00`
        price: String,
        reason: String,
    },
    Sent {
        /// The buyer's price: `$120.00`.
        price: String,
    },
}

impl OfferPage {
    pub fn render(&self) -> String {
        text::page(self)
    }

    /// The heading: `A Trackout Lease for Lagos After Rain`, or `3 licenses from Maya Okafor`.
    fn heading(&self) -> String {
        match self.lines.as_slice() {
            [line] => {
                let article = if line.kind.starts_with(['A', 'E', 'I', 'O', 'M']) {
                    // "An MP3 Lease" is said with a vowel, "a Monthly Lease" is not.
                    let is_spelled = line.kind.chars().nth(1).is_some_and(|c| !c.is_lowercase());
                    if line.kind.starts_with('M') && !is_spelled { "A" } else { "An" }
                } else {
                    "A"
                };
                format!("{article} {} for {}", line.kind, line.beat.title)
            }
            lines => format!("{} licenses from {}", lines.len(), self.sender.name),
        }
    }

    /// The contracts in a sentence: `the Trackout Lease Agreement`, or `the 2 contracts above`.
    fn contract_names(&self) -> String {
        match self.contracts.as_slice() {
            [contract] => format!("the {}", contract.title),
            contracts => format!("all {} contracts above", contracts.len()),
        }
    }

    fn has_gaps(&self) -> bool {
        self.contracts.iter().any(ContractText::has_gaps)
    }

    fn at_once(&self) -> &str {
        if self.accept.at_once.is_empty() { AT_ONCE } else { &self.accept.at_once }
    }

    fn title(&self) -> String {
        format!("Offer {}", self.reference)
    }
}

/// The page at the offer's address after the offer was accepted.
#[derive(Debug, Clone, Default, Template)]
#[template(path = "accepted.html")]
pub struct AcceptedPage {
    pub frame: Frame,
    pub sender: Sender,
    /// The offer's reference: `OFR-0042`.
    pub reference: String,
    /// The buyer's name: `Ade`.
    pub buyer: String,
    /// The buyer's email, where the copy went.
    pub email: String,
    /// The time of the acceptance: `Nov 17, 2026, 14:32 UTC`.
    pub accepted: String,
    /// The total price: `$149.00`.
    pub total: String,
    pub progress: Progress,
    pub ways: Vec<WayToPay>,
    /// The files of the license: `MP3, WAV and stems`.
    pub files: String,
    pub contracts: Vec<ContractText>,
    /// The beat whose cover is shown.
    pub beat: Track,
    /// The address of the delivery; `None` until it exists.
    pub delivery: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Progress {
    #[default]
    Unpaid,
    /// A bank debit was begun and has not ended yet.
    OnItsWay,
    Paid,
    Delivered,
    /// The offer was free of charge.
    Free,
}

/// A payment method with its details.
#[derive(Debug, Clone)]
pub enum WayToPay {
    /// A link to a payment service whose host the caller has checked against its list. An address that is not `https`
    /// is shown as text.
    Link { label: String, host: String, address: String },
    /// Rows of a label and a value: `Account number`, `0048 2217 91`.
    Details { label: String, rows: Vec<(String, String)> },
    /// The producer's own words.
    Words { label: String, words: String },
}

impl AcceptedPage {
    pub fn render(&self) -> String {
        text::page(self)
    }

    fn is_unpaid(&self) -> bool {
        self.progress == Progress::Unpaid
    }

    fn is_link(address: &str) -> bool {
        address.starts_with("https://")
    }

    /// The label of the button to a payment service.
    fn pay_words(host: &str, total: &str) -> String {
        match host {
            "buy.stripe.com" => format!("Pay {total} by card"),
            "paypal.me" | "www.paypal.me" | "www.paypal.com" => format!("Pay {total} with PayPal"),
            host => format!("Pay {total} at {host}"),
        }
    }
}

/// The page of an offer that cannot be accepted anymore. Sent with status `410`, except for `Replaced`.
#[derive(Debug, Clone, Default, Template)]
#[template(path = "offer-closed.html")]
pub struct OfferClosedPage {
    pub frame: Frame,
    pub sender: Sender,
    /// The offer's reference: `OFR-0042`.
    pub reference: String,
    pub reason: Closed,
}

#[derive(Debug, Clone, Default)]
pub enum Closed {
    #[default]
    Withdrawn,
    Expired,
    /// The buyer has declined the offer.
    Declined,
    /// The beat was sold exclusively.
    Sold,
    /// A newer revision exists. It has an address only if this visitor may open it.
    Replaced {
        address: Option<String>,
    },
}

impl OfferClosedPage {
    pub fn render(&self) -> String {
        text::page(self)
    }

    fn heading(&self) -> &'static str {
        match self.reason {
            Closed::Withdrawn => "This offer was taken back",
            Closed::Expired => "This offer has expired",
            Closed::Declined => "You declined this offer",
            Closed::Sold => "This beat was sold",
            Closed::Replaced { .. } => "This offer was replaced",
        }
    }

    fn words(&self) -> String {
        let name = &self.sender.short_name;
        match self.reason {
            Closed::Withdrawn | Closed::Expired => {
                format!("Ask {name} if you still want the license.")
            }
            Closed::Declined => {
                format!("Nothing was agreed. Write to {name} if you change your mind.")
            }
            Closed::Sold => {
                "Somebody bought the exclusive rights, so it is not licensed anymore.".to_owned()
            }
            Closed::Replaced { .. } => {
                format!("{name} changed it after you opened it. Only the newest one counts.")
            }
        }
    }
}

/// The form for a six-digit code that was sent to the buyer's email address. It comes before an offer that the buyer
/// requested in the shop.
#[derive(Debug, Clone, Default, Template)]
#[template(path = "code.html")]
pub struct CodePage {
    pub frame: Frame,
    pub sender: Sender,
    pub path: String,
    pub page_token: String,
    pub email: String,
    /// For how many minutes the code is valid.
    pub minutes: u32,
    pub code: Field,
    /// Whether a new code was just sent.
    pub is_resent: bool,
    /// Whether no attempt is left, so that the buyer needs a new code.
    pub is_spent: bool,
}

impl CodePage {
    pub fn render(&self) -> String {
        text::page(self)
    }
}
