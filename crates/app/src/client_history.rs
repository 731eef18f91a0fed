//! A client's sales and payments at a glance.

use domain::{calendar::Day, ids::BeneficiaryId};
use storage::client_history::{self, Sum};

use crate::{Actor, App, Result, links};

/// Each of them by currency. Only what was completed counts.
pub struct History {
    pub sales: Vec<Sum>,
    pub payments: Vec<Sum>,
    pub last_activity: Option<Day>,
}

pub async fn summary(app: &App, actor: &Actor, client: &str) -> Result<History> {
    let client = BeneficiaryId::parse(client).ok_or_else(crate::beneficiaries::not_there)?;
    let owner = actor.user;
    app.db
        .read(move |conn| {
            conn.snapshot()?;
            links::client(conn, owner, client)?;
            Ok(History {
                sales: client_history::sales(conn, owner, client)?,
                payments: client_history::payments(conn, owner, client)?,
                last_activity: client_history::last_day(conn, owner, client)?,
            })
        })
        .await
}
