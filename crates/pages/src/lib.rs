//! The pages that strangers see, without an account: shared beats, offers, deliveries and the shop. Each page is a
//! struct of values that are ready to show, and `render` writes its HTML. This crate does not read
//! the values, check access or send the page.
//!
//! Every page keeps the content security policy `default-src 'none'` with scripts, styles, pictures, media and
//! requests of its own host only: no inline style, no inline script, no `data:` picture. The script never assigns
//! HTML, so `require-trusted-types-for 'script'` can be on. Every page can be read, and every form sent, without the
//! script; only sound needs it.
//!
//! A form that comes too often is answered with `429` and [`TooMuchPage`], which has the same fields and sends them to
//! the same address.
//!
//! # Text
//!
//! Values are escaped by the templates. [`render`](SharePage::render) also takes out control characters and
//! characters that change the reading direction, in whichever field they came. `https` links become links only in the
//! owner's own words, with `rel="noopener nofollow ugc"`. A visitor's words are never searched for links.
//!
//! # Addresses
//!
//! Styles, script and pictures of the design: `GET /public/{name}` for each of [`assets()`], cached forever, because
//! a name holds the hash of its content.
//!
//! `path` of a page is its own address without a slash at the end, such as `/s/{token}`. Forms and script send
//! `application/x-www-form-urlencoded` by `POST`, always with `page_token`. A form without script is answered with
//! `303` to a page; the script sends `Accept: application/json` and is answered with JSON or `204`.
//!
//! | address | fields | answer to a form | answer to the script |
//! |---|---|---|---|
//! | `GET {path}?beat={id}` | | the page with that beat in the player | |
//! | `POST {path}/opened` | | | `204`. Sent once by the script of a share, which is how openings are counted |
//! | `POST {path}/tickets` | `beat` | | `200 {"url", "expires_in"}`: the address of the preview, and for how many seconds it is good |
//! | `POST {path}/heard` | `beat`, `from`, `to` | | `204`. Whole seconds of the preview that were heard without a break; at most 10 s apart, and when it stops |
//! | `POST {path}/hearts` | `beat`, `on` (`1` or `0`) | `303 {path}?beat={id}` | `204` |
//! | `POST {path}/notes` | `beat`, `text` | `303 {path}?beat={id}` | the script lets the browser send it |
//! | `POST {path}/asks` | `beat`, `kind`, `name`, `email`, `words` | `303 {path}?asked={id}#ask`; `422` with the page and `error`s in the fields | the same |
//! | `POST {path}/downloads` | `beat`, `file` | `303` to the file | the same |
//! | `POST {path}/password` | `password` | `303 {path}`; `401` or `429` with the [`PasswordPage`] | the same |
//!
//! Offers (`/o/{token}`), deliveries (`/d/{token}`) and the shop (`/@{handle}`) have `tickets` and `heard` too, where
//! they play something, and these forms:
//!
//! | address | fields | answer |
//! |---|---|---|
//! | `POST /o/{token}/opened` | | `204`. Sent once by the script, which is how the first viewing is known |
//! | `POST /o/{token}/accept` | `text_hash`, `legal_name`, `artist_name`, `address`, `country`, `email`, `is_read` = `1`, `at_once` = `1` | `303 /o/{token}`, then [`AcceptedPage`]; `409` with [`OfferPage::is_changed`]; `422` with errors |
//! | `POST /o/{token}/counter` | `price`, `reason` | `303 /o/{token}`, then [`Counter::Sent`]; `422` |
//! | `POST /o/{token}/decline` | | `303 /o/{token}`, then [`OfferClosedPage`] |
//! | `POST /o/{token}/code` | `code` | `303 /o/{token}`; `422` or `429` with the [`CodePage`] |
//! | `POST /o/{token}/code/new` | | `303` back |
//! | `POST /d/{token}/tickets` | `file`: an id, or `all` | `303` to the file |
//! | `POST /d/{token}/links` | | `303 /d/{token}` with `is_link_sent` |
//! | `GET /@{handle}` | `search`, `genre`, `tempo`, `key`, `sort`, `beat` | the page |
//! | `GET /@{handle}/get` | `beat`, `kind` | [`GetPage`] |
//! | `POST /@{handle}/get` | `beat`, `kind`, `name`, `email` | `303` to the [`CodePage`] of a new offer |
//! | `POST /@{handle}/messages` | `name`, `email`, `text` | `303 /@{handle}?sent=1#write`; `422` |
//!
//! The script asks for a new ticket when the old one is about to end, and once when the media answers with an error.
//! It loads the page anew on `401`, `404` and `410`, so that the visitor sees why, and shows a sentence on `429` and
//! on anything else.

mod assets;
mod contract;
mod countries;
mod delivery;
mod embed;
mod frame;
mod gates;
mod icons;
mod offer;
pub mod picture;
mod share;
mod shop;
pub mod sound;
pub mod text;

pub use assets::{Asset, asset, assets};
pub use contract::ContractText;
pub use delivery::{
    DeliveredFile, DeliveredLicense, DeliveryEnd, DeliveryEndedPage, DeliveryPage, FileState,
};
pub use embed::EmbedPage;
pub use frame::{Accent, Field, Frame, Sender};
pub use gates::{
    KeptField, NotFoundPage, OverPage, PasswordPage, PasswordProblem, RefusedPage, SentPage,
    StalePage, TooManyRequestsPage, TooMuchPage, TroublePage, UnsubscribePage,
};
pub use offer::{
    AT_ONCE, AcceptForm, AcceptedPage, Closed, CodePage, Counter, OfferClosedPage, OfferLine,
    OfferPage, Progress, Term, Way, WayToPay,
};
pub use picture::LinkPicture;
pub use share::{AskForm, Download, Kind, SentNote, SharePage, Track, TrackPrice};
pub use shop::{Choice, Filters, GetPage, MessageForm, Platform, ShopLicense, ShopPage, TermRow};
pub use sound::{Preview, Waveform};
