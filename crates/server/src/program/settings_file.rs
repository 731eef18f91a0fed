//! The file of settings that the server and every command read: `--config FILE`, `LEDGERLINE_CONFIG`, or
//! `/etc/ledgerline.env` where it exists. It has the form of systemd's `EnvironmentFile`, so that one file serves both.
//!
//! What it sets and the environment does not is put into the environment, and the program starts itself again with it:
//! from there on a setting has two sources, flags and the environment, wherever it is read.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::program::failure::Failure;
use crate::program::setting::{CONFIG, SettingError};

const DEFAULT: &str = "/etc/ledgerline.env";
const TAKES: &str = "a file with NAME=value on each line";

/// Returns if the file adds nothing to the environment; otherwise restarts the program.
pub fn apply() -> Result<(), Failure> {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    // A confined program gets no settings: they hold passwords.
    if arguments.get(1).is_some_and(|command| command == "confine") {
        return Ok(());
    }
    let variable = std::env::var_os("LEDGERLINE_CONFIG");
    let named = config_flag(&arguments[1.min(arguments.len())..]).or(variable);
    let settings = match named {
        Some(path) => read(&PathBuf::from(path))?,
        None => match read(Path::new(DEFAULT)) {
            Err(Unreadable::Io(error)) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            // systemd reads the file as root and hands it to a service that may not read it.
            Err(Unreadable::Io(_)) if has_settings() => return Ok(()),
            read => read?,
        },
    };
    let missing: BTreeMap<String, String> =
        settings.into_iter().filter(|(name, _)| std::env::var_os(name).is_none()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let program = std::env::current_exe()?;
    let mut again = Command::new(program);
    if let Some((name, rest)) = arguments.split_first() {
        again.arg0(name).args(rest);
    }
    // `exec` returns only if it failed.
    Err(again.envs(missing).exec().into())
}

/// Whether the environment holds a setting of this program.
fn has_settings() -> bool {
    std::env::vars_os().any(|(name, _)| name.to_string_lossy().starts_with("LEDGERLINE_"))
}

/// The file that the command line names.
pub fn config_flag(arguments: &[OsString]) -> Option<OsString> {
    let mut arguments = arguments.iter().take_while(|argument| *argument != "--");
    while let Some(argument) = arguments.next() {
        if argument == "--config" {
            return arguments.next().cloned();
        }
        if let Some(path) = argument.as_encoded_bytes().strip_prefix(b"--config=") {
            return Some(OsStr::new(&String::from_utf8_lossy(path).into_owned()).to_owned());
        }
    }
    None
}

#[derive(Debug)]
enum Unreadable {
    Io(io::Error),
    Setting(SettingError),
}

impl From<Unreadable> for Failure {
    fn from(unreadable: Unreadable) -> Self {
        match unreadable {
            Unreadable::Io(error) => {
                let takes = format!("a file that can be read ({error})");
                Self::Setting(CONFIG.refuse(DEFAULT, takes))
            }
            Unreadable::Setting(error) => Self::Setting(error),
        }
    }
}

fn read(path: &Path) -> Result<Vec<(String, String)>, Unreadable> {
    let shown = path.to_string_lossy();
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if path == Path::new(DEFAULT) => return Err(Unreadable::Io(error)),
        Err(error) => {
            let takes = format!("a file that can be read ({error})");
            return Err(Unreadable::Setting(CONFIG.refuse(&shown, takes)));
        }
    };
    parse(&text).map_err(|line| {
        let takes = format!("{TAKES}; line {line} is not one");
        Unreadable::Setting(CONFIG.refuse(&shown, takes))
    })
}

/// The settings of a file, or the number of the first invalid line.
pub fn parse(text: &str) -> Result<Vec<(String, String)>, usize> {
    let mut settings = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with(['#', ';']) {
            continue;
        }
        let setting = line.split_once('=').and_then(|(name, value)| {
            let name = name.trim();
            let is_name = !name.is_empty()
                && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
                && !name.starts_with(|c: char| c.is_ascii_digit());
            is_name.then_some(name).zip(unquote(value.trim()))
        });
        let (name, value) = setting.ok_or(number + 1)?;
        settings.push((name.to_owned(), value));
    }
    Ok(settings)
}

/// Removes the quotes around a value; none if the closing quote is missing.
fn unquote(value: &str) -> Option<String> {
    if let Some(rest) = value.strip_prefix('\'') {
        return rest.strip_suffix('\'').map(str::to_owned);
    }
    let Some(rest) = value.strip_prefix('"') else { return Some(value.to_owned()) };
    let mut text = String::new();
    let mut letters = rest.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => return letters.next().is_none().then_some(text),
            '\\' => text.push(letters.next()?),
            other => text.push(other),
        }
    }
    None
}
