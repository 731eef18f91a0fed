//! The public page of a producer: its handle, what it shows, and who may put it into a page of their own.

pub mod stripe;

use std::time::Duration;

use crate::error::Invalid;
use crate::ids::{DocumentId, MessageAnswerId, OfferId, ShopMessageId};
use crate::text::plain;
use crate::text::words::words;
use crate::time::Timestamp;

/// How long a handle that was given up redirects to the new one and cannot be taken by others.
pub const KEPT_FOR: Duration = Duration::from_secs(90 * 24 * 60 * 60);
/// How long after the last request a producer counts as online.
pub const ONLINE_FOR: Duration = Duration::from_secs(5 * 60);
/// The largest number of beats that one request makes public.
pub const MOST_AT_ONCE: usize = 1_000;

const SHORTEST: usize = 3;
const LONGEST: usize = 30;
const LONGEST_WORDS: usize = 1_000;
const MOST_HOSTS: usize = 20;
const LONGEST_ANSWER: usize = 2_000;

/// Words that are no handles, because they could be taken for the operator, for a payment service or for a URL of the
/// program.
const RESERVED: &[&str] = &[
    "about",
    "abuse",
    "account",
    "accounts",
    "admin",
    "administrator",
    "all",
    "api",
    "app",
    "apps",
    "assets",
    "auth",
    "beat",
    "beats",
    "billing",
    "blog",
    "contact",
    "dashboard",
    "delivery",
    "docs",
    "download",
    "embed",
    "help",
    "home",
    "hooks",
    "info",
    "ledgerline",
    "legal",
    "license",
    "licenses",
    "login",
    "logout",
    "mail",
    "me",
    "media",
    "messages",
    "moderator",
    "news",
    "null",
    "offer",
    "offers",
    "official",
    "operator",
    "owner",
    "pages",
    "pay",
    "payment",
    "payments",
    "paypal",
    "postmaster",
    "privacy",
    "public",
    "report",
    "robots",
    "root",
    "sales",
    "security",
    "settings",
    "share",
    "shares",
    "shop",
    "shops",
    "sign-in",
    "sign-up",
    "signin",
    "signup",
    "sitemap",
    "staff",
    "static",
    "status",
    "stripe",
    "support",
    "system",
    "team",
    "terms",
    "test",
    "undefined",
    "webhook",
    "webhooks",
    "webmaster",
    "www",
];

words! {
    /// How the public page shows beats that were sold.
    ShowSold: "show_sold" { Hide = "hide", Struck = "struck" }
}

words! {
    /// Why people without an account do not see the page.
    Reason: "reason" {
        Operator = "operator",
        Visibility = "visibility",
        Off = "off",
        Handle = "handle",
    }
}

/// The name of a public page in its address.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Handle(String);

impl Handle {
    /// A handle as a person types it: with `@` or without, in any letter case.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let text = text.trim().trim_start_matches('@').to_ascii_lowercase();
        let refused = |message: &str| Err(Invalid::new("handle", message));
        if !(SHORTEST..=LONGEST).contains(&text.chars().count()) {
            return refused("A handle has 3 to 30 characters");
        }
        if !text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-') {
            return refused("A handle has letters a to z, digits and hyphens");
        }
        if text.starts_with('-') || text.ends_with('-') {
            return refused("A handle begins and ends with a letter or a digit");
        }
        if RESERVED.contains(&text.as_str()) {
            return refused("This handle is reserved");
        }
        Ok(Self(text))
    }

    /// A handle in an address, where only its own spelling counts.
    pub fn find(text: &str) -> Option<Self> {
        Self::parse(text).ok().filter(|handle| handle.0 == text)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

pub fn handle_taken() -> Invalid {
    Invalid::new("handle", "This handle is taken")
}

pub fn words_of(text: &str) -> Result<String, Invalid> {
    plain::check_length("words", plain::lines(text), LONGEST_WORDS)
}

/// Hosts whose pages may show the embedded player, each once.
pub fn embed_hosts(sent: &[String]) -> Result<Vec<String>, Invalid> {
    let mut hosts: Vec<String> = Vec::new();
    for text in sent {
        let host = host(text)?;
        if !hosts.contains(&host) {
            hosts.push(host);
        }
    }
    if hosts.len() > MOST_HOSTS {
        return Err(Invalid::new("embed_hosts", "There can be at most 20 hosts"));
    }
    Ok(hosts)
}

/// A host name, with a port if it has one. `https://` before it and an address after it are taken off.
fn host(text: &str) -> Result<String, Invalid> {
    let text = text.trim().to_ascii_lowercase();
    let bare = text.strip_prefix("https://").unwrap_or(&text);
    let bare = bare.split('/').next().unwrap_or_default();
    let (name, port) = bare.split_once(':').map_or((bare, None), |(name, port)| (name, Some(port)));
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
    };
    let is_host = name.len() <= 253 && name.contains('.') && name.split('.').all(is_label);
    let is_port = port.is_none_or(|port| port.parse::<u16>().is_ok_and(|port| port > 0));
    if is_host && is_port {
        return Ok(bare.to_owned());
    }
    Err(Invalid::new("embed_hosts", "Enter a host such as www.example.com"))
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shop {
    pub handle: Option<Handle>,
    pub is_on: bool,
    /// The text about the producer, as typed.
    pub words: String,
    pub show_sold: ShowSold,
    pub show_email: bool,
    pub show_phone: bool,
    pub show_place: bool,
    pub show_platforms: bool,
    pub embed_hosts: Vec<String>,
    /// Since when the operator hides the page; `None` if it is not hidden.
    pub hidden_at: Option<Timestamp>,
}

impl Default for Shop {
    fn default() -> Self {
        Self {
            handle: None,
            is_on: false,
            words: String::new(),
            show_sold: ShowSold::Hide,
            show_email: false,
            show_phone: false,
            show_place: false,
            show_platforms: true,
            embed_hosts: Vec::new(),
            hidden_at: None,
        }
    }
}

/// A message that a visitor wrote at the public page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewMessage {
    pub id: ShopMessageId,
    pub name: String,
    pub email: String,
    pub text: String,
    pub created_at: Timestamp,
}

