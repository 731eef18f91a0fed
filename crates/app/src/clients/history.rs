//! The sales, payments and last activity of a client.

use domain::calendar::Day;
use domain::clients::Sum;
use domain::ids::BeneficiaryId;
use storage::clients;

use crate::money::links;
use crate::{Actor, App, Result};

/// Sums by currency. Only completed sales and payments count.
pub struct History {
    pub sales: Vec<Sum>,
    pub payments: Vec<Sum>,
    pub last_activity: Option<Day>,
}

pub async fn summary(app: &App, actor: &Actor, client: BeneficiaryId) -> Result<History> {
    let owner = actor.user;
    app.read(move |conn| {
        conn.snapshot()?;
        links::client(conn, owner, client)?;
        Ok(History {
            sales: clients::history::sales(conn, owner, client)?,
            payments: clients::history::payments(conn, owner, client)?,
            last_activity: clients::history::last_day(conn, owner, client)?,
        })
    })
    .await
}
