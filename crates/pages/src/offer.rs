//! `/o/{token}`: an offer to read and accept, and what follows: how to pay, or why it is closed.

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
    /// `/o/{token}`
    pub path: String,
    pub page_token: String,
    /// `OFR-0042`
    pub reference: String,
    pub buyer: Option<String>,
    /// The sender's words, as typed.
    pub words: String,
    /// `Dec 1, 2026`
    pub until: Option<String>,
    pub lines: Vec<OfferLine>,
    /// `$149.00`
    pub total: String,
    /// Nothing is to be paid.
    pub is_free: bool,
    /// How it can be paid, in short; the details come after the acceptance.
    pub ways: Vec<Way>,
    /// One contract for each different text, all shown in full.
    pub contracts: Vec<ContractText>,
    /// The hash that the acceptance names: of everything shown, if there are several contracts.
    pub text_hash: String,
    pub accept: AcceptForm,
    /// The text changed between reading and accepting, and this is the new one.
    pub is_changed: bool,
    /// An exclusive license that another buyer has accepted: until when, `Nov 19, 14:32 UTC`.
    pub reserved_until: Option<String>,
    pub counter: Counter,
}

#[derive(Debug, Clone, Default)]
pub struct OfferLine {
    pub beat: Track,
    /// `Trackout Lease`
    pub kind: String,
    /// `$149.00`
    pub price: String,
    pub terms: Vec<Term>,
}

#[derive(Debug, Clone, Default)]
pub struct Term {
    /// `Streams`
    pub name: String,
    /// `500,000`; without one, it is not included.
    pub value: Option<String>,
}

/// A way to pay: `PayPal`, `Bank transfer`.
#[derive(Debug, Clone, Default)]
pub struct Way {
    pub label: String,
    pub is_bank: bool,
}

#[derive(Debug, Clone, Default)]
pub struct AcceptForm {
    pub legal_name: Field,
    pub artist_name: Field,
    /// Only asked for if the contract names it.
    pub address: Option<Field>,
    pub country: Field,
    pub countries: Vec<Country>,
    pub email: Field,
    /// The words of the second box; empty for [`AT_ONCE`].
    pub at_once: String,
    /// What is wrong with the boxes.
    pub boxes_error: Option<String>,
}

#[derive(Debug, Clone, Default)]
pub struct Country {
    /// What is sent: `GB`.
    pub code: String,
    pub name: String,
}

/// The words of the second box where no other are needed.
pub const AT_ONCE: &str =
    "I ask for delivery right after payment and know that my right to cancel ends with it.";

/// The buyer's own price.
#[derive(Debug, Clone, Default)]
pub enum Counter {
    /// Not for this offer.
    #[default]
    Closed,
    Open {
        /// `USD`
        currency: String,
        /// The lowest price that is considered: `$99.00`.
        lowest: Option<String>,
        price: Field,
        reason: Field,
    },
    Sent {
        /// `$120.00`
        price: String,
    },
}

impl OfferPage {
    pub fn render(&self) -> String {
        text::page(self)
    }

    /// `A Trackout Lease for Lagos After Rain`, or `3 licenses from Maya Okafor`.
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

    /// `the Trackout Lease Agreement`, or `the 2 contracts above`.
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

/// Shown at the same address once the offer is accepted.
#[derive(Debug, Clone, Default, Template)]
#[template(path = "accepted.html")]
pub struct AcceptedPage {
    pub frame: Frame,
    pub sender: Sender,
    /// `OFR-0042`
    pub reference: String,
    /// How the page speaks to the buyer: `Ade`.
    pub buyer: String,
    /// The buyer's email, where the copy went.
    pub email: String,
    /// `Nov 17, 2026, 14:32 UTC`
    pub accepted: String,
    /// `$149.00`
    pub total: String,
    pub progress: Progress,
    pub ways: Vec<WayToPay>,
    /// `MP3, WAV and stems`
    pub files: String,
    pub contracts: Vec<ContractText>,
    /// The beat whose cover is shown.
    pub beat: Track,
    /// Where the files are, once there are any.
    pub delivery: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Progress {
    #[default]
    Unpaid,
    Paid,
    Delivered,
    /// Nothing was to be paid.
    Free,
}

/// A way to pay in full.
#[derive(Debug, Clone)]
pub enum WayToPay {
    /// Leads to another host, which the caller has found on its list. An address that is not `https` is not a link.
    Link { label: String, host: String, address: String },
    /// `Account number`, `0048 2217 91`
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
}

/// An offer that cannot be accepted anymore. For `410`, but for `Replaced`.
#[derive(Debug, Clone, Default, Template)]
#[template(path = "offer-closed.html")]
pub struct OfferClosedPage {
    pub frame: Frame,
    pub sender: Sender,
    /// `OFR-0042`
    pub reference: String,
    pub reason: Closed,
}

#[derive(Debug, Clone, Default)]
pub enum Closed {
    #[default]
    Withdrawn,
    Expired,
    /// By the buyer.
    Declined,
    /// The beat was sold exclusively.
    Sold,
    /// A newer revision exists; its address, if this visitor may have it.
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

/// A six-digit code that went to the buyer's email, before an offer from the shop is shown.
#[derive(Debug, Clone, Default, Template)]
#[template(path = "code.html")]
pub struct CodePage {
    pub frame: Frame,
    pub sender: Sender,
    pub path: String,
    pub page_token: String,
    pub email: String,
    /// For how long the code is good.
    pub minutes: u32,
    pub code: Field,
    /// A new code was just sent.
    pub is_resent: bool,
    /// No try is left, so only a new code helps.
    pub is_spent: bool,
}

impl CodePage {
    pub fn render(&self) -> String {
        text::page(self)
    }
}
