//! The receipt of a sale: a PDF for its client, created on request. Only a completed or refunded sale has one.

use domain::{
    calendar::Day,
    sales::{License, Status},
};
use paper::{Receipt, receipt::Party};
use storage::identity::users;

use crate::{Actor, App, Error, Result, sales};

pub struct Paper {
    /// `SALE-001 receipt.pdf`.
    pub file_name: String,
    pub bytes: Vec<u8>,
}

pub async fn of_sale(app: &App, actor: &Actor, id: &str) -> Result<Paper> {
    let sale = sales::find(app, actor, id).await?;
    if !matches!(sale.content.status, Status::Completed | Status::Refunded) {
        let message = "Only a completed or refunded sale has a receipt.";
        return Err(Error::Conflict(message.to_owned()));
    }
    let owner = actor.user;
    let seller = app.read(move |conn| Ok(users::find(conn, owner)?)).await?;
    let seller = seller.ok_or_else(|| Error::unexpected("a session without an account"))?;
    let (reference, made_at) = (sale.reference(), app.now());
    let written = tokio::task::spawn_blocking(move || {
        let content = &sale.content;
        let seller_details =
            [Some(seller.role.as_str()), Some(&seller.email), seller.location.as_deref()];
        let receipt = Receipt {
            number: &sale.reference(),
            date: content.day,
            seller: Party {
                name: &seller.name,
                details: seller_details.into_iter().flatten().collect(),
            },
            client: Party {
                name: &content.buyer.name,
                details: content.buyer.email.iter().map(String::as_str).collect(),
            },
            title: &content.title,
            licence: &format!("{} licence", content.license.name()),
            grant: grant(content.license),
            amount: content.amount,
            currency: content.currency,
            refunded_on: sale.refund.as_ref().map(|refund| Day::of(refund.at)),
            made_at,
        };
        receipt.write(Vec::new())
    });
    let bytes = written.await.map_err(Error::unexpected)?.map_err(Error::unexpected)?;
    Ok(Paper { file_name: format!("{reference} receipt.pdf"), bytes })
}

/// What the license allows the client to do, in one sentence.
const fn grant(license: License) -> &'static str {
    match license {
        License::Basic => {
            "A non-exclusive licence to record one song over this beat and release it online, with credit to the \
             producer."
        }
        License::Premium => {
            "A non-exclusive licence to record one song over this beat and to release, perform and sell it, with \
             credit to the producer."
        }
        License::Unlimited => {
            "A non-exclusive licence to record over this beat and to release, perform and sell the result, \
             without a limit on copies, streams or shows."
        }
        License::Exclusive => {
            "An exclusive licence: from the date of sale this beat is licensed to no one else, and the client may \
             release, perform and sell recordings of it without limit."
        }
    }
}
