//! The page `/d/{token}`: the files of a license, its contract and its receipt.

use askama::Template;

use crate::frame::{Frame, Sender};
use crate::share::Track;
use crate::text;

/// As many covers as titles.
const MOST_COVERS: usize = 3;

#[derive(Debug, Clone, Default, Template)]
#[template(path = "delivery.html")]
pub struct DeliveryPage {
    pub frame: Frame,
    pub sender: Sender,
    /// The page's own path: `/d/{token}`.
    pub path: String,
    pub page_token: String,
    pub buyer: String,
    /// The titles of the beats: `Lagos After Rain and Glass Garden`.
    pub title: String,
    /// The licenses, each with its beat and its files.
    pub licenses: Vec<DeliveredLicense>,
    /// When the licenses were paid: `paid Nov 17, 2026`.
    pub settled: String,
    pub papers: Vec<DeliveredFile>,
    /// The total size of the files: `56.4 MB`. `None` if there is no download of all files at once.
    pub whole_size: Option<String>,
    pub days_left: u32,
    pub days_whole: u32,
    /// The last day of the page: `Feb 15, 2027`.
    pub until: String,
    /// The masked email address for a new link: `a•••@balogun.music`; empty if no new link can be sent.
    pub masked_email: String,
    /// Whether a new link was just sent to this address.
    pub is_link_sent: bool,
}

#[derive(Debug, Clone, Default)]
pub struct DeliveredLicense {
    pub beat: Track,
    /// The license kind: `Trackout Lease`.
    pub kind: String,
    /// The license's reference: `LIC-0033`.
    pub reference: String,
    pub files: Vec<DeliveredFile>,
}

#[derive(Debug, Clone, Default)]
pub struct DeliveredFile {
    /// The id of the file in the form.
    pub id: String,
    /// The file name: `Maya Okafor - Lagos After Rain (WAV).wav`.
    pub name: String,
    /// The file's name in the label of the button: `the WAV`.
    pub label: String,
    /// The line below the name: `48.2 MB · as accepted Nov 17, 2026`.
    pub facts: String,
    /// SHA-256 of the file, in hexadecimal digits.
    pub hash: String,
    pub state: FileState,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FileState {
    #[default]
    Ready,
    /// The file is not ready yet.
    Prepared,
    /// The file has no downloads left.
    Spent,
}

impl DeliveryPage {
    pub fn render(&self) -> String {
        text::page(self)
    }

    /// How many covers are shown.
    fn covers(&self) -> &[DeliveredLicense] {
        &self.licenses[..self.licenses.len().min(MOST_COVERS)]
    }

    /// The part of the delivery's days that has passed, in percent.
    fn percent_passed(&self) -> String {
        let whole = self.days_whole.max(1);
        let passed = whole.saturating_sub(self.days_left);
        format!("{:.1}", f64::from(passed) * 100.0 / f64::from(whole))
    }
}

/// The page of a delivery that has expired or whose license has ended. Sent with status `410`.
#[derive(Debug, Clone, Default, Template)]
#[template(path = "delivery-ended.html")]
pub struct DeliveryEndedPage {
    pub path: String,
    pub page_token: String,
    pub reason: DeliveryEnd,
}

#[derive(Debug, Clone, Default)]
pub enum DeliveryEnd {
    /// The delivery has expired but the license is active, so a new link can be requested.
    Days { masked_email: String, is_link_sent: bool },
    #[default]
    License,
}

impl DeliveryEndedPage {
    pub fn render(&self) -> String {
        text::page(self)
    }
}
