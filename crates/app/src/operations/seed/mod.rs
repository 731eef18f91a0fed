//! `ledgerline seed`: fills an account with many plausible rows, for benchmarks and demos. They follow the same rules
//! as all others (checked forms, balanced postings, totals, search index), with fewer statements, since thousands of
//! rows share one transaction.

mod deals;
mod dice;
mod library;
mod money;
mod plan;
mod words;

use std::collections::BTreeSet;
use std::ops::Range;
use std::time::Duration;

use domain::calendar::Day;
use domain::clients::Beneficiary;
use domain::ids::UserId;
use domain::money::Minor;
use domain::time::Timestamp;
use storage::clients as stored_clients;
use storage::db::Tx;
use storage::money::goals as stored_goals;
use storage::money::transactions::batches;

use self::deals::Deals;
pub use self::dice::Dice;
pub use self::money::Calendar;
use self::money::{Balances, Partner, Studio};
pub use self::plan::Plan;
use self::words::{BANKS, FIRST_NAMES, GOALS, LAST_NAMES, STREETS};
use crate::clients::{self, BeneficiaryForm};
use crate::money::goals::{self, GoalForm};
use crate::money::ledger::Ledger;
use crate::money::links::Links;
use crate::money::transactions::posting;
use crate::operations::operator;
use crate::{App, Error, Result};

/// Number of clients that transactions refer to; more would not make the data more plausible.
const PARTNERS: i64 = 200;
/// Number of clients that buy beats, and number of beats for sale.
const BUYERS: i64 = 1_000;
const ON_OFFER: i64 = 2_000;
const DAYS_OF_A_YEAR: i64 = 365;

/// Writes all rows of the plan for the account with this e-mail address. `progress` gets the number of transactions
/// after each batch. After an error the rows written so far stay, and are consistent.
pub async fn fill(
    app: &App,
    email: &str,
    plan: &Plan,
    mut progress: impl FnMut(i64),
) -> Result<()> {
    let owner = operator::find(app, email).await?.id;
    let mut dice = Dice::new(plan.seed);
    make_clients(app, owner, plan, &mut dice).await?;
    make_goals(app, owner, plan.goals, &mut dice).await?;
    let calendar = Calendar::until_yesterday(app.now(), plan.years * DAYS_OF_A_YEAR);
    dice = library::make(app, owner, plan, calendar, dice).await?;
    if plan.sales > 0 {
        let partners = partners(app, owner, BUYERS).await?;
        let beats = library::on_offer(app, owner, ON_OFFER).await?;
        dice = deals::make(app, owner, plan, Deals { dice, calendar, partners, beats }).await?;
    }
    if plan.transactions > 0 {
        let partners = partners(app, owner, PARTNERS).await?;
        make_money(app, owner, plan, Studio { dice, calendar, partners }, &mut progress).await?;
    }
    if plan.transactions + plan.sales + plan.documents == 0 {
        return Ok(());
    }
    app.write(|tx| Ok(batches::finish(tx)?)).await
}

async fn make_money(
    app: &App,
    owner: UserId,
    plan: &Plan,
    mut studio: Studio,
    progress: &mut impl FnMut(i64),
) -> Result<()> {
    let (now, count) = (app.now(), plan.transactions);
    let mut made = 0;
    while made < count {
        let until = (made + plan.batch.max(1)).min(count);
        studio = app
            .write(move |tx| {
                make_transactions(tx, owner, &mut studio, made..until, count, now)?;
                Ok(studio)
            })
            .await?;
        made = until;
        progress(made);
    }
    Ok(())
}

fn make_transactions(
    tx: &mut Tx,
    owner: UserId,
    studio: &mut Studio,
    numbers: Range<i64>,
    count: i64,
    now: Timestamp,
) -> Result<()> {
    let mut ledger = Ledger::open(tx, owner)?;
    let mut balances = Balances::of(ledger.own_accounts());
    let contents = numbers.map(|number| studio.transaction(&mut balances, number, count));
    let contents = contents.collect::<Result<Vec<_>>>()?;
    let named: BTreeSet<_> = contents.iter().filter_map(|(made, _)| made.beneficiary).collect();
    for id in named {
        Links { beneficiary: Some(id), ..Links::default() }.check_owned(tx, owner)?;
    }
    posting::record_all(tx, owner, &mut ledger, contents, now).map(drop)
}

