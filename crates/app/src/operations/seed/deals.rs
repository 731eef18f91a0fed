//! Generates sales: beat, buyer, license and price. They are posted like all others, and an exclusive sale marks its
//! beat as sold.

use std::collections::BTreeSet;

use domain::calendar::Day;
use domain::ids::UserId;
use domain::money::transactions::Title;
use domain::money::{Currency, Minor};
use domain::sales::{Buyer, Content, License, Status, client_name};
use domain::time::Timestamp;
use storage::db::Tx;

use super::dice::Dice;
use super::library::Beat;
use super::money::{Calendar, PRICES, Partner};
use super::plan::Plan;
use super::words::{BEAT_FIRST, BEAT_LAST, FIRST_NAMES, LAST_NAMES};
use crate::money::ledger::Ledger;
use crate::money::links;
use crate::{App, Error, Result, sales};

pub struct Deals {
    pub dice: Dice,
    pub calendar: Calendar,
    pub partners: Vec<Partner>,
    pub beats: Vec<Beat>,
}

pub async fn make(app: &App, owner: UserId, plan: &Plan, mut deals: Deals) -> Result<Dice> {
    let (now, count) = (app.now(), plan.sales);
    let mut made = 0;
    while made < count {
        let until = (made + plan.batch.max(1)).min(count);
        deals = app
            .write(move |tx| {
                let contents = (made..until).map(|number| deals.sale(number, count));
                let contents = contents.collect::<Result<Vec<_>>>()?;
                record(tx, owner, contents, now)?;
                Ok(deals)
            })
            .await?;
        made = until;
    }
    Ok(deals.dice)
}

/// Records generated sales after checking that their clients and beats exist, as for any sale.
fn record(
    tx: &mut Tx,
    owner: UserId,
    contents: Vec<(Content, Timestamp)>,
    now: Timestamp,
) -> Result<()> {
    let mut ledger = Ledger::open(tx, owner)?;
    let clients: BTreeSet<_> = contents.iter().filter_map(|(made, _)| made.buyer.client).collect();
    for id in clients {
        links::client(tx, owner, id)?;
    }
    let beats: BTreeSet<_> = contents.iter().filter_map(|(made, _)| made.beat).collect();
    for id in beats {
        links::beat_title(tx, owner, id)?;
    }
    sales::record_all(tx, owner, &mut ledger, contents, now)
}

impl Deals {
    /// Generates sale `number` of `count`, with the time it was recorded.
    fn sale(&mut self, number: i64, count: i64) -> Result<(Content, Timestamp)> {
        let moment = self.calendar.moment(number, count, &mut self.dice);
        let beat = (!self.beats.is_empty()).then(|| self.dice.pick(&self.beats).clone());
        let title = match &beat {
            Some(beat) => beat.title.clone(),
            None => format!("{} {}", self.dice.pick(&BEAT_FIRST), self.dice.pick(&BEAT_LAST)),
        };
        let license = match self.dice.between(1, 1000) {
            1..=600 => License::Basic,
            601..=850 => License::Premium,
            851..=985 => License::Unlimited,
            _ => License::Exclusive,
        };
        let currency = match self.dice.between(1, 100) {
            1..=80 => Currency::Usd,
            81..=92 => Currency::Eur,
            _ => Currency::Gbp,
        };
        let status = match self.dice.between(1, 100) {
            1..=88 => Status::Completed,
            89..=95 => Status::Pending,
            _ => Status::Failed,
        };
        let content = Content {
            title: Title::parse(&title)?.as_str().to_owned(),
            beat: beat.map(|beat| beat.id),
            buyer: self.buyer()?,
            amount: Minor::new(*self.dice.pick(&PRICES))
                .ok_or_else(|| Error::unexpected("a generated amount is out of range"))?,
            currency,
            license,
            day: Day::of(moment),
            status,
            notes: None,
        };
        Ok((content, moment))
    }

    fn buyer(&mut self) -> Result<Buyer> {
        if !self.partners.is_empty() && self.dice.chance(90) {
            let partner = self.dice.pick(&self.partners);
            let (name, email) = (partner.name.clone(), Some(partner.email.clone()));
            return Ok(Buyer { client: Some(partner.id), name, email });
        }
        let name = format!("{} {}", self.dice.pick(&FIRST_NAMES), self.dice.pick(&LAST_NAMES));
        Ok(Buyer { client: None, name: client_name(&name)?, email: None })
    }
}
