//! Parsers for the values of settings, and the one-line error for an invalid value. The settings themselves are
//! declared in `cli.rs`.

use std::ffi::OsStr;
use std::path::PathBuf;

use clap::builder::TypedValueParser;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};

/// A setting with an invalid value, as a one-line message.
#[derive(Debug, thiserror::Error)]
#[error("{name} is {got}, but it takes {takes}")]
pub struct SettingError {
    name: String,
    got: String,
    takes: String,
}

impl SettingError {
    fn new(name: String, got: &str, takes: impl Into<String>) -> Self {
        // Escaped, so that the message stays one line whatever the setting holds.
        let got = match got {
            "" => "empty".to_owned(),
            text => format!("`{}`", text.escape_debug().collect::<String>()),
        };
        Self { name, got, takes: takes.into() }
    }
}

/// The name of a setting whose value may turn out to be unusable only after the command line was parsed.
#[derive(Debug, Clone, Copy)]
pub struct Setting(&'static str);

pub const CONFIG: Setting = Setting("config");
pub const LISTEN: Setting = Setting("listen");
pub const METRICS_LISTEN: Setting = Setting("metrics-listen");
pub const DATA_DIR: Setting = Setting("data-dir");
pub const DATABASE_URL: Setting = Setting("database-url");
pub const SECRET_KEY_FILE: Setting = Setting("secret-key-file");
pub const MEDIA_URL: Setting = Setting("media-url");
pub const SMTP_URL: Setting = Setting("smtp-url");

impl Setting {
    pub fn refuse(self, got: &str, takes: impl Into<String>) -> SettingError {
        let variable = format!("LEDGERLINE_{}", self.0.to_uppercase().replace('-', "_"));
        SettingError::new(format!("--{} ({variable})", self.0), got, takes)
    }
}

/// Parses a setting that is text; `takes` says in the refusal what would have been accepted.
pub fn text<T: Clone + Send + Sync + 'static>(
    takes: &'static str,
    parse: impl Fn(&str) -> Option<T> + Clone + Send + Sync + 'static,
) -> impl TypedValueParser<Value = T> {
    Parser { takes: takes.to_owned(), parse: move |value: &OsStr| parse(value.to_str()?) }
}

/// Parses a path, which may hold bytes that are no text.
pub fn path(takes: &'static str) -> impl TypedValueParser<Value = PathBuf> {
    Parser { takes: takes.to_owned(), parse: |value: &OsStr| Some(PathBuf::from(value)) }
}

/// Parses a whole number written in digits alone.
pub fn number(least: i64, most: i64) -> impl TypedValueParser<Value = i64> {
    let parse = move |value: &OsStr| {
        let text = value.to_str()?;
        let is_digits = text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|number| is_digits && (least..=most).contains(number))
    };
    Parser { takes: format!("a whole number from {least} to {}", with_commas(most)), parse }
}

#[derive(Clone)]
struct Parser<F> {
    takes: String,
    parse: F,
}

impl<T, F> TypedValueParser for Parser<F>
where
    T: Clone + Send + Sync + 'static,
    F: Fn(&OsStr) -> Option<T> + Clone + Send + Sync + 'static,
{
    type Value = T;

    fn parse_ref(&self, _: &Command, arg: Option<&Arg>, value: &OsStr) -> clap::error::Result<T> {
        let parsed = if value.is_empty() { None } else { (self.parse)(value) };
        parsed.ok_or_else(|| {
            let line = refusal(arg, &value.to_string_lossy(), &self.takes).to_string();
            let mut error = clap::Error::new(ErrorKind::ValueValidation);
            error.insert(ContextKind::Custom, ContextValue::String(line));
            error
        })
    }
}

fn refusal(arg: Option<&Arg>, got: &str, takes: &str) -> SettingError {
    let flag = arg.and_then(Arg::get_long).unwrap_or_default();
    let name = match arg.and_then(Arg::get_env) {
        Some(variable) => format!("--{flag} ({})", variable.to_string_lossy()),
        None => format!("--{flag}"),
    };
    let is_secret = arg.is_some_and(Arg::is_hide_env_values_set);
    let shown = if is_secret { without_password(got) } else { got.to_owned() };
    SettingError::new(name, &shown, takes)
}

/// The line of a setting that a parser of this file refused; none for an error of clap's own.
pub fn refused_line(error: &clap::Error) -> Option<&str> {
    match error.get(ContextKind::Custom) {
        Some(ContextValue::String(line)) => Some(line),
        _ => None,
    }
}

/// 1234567 as 1,234,567.
pub fn with_commas(number: i64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The URL for a terminal or a log, with `***` in place of its password.
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
