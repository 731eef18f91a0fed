//! Users: name, e-mail address, role and profile.

use crate::error::Invalid;
use crate::ids::UserId;
use crate::time::Timestamp;

/// An e-mail address as typed, with the normalized key that is unique and used for look-ups.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Email {
    text: String,
    key: String,
}

impl Email {
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let text = text.trim();
        if text.is_empty() {
            return Err(Invalid::new("email", "Email is required"));
        }
        if !looks_like_an_address(text) {
            return Err(Invalid::new("email", "Please enter a valid email"));
        }
        Ok(Self { text: text.to_owned(), key: text.to_lowercase() })
    }

    pub fn as_str(&self) -> &str {
        &self.text
    }

    pub fn key(&self) -> &str {
        &self.key
    }
}

pub(crate) fn looks_like_an_address(text: &str) -> bool {
    let Some((local, host)) = text.rsplit_once('@') else {
        return false;
    };
    let plain = |c: char| !c.is_whitespace() && !c.is_control() && !"@<>()[],;:\\\"".contains(c);
    let labels_are_sound = host.split('.').all(|label| {
        !label.is_empty()
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.chars().all(|c| c.is_alphanumeric() || c == '-')
    });
    text.len() <= 254
        && !local.is_empty()
        && local.len() <= 64
        && local.chars().all(plain)
        && host.contains('.')
        && labels_are_sound
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name(String);

impl Name {
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let text = text.trim();
        if text.is_empty() {
            return Err(Invalid::new("name", "Full name is required"));
        }
        let length = text.chars().count();
        if length < 2 {
            return Err(Invalid::new("name", "Name must be at least 2 characters"));
        }
        if length > 100 {
            return Err(Invalid::new("name", "Name must be at most 100 characters"));
        }
        if text.chars().any(|c| c.is_control() || is_direction_control(c)) {
            return Err(Invalid::new("name", "Name must not contain control characters"));
        }
        Ok(Self(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Unicode characters that change the reading direction of the text around them, and can make it read as
/// something else.
pub fn is_direction_control(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

pub const ROLES: &[&str] = &[
    "Music Producer",
    "Beat Maker",
    "Sound Engineer",
    "Artist",
    "DJ",
    "Composer",
    "Studio Manager",
    "Other",
];

/// One of the eight roles. It is a title, not a permission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Role(&'static str);

impl Role {
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        if text.is_empty() {
            return Err(Invalid::new("role", "Please select your role"));
        }
        ROLES.iter().copied().find(|role| *role == text).map(Self).ok_or_else(|| {
            Invalid::new("role", format!("role must be one of {}", ROLES.join(", ")))
        })
    }

    pub const fn as_str(self) -> &'static str {
        self.0
    }
}

/// A free text of the profile; an empty text becomes `None`.
pub fn profile_text(
    field: &'static str,
    text: &str,
    most_characters: usize,
) -> Result<Option<String>, Invalid> {
    let text = text.trim();
    if text.chars().count() > most_characters {
        let message = format!("This must be at most {most_characters} characters");
        return Err(Invalid::new(field, message));
    }
    if text.chars().any(|c| c.is_control() && c != '\n' && c != '\r' && c != '\t') {
        return Err(Invalid::new(field, "This must not contain control characters"));
    }
    Ok((!text.is_empty()).then(|| text.to_owned()))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Platform {
    Spotify,
    SoundCloud,
    YouTube,
}

impl Platform {
    pub const fn field(self) -> &'static str {
        match self {
            Self::Spotify => "spotify",
            Self::SoundCloud => "soundcloud",
            Self::YouTube => "youtube",
        }
    }

    const fn name_and_hosts(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Self::Spotify => ("Spotify", &["spotify.com"]),
            Self::SoundCloud => ("SoundCloud", &["soundcloud.com"]),
            Self::YouTube => ("YouTube", &["youtube.com", "youtu.be"]),
        }
    }

    /// An https link to this platform; an empty text becomes `None`. Other people click on it, so only the
    /// platform's own host is accepted.
    pub fn parse_link(self, text: &str) -> Result<Option<String>, Invalid> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(None);
        }
        let (name, hosts) = self.name_and_hosts();
        let refused = || {
            let message = format!("Please enter a {name} link that starts with https://");
            Invalid::new(self.field(), message)
        };
        let rest = text.strip_prefix("https://").ok_or_else(refused)?;
        let host = rest.split(['/', '?', '#']).next().unwrap_or_default().to_ascii_lowercase();
        let is_theirs = hosts.iter().any(|own| {
            host == *own || host.strip_suffix(own).is_some_and(|before| before.ends_with('.'))
        });
        let is_plain = text.len() <= 300
            && host.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'.' || b == b'-')
            && text.chars().all(|c| !c.is_whitespace() && !c.is_control() && !"<>\"\\".contains(c));
        if is_theirs && is_plain { Ok(Some(text.to_owned())) } else { Err(refused()) }
    }
}

