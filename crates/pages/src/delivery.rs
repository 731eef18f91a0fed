//! `/d/{token}`: the files of a license, and its papers.

use askama::Template;

use crate::frame::{Frame, Sender};
use crate::share::Track;
use crate::text;

#[derive(Debug, Clone, Default, Template)]
#[template(path = "delivery.html")]
pub struct DeliveryPage {
    pub frame: Frame,
    pub sender: Sender,
    /// `/d/{token}`
    pub path: String,
    pub page_token: String,
    pub buyer: String,
    /// The beat whose cover is shown. Its title is the title of the page.
    pub beat: Track,
    /// `Trackout Lease`
    pub kind: String,
    /// `LIC-0033`
    pub reference: String,
    /// `paid Nov 17, 2026`
    pub settled: String,
    pub files: Vec<DeliveredFile>,
    pub papers: Vec<DeliveredFile>,
    /// The size of everything that is there: `56.4 MB`. Without one, there is no download of all.
    pub whole_size: Option<String>,
    pub days_left: u32,
    pub days_whole: u32,
    /// `Feb 15, 2027`
    pub until: String,
    /// `a•••@balogun.music`; empty if no new link can be sent.
    pub masked_email: String,
    /// A new link was just sent there.
    pub is_link_sent: bool,
}

#[derive(Debug, Clone, Default)]
pub struct DeliveredFile {
    /// How the form names it.
    pub id: String,
    /// `Maya Okafor - Lagos After Rain (WAV).wav`
    pub name: String,
    /// For the name of the button: `the WAV`.
    pub label: String,
    /// `48.2 MB · as accepted Nov 17, 2026`
    pub facts: String,
    /// SHA-256, in hexadecimal letters.
    pub hash: String,
    pub state: FileState,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FileState {
    #[default]
    Ready,
    /// Not there yet.
    Prepared,
    /// Downloaded as often as it may be.
    Spent,
}

impl DeliveryPage {
    pub fn render(&self) -> String {
        text::page(self)
    }

    /// How much of the time is over, in percent.
    fn percent_passed(&self) -> String {
        let whole = self.days_whole.max(1);
        let passed = whole.saturating_sub(self.days_left);
        format!("{:.1}", f64::from(passed) * 100.0 / f64::from(whole))
    }
}

/// A delivery whose days are over, or whose license has ended. For `410`.
#[derive(Debug, Clone, Default, Template)]
#[template(path = "delivery-ended.html")]
pub struct DeliveryEndedPage {
    pub path: String,
    pub page_token: String,
    pub reason: DeliveryEnd,
}

#[derive(Debug, Clone, Default)]
pub enum DeliveryEnd {
    /// The license lives on, and a new link can be asked for.
    Days { masked_email: String, is_link_sent: bool },
    #[default]
    License,
}

impl DeliveryEndedPage {
    pub fn render(&self) -> String {
        text::page(self)
    }
}
