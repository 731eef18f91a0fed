//! One setting: its two names, how its text is read, and the line a person sees when the text
//! makes no sense.

use std::ffi::OsStr;
use std::path::PathBuf;

/// A setting that makes no sense, told in one line.
#[derive(Debug, thiserror::Error)]
#[error("{flag} ({variable}) is {got}, but it takes {takes}")]
pub struct SettingError {
    flag: &'static str,
    variable: &'static str,
    got: String,
    takes: String,
}

/// A setting's two names, so that a person finds it wherever they set it.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    flag: &'static str,
    variable: &'static str,
}

impl Setting {
    const fn named(flag: &'static str, variable: &'static str) -> Self {
        Self { flag, variable }
    }

    pub fn refuse(self, got: &str, takes: impl Into<String>) -> SettingError {
        // One line stays one line whatever the setting holds.
        let got = match got {
            "" => "empty".to_owned(),
            text => format!("`{}`", text.escape_debug().collect::<String>()),
        };
        SettingError { flag: self.flag, variable: self.variable, got, takes: takes.into() }
    }

    /// The text of a setting that is set; set to nothing is a slip worth telling.
    pub fn text<'a>(
        self,
        value: Option<&'a OsStr>,
        takes: &str,
    ) -> Result<Option<&'a str>, SettingError> {
        let Some(value) = value else { return Ok(None) };
        match value.to_str() {
            Some("") => Err(self.refuse("", takes)),
            Some(text) => Ok(Some(text)),
            None => Err(self.refuse(&value.to_string_lossy(), takes)),
        }
    }

    pub fn parse<T>(
        self,
        value: Option<&OsStr>,
        takes: &str,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, SettingError> {
        let Some(text) = self.text(value, takes)? else {
            return Ok(None);
        };
        parse(text).map(Some).ok_or_else(|| self.refuse(text, takes))
    }

    /// A path may hold bytes that are no text.
    pub fn path(self, value: Option<&OsStr>, takes: &str) -> Result<Option<PathBuf>, SettingError> {
        match value {
            Some(value) if value.is_empty() => Err(self.refuse("", takes)),
            value => Ok(value.map(PathBuf::from)),
        }
    }
}

pub const CONFIG: Setting = Setting::named("--config", "LEDGERLINE_CONFIG");
pub const LISTEN: Setting = Setting::named("--listen", "LEDGERLINE_LISTEN");
pub const PUBLIC_URL: Setting = Setting::named("--public-url", "LEDGERLINE_PUBLIC_URL");
pub const TRUSTED_PROXIES: Setting =
    Setting::named("--trusted-proxies", "LEDGERLINE_TRUSTED_PROXIES");
pub const DATA_DIR: Setting = Setting::named("--data-dir", "LEDGERLINE_DATA_DIR");
pub const DATABASE_URL: Setting = Setting::named("--database-url", "LEDGERLINE_DATABASE_URL");
pub const SECRET_KEY_FILE: Setting =
    Setting::named("--secret-key-file", "LEDGERLINE_SECRET_KEY_FILE");
pub const MEDIA_URL: Setting = Setting::named("--media-url", "LEDGERLINE_MEDIA_URL");
pub const MAX_AUDIO_MB: Setting = Setting::named("--max-audio-mb", "LEDGERLINE_MAX_AUDIO_MB");
pub const MAX_VIDEO_MB: Setting = Setting::named("--max-video-mb", "LEDGERLINE_MAX_VIDEO_MB");
pub const MAX_ACCOUNT_GB: Setting = Setting::named("--max-account-gb", "LEDGERLINE_MAX_ACCOUNT_GB");
pub const SIGNUPS: Setting = Setting::named("--signups", "LEDGERLINE_SIGNUPS");
pub const RATE_LIMIT: Setting = Setting::named("--rate-limit", "LEDGERLINE_RATE_LIMIT");
pub const SAMPLE_DATA: Setting = Setting::named("--sample-data", "LEDGERLINE_SAMPLE_DATA");
pub const SUPPORT_EMAIL: Setting = Setting::named("--support-email", "LEDGERLINE_SUPPORT_EMAIL");
pub const SMTP_URL: Setting = Setting::named("--smtp-url", "LEDGERLINE_SMTP_URL");
pub const MAIL_FROM: Setting = Setting::named("--mail-from", "LEDGERLINE_MAIL_FROM");
pub const LOG: Setting = Setting::named("--log", "LEDGERLINE_LOG");
pub const LOG_FORMAT: Setting = Setting::named("--log-format", "LEDGERLINE_LOG_FORMAT");
pub const METRICS_LISTEN: Setting = Setting::named("--metrics-listen", "LEDGERLINE_METRICS_LISTEN");

/// A URL fit for a terminal or a log: what stands between the user's name and the host is gone.
pub fn without_password(url: &str) -> String {
    let (scheme, rest) = url.split_once("://").unwrap_or(("", url));
    let Some((login, host)) = rest.rsplit_once('@') else {
        return url.to_owned();
    };
    let Some((user, _)) = login.split_once(':') else {
        return url.to_owned();
    };
    let scheme = if scheme.is_empty() { String::new() } else { format!("{scheme}://") };
    format!("{scheme}{user}:***@{host}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_is_shown_without_its_password() {
        assert_eq!(without_password("mysql://root:p@ss@db/x"), "mysql://root:***@db/x");
        assert_eq!(without_password("data.db"), "data.db");
    }

    #[test]
    fn a_refusal_is_one_line_whatever_the_setting_holds() {
        let line = LOG.refuse("a\nb\u{1b}[31m", "less").to_string();
        assert_eq!(line, r"--log (LEDGERLINE_LOG) is `a\nb\u{1b}[31m`, but it takes less");
    }
}
