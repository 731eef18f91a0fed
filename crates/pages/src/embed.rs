//! The page `/embed/…`: the player of a share or a shop in a frame of another website. It has no forms, no cookies and
//! no storage.

use askama::Template;

use crate::frame::Sender;
use crate::share::Track;
use crate::text;

#[derive(Debug, Clone, Default, Template)]
#[template(path = "embed.html")]
pub struct EmbedPage {
    pub sender: Sender,
    /// The path below which the script requests tickets: `/embed/s/{token}` or `/embed/@{handle}`.
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
