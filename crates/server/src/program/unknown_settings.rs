//! Warns of environment variables that look like settings and are none. A misspelt setting is not an error, since some
//! platforms set variables with this prefix, but without a warning the server might use the wrong database unnoticed.

use std::collections::BTreeSet;
use std::io::Write;

use clap::CommandFactory;

use crate::program::cli::Cli;

const PREFIX: &str = "LEDGERLINE_";
/// Prefixes of the variables that Kubernetes sets for a service called ledgerline.
const OF_KUBERNETES: [&str; 2] = ["LEDGERLINE_SERVICE_", "LEDGERLINE_PORT"];

/// Prints one line for each unknown variable to standard error.
pub fn print() {
    for line in warnings() {
        // The command goes on even if standard error is closed.
        let _ = writeln!(std::io::stderr(), "ledgerline: {line}");
    }
}

/// One sentence for each unknown variable in the environment, with the setting that was probably meant.
pub fn warnings() -> Vec<String> {
    let names = std::env::vars_os().map(|(name, _)| name.to_string_lossy().into_owned());
    warnings_about(names)
}

pub fn warnings_about(names: impl Iterator<Item = String>) -> Vec<String> {
    let known = known_variables();
    let ours = names.filter(|name| name.starts_with(PREFIX));
    let unknown = ours.filter(|name| {
        !known.contains(name) && !OF_KUBERNETES.iter().any(|other| name.starts_with(other))
    });
    let mut lines: Vec<String> = unknown
        .map(|name| match nearest(&name, &known) {
            Some(meant) => format!("{name} is not a setting; did you mean {meant}?"),
            None => format!("{name} is not a setting; `ledgerline serve --help` lists them all"),
        })
        .collect();
    lines.sort();
    lines
}

/// All variables that any command reads.
pub fn known_variables() -> BTreeSet<String> {
    let mut known = BTreeSet::new();
    let mut ahead = vec![Cli::command()];
    while let Some(command) = ahead.pop() {
        let variables = command.get_arguments().filter_map(clap::Arg::get_env);
        known.extend(variables.map(|name| name.to_string_lossy().into_owned()));
        ahead.extend(command.get_subcommands().cloned());
    }
    known
}

fn nearest<'a>(name: &str, known: &'a BTreeSet<String>) -> Option<&'a String> {
    let distance = |other: &String| strsim::damerau_levenshtein(name, other);
    let near = known.iter().min_by_key(|other| distance(other))?;
    // At a greater distance it is probably a different word.
    (distance(near) <= 1 + (name.len() - PREFIX.len()) / 3).then_some(near)
}