words! {
    /// Where a message was written.
    MessageSource: "source" { Shop = "shop", Share = "share" }
}

/// A message to a producer, from the public page or from a share's link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thread {
    /// The id of a message of the public page, or of a share's message as the same type.
    pub id: ShopMessageId,
    pub source: MessageSource,
    /// `message`, or the kind of a share's message: `note` or `ask`.
    pub kind: String,
    pub beat: Option<DocumentId>,
    /// The beat's title when it was written; empty if it was about none.
    pub title: String,
    /// The requested license kind; empty if none was requested.
    pub license_kind: String,
    pub name: String,
    pub email: String,
    pub text: String,
    pub created_at: Timestamp,
    /// The offer that the producer made from a question for a license.
    pub offer: Option<OfferId>,
}

/// A producer's answer to a message, sent by mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    pub id: MessageAnswerId,
    pub text: String,
    pub created_at: Timestamp,
}

pub fn answer_text(text: &str) -> Result<String, Invalid> {
    let text = plain::check_length("text", plain::lines(text), LONGEST_ANSWER)?;
    if text.is_empty() { Err(Invalid::new("text", "Please write something")) } else { Ok(text) }
}

/// The tempo ranges of the filter: the value in the URL, the label, and the lowest and highest tempo.
pub const TEMPOS: [(&str, &str, f64, f64); 5] = [
    ("60-89", "60–89 BPM", 60.0, 89.99),
    ("90-109", "90–109 BPM", 90.0, 109.99),
    ("110-129", "110–129 BPM", 110.0, 129.99),
    ("130-149", "130–149 BPM", 130.0, 149.99),
    ("150-400", "150 BPM and more", 150.0, 400.0),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shop_01_a_handle_has_3_to_30_letters_digits_and_hyphens() {
        for (typed, handle) in
            [("maya", "maya"), (" @Maya-Okafor ", "maya-okafor"), ("808", "808"), ("a-1", "a-1")]
        {
            assert_eq!(Handle::parse(typed).unwrap().as_str(), handle);
        }
        let long = "x".repeat(31);
        let refused = [
            "",
            "ma",
            &long,
            "ma ya",
            "ma_ya",
            "maýa",
            "-maya",
            "maya-",
            "admin",
            "API",
            "support",
            "a/b",
            "a.b",
            "maya\u{202e}",
            "ｍaya",
        ];
        for text in refused {
            assert!(Handle::parse(text).is_err(), "{text}");
        }
        assert!(Handle::find("maya").is_some());
        assert!(Handle::find("Maya").is_none() && Handle::find("@maya").is_none());
    }

    #[test]
    fn shop_05_a_host_is_a_name_and_nothing_that_ends_a_header() {
        let sent = ["https://Blog.Example.com/post?x=1", "blog.example.com", "b.example:8443"];
        let hosts = embed_hosts(&sent.map(str::to_owned)).unwrap();
        assert_eq!(hosts, ["blog.example.com", "b.example:8443"]);
        for text in [
            "*",
            "*.example.com",
            "example",
            "http://example.com",
            "a.example; script-src *",
            "a.example b.example",
            "'self'",
            "a.example:0",
            "a.example:x",
            "",
            "a..example",
            "a.example\r\nX: 1",
        ] {
            assert!(embed_hosts(&[text.to_owned()]).is_err(), "{text}");
        }
        let many: Vec<String> = (0..21).map(|number| format!("h{number}.example")).collect();
        assert!(embed_hosts(&many).is_err() && embed_hosts(&many[..20]).is_ok());
    }
}
