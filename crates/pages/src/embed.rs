//! `/embed/…`: a share or a shop inside a page of somebody else. It plays; it has no forms, no cookies and no storage.

use askama::Template;

use crate::frame::Sender;
use crate::share::Track;
use crate::text;

#[derive(Debug, Clone, Default, Template)]
#[template(path = "embed.html")]
pub struct EmbedPage {
    pub sender: Sender,
    /// The path that tickets are asked at: `/embed/s/{token}` or `/embed/@{handle}`.
    pub path: String,
    pub page_token: String,
    pub title: String,
    pub tracks: Vec<Track>,
    /// The whole address of the page itself, which opens in a window of its own.
    pub url: String,
}

impl EmbedPage {
    pub fn render(&self) -> String {
        text::page(self)
    }
}