/// The newest clients of the account.
async fn partners(app: &App, owner: UserId, most: i64) -> Result<Vec<Partner>> {
    let rows = app
        .read(move |conn| {
            let all = stored_clients::Filter::default();
            Ok(stored_clients::list(conn, owner, &all, stored_clients::Order::NEWEST, most, 0)?.0)
        })
        .await?;
    let partner = |row: Beneficiary| Partner { id: row.id, name: row.name, email: row.email };
    let mut partners: Vec<_> = rows.into_iter().map(partner).collect();
    // Ids are random within a millisecond; sorting by name keeps the generated rows reproducible.
    partners.sort_by(|a, b| (&a.name, &a.email).cmp(&(&b.name, &b.email)));
    Ok(partners)
}

async fn make_clients(app: &App, owner: UserId, plan: &Plan, dice: &mut Dice) -> Result<()> {
    let mut made = 0;
    while made < plan.clients {
        let until = (made + plan.batch.max(1)).min(plan.clients);
        let rows = (made..until).map(|number| {
            clients::new_client(&app.keys, owner, client(number, dice), app.now())
                .map(|client| client.row)
        });
        let rows = rows.collect::<Result<Vec<_>>>()?;
        app.write(move |tx| {
            for row in &rows {
                stored_clients::put(tx, owner, row)?;
            }
            Ok(())
        })
        .await?;
        made = until;
    }
    Ok(())
}

fn client(number: i64, dice: &mut Dice) -> BeneficiaryForm {
    let (first, last) = (*dice.pick(&FIRST_NAMES), *dice.pick(&LAST_NAMES));
    let kinds = ["checking", "savings", "business", "money_market"];
    let ties = ["business", "business", "vendor", "friend", "employee", "family", "other"];
    let text = |text: String| Some(text);
    BeneficiaryForm {
        name: text(format!("{first} {last}")),
        email: text(format!("client{number}@studio.example")),
        phone: dice
            .chance(60)
            .then(|| format!("+1 555 01{:02} {:03}", number % 100, number % 1000)),
        address: dice
            .chance(40)
            .then(|| format!("{} {}", dice.between(1, 240), dice.pick(&STREETS))),
        account_number: text(dice.between(10_000_000, 9_999_999_999).to_string()),
        bank_name: text((*dice.pick(&BANKS)).to_owned()),
        bank_code: dice.chance(50).then(|| dice.between(100_000, 999_999).to_string()),
        account_type: text((*dice.pick(&kinds)).to_owned()),
        relationship: text((*dice.pick(&ties)).to_owned()),
        notes: dice.chance(20).then(|| "Prefers to be paid on Fridays".to_owned()),
    }
}

async fn make_goals(app: &App, owner: UserId, count: i64, dice: &mut Dice) -> Result<()> {
    let now = app.now();
    let mut rows = Vec::new();
    for _ in 0..count {
        let (title, category) = *dice.pick(&GOALS);
        let due =
            now + Duration::from_secs(86_400) * u32::try_from(dice.between(30, 900)).unwrap_or(30);
        let form = GoalForm {
            title: Some(title.to_owned()),
            description: None,
            target_amount: Some((dice.between(4, 200) * 50).to_string()),
            current_amount: None,
            target_date: Some(Day::of(due).to_string()),
            category: Some(category.to_owned()),
        };
        let mut goal = goals::new_goal(form, Day::of(now), now)?;
        let put_by = goal.target_amount.get() / 100 * dice.between(0, 110);
        goal.current_amount = Minor::new(put_by)
            .ok_or_else(|| Error::unexpected("a generated amount is out of range"))?;
        rows.push(goal);
    }
    app.write(move |tx| {
        for row in &rows {
            stored_goals::put(tx, owner, row)?;
        }
        Ok(())
    })
    .await
}
