//! `ledgerline seed`: reads how much to make, and tells a person at a terminal how far it has come.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use app::App;
use app::operations::seed::{self, Plan};

use crate::program::cli::SeedArgs;

/// A number that makes no sense, told in one line.
#[derive(Debug, thiserror::Error)]
pub enum ArgumentError {
    #[error("{flag} is `{got}`, but it takes a whole number from {least} to {}", grouped(*.most))]
    Number { flag: &'static str, got: String, least: i64, most: i64 },
    #[error(
        "there is nothing to make: say how much with --transactions, --sales, --documents, --clients or --goals"
    )]
    Nothing,
}

const TRANSACTIONS: &str = "--transactions";
const SALES: &str = "--sales";
const DOCUMENTS: &str = "--documents";
const CLIENTS: &str = "--clients";
const GOALS: &str = "--goals";
/// A line about the progress comes about this often.
const TELL_EVERY: Duration = Duration::from_secs(2);

pub fn plan(args: &SeedArgs) -> Result<Plan, ArgumentError> {
    let most = i64::MAX;
    let plan = Plan {
        transactions: number(TRANSACTIONS, &args.transactions, 0, 0..=Plan::MOST_TRANSACTIONS)?,
        sales: number(SALES, &args.sales, 0, 0..=Plan::MOST_SALES)?,
        documents: number(DOCUMENTS, &args.documents, 0, 0..=Plan::MOST_DOCUMENTS)?,
        clients: number(CLIENTS, &args.clients, 0, 0..=Plan::MOST_CLIENTS)?,
        goals: number(GOALS, &args.goals, 0, 0..=Plan::MOST_GOALS)?,
        years: number("--years", &args.years, 3, 1..=Plan::MOST_YEARS)?,
        seed: number("--seed", &args.seed, 1, 0..=most)?.unsigned_abs(),
        batch: Plan::BATCH,
    };
    if plan.transactions + plan.sales + plan.documents + plan.clients + plan.goals == 0 {
        return Err(ArgumentError::Nothing);
    }
    Ok(plan)
}

fn number(
    flag: &'static str,
    value: &Option<impl AsRef<OsStr>>,
    default: i64,
    range: std::ops::RangeInclusive<i64>,
) -> Result<i64, ArgumentError> {
    let Some(value) = value else { return Ok(default) };
    let text = value.as_ref().to_string_lossy();
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|number| digits && range.contains(number));
    number.ok_or_else(|| ArgumentError::Number {
        flag,
        got: text.escape_debug().collect(),
        least: *range.start(),
        most: *range.end(),
    })
}

/// Does what was asked; the answer is the last line.
pub async fn run(app: &App, email: &str, plan: &Plan) -> app::Result<String> {
    let begun = Instant::now();
    let mut told = begun;
    seed::fill(app, email, plan, |made| {
        if told.elapsed() >= TELL_EVERY {
            told = Instant::now();
            let (made, all) = (grouped(made), grouped(plan.transactions));
            // Nobody has to read it.
            let _ = writeln!(
                io::stderr(),
                "{made} of {all} transactions after {:.0} s",
                begun.elapsed().as_secs_f64()
            );
        }
    })
    .await?;
    Ok(format!(
        "{email} has {} more transactions, {} more sales, {} more beats and videos, {} more clients and \
         {} more goals, made in {:.1} s.",
        grouped(plan.transactions),
        grouped(plan.sales),
        grouped(plan.documents),
        grouped(plan.clients),
        grouped(plan.goals),
        begun.elapsed().as_secs_f64()
    ))
}

/// 1234567 as 1,234,567.
fn grouped(number: i64) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        let shown = [0, 12, 999, 1_000, 1_234_567].map(grouped);
        assert_eq!(shown, ["0", "12", "999", "1,000", "1,234,567"]);
    }
}