#[derive(Debug, Clone)]
pub struct User {
    pub id: UserId,
    pub email: String,
    pub name: String,
    pub role: String,
    pub phone: Option<String>,
    pub location: Option<String>,
    pub specialty: Option<String>,
    pub experience: Option<String>,
    pub bio: Option<String>,
    pub spotify: Option<String>,
    pub soundcloud: Option<String>,
    pub youtube: Option<String>,
    pub avatar_hash: Option<String>,
    pub created_at: Timestamp,
    /// `None` until the user has confirmed the address by e-mail.
    pub email_confirmed_at: Option<Timestamp>,
    /// A new address that replaces `email` once it is confirmed.
    pub pending_email: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_look_like_addresses_auth_03_auth_04() {
        assert_eq!(Email::parse("  ").unwrap_err().message, "Email is required");
        for text in ["maya", "maya@", "@x.io", "maya@northline", "a b@x.io", "a@x..io", "a@-x.io"] {
            let refused = Email::parse(text).unwrap_err();
            assert_eq!(refused.message, "Please enter a valid email", "{text}");
        }
        let email = Email::parse(" Maya@Northline.Studio ").unwrap();
        assert_eq!(
            (email.as_str(), email.key()),
            ("Maya@Northline.Studio", "maya@northline.studio")
        );
    }

    #[test]
    fn names_have_two_letters() {
        assert_eq!(Name::parse(" ").unwrap_err().message, "Full name is required");
        assert_eq!(Name::parse(" M ").unwrap_err().message, "Name must be at least 2 characters");
        assert_eq!(Name::parse(" Mo ").unwrap().as_str(), "Mo");
        assert!(Name::parse(&"x".repeat(101)).is_err());
        assert!(Name::parse("a\u{7}b").is_err());
        assert!(Name::parse("Maya \u{202e}rotide").is_err());
    }

    #[test]
    fn roles_are_the_eight() {
        assert_eq!(ROLES.len(), 8);
        assert_eq!(Role::parse("").unwrap_err().message, "Please select your role");
        assert!(Role::parse("Admin").is_err());
        assert_eq!(Role::parse("DJ").unwrap().as_str(), "DJ");
    }

    #[test]
    fn a_platform_link_leads_to_the_platform_prof_05() {
        let spotify = Platform::Spotify;
        let good = "https://open.spotify.com/artist/1";
        assert_eq!(spotify.parse_link(good).unwrap().as_deref(), Some(good));
        assert_eq!(spotify.parse_link(" ").unwrap(), None);
        for text in [
            "http://open.spotify.com/a",
            "javascript:alert(1)",
            "https://spotify.com.evil.example/",
            "https://evilspotify.com/",
            "https://user@spotify.com/",
            "https://evil.example\\@spotify.com/",
            "https://youtube.com/x",
        ] {
            assert!(spotify.parse_link(text).is_err(), "{text}");
        }
        assert!(Platform::YouTube.parse_link("https://youtu.be/x").unwrap().is_some());
    }
}
