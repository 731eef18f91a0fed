//! The receipt of a sale: a PDF for its client, created on request and sent to the client's address if the seller asks
//! for it. Only a completed or refunded sale has one.

use domain::identity::rate_limits::RECEIPT_MAIL_BY_ACCOUNT;
use domain::identity::settings::Settings;
use domain::identity::users::User;
use domain::ids::{SaleId, UserId};
use domain::sales::{License, Sale, Status};
use domain::time::Timestamp;
use paper::Receipt;
use paper::receipt::{Logo, Party};
use storage::identity::{settings, studio_logos, users};

use crate::identity::{attempts, sessions};
use crate::notifications::mail;
use crate::{Actor, App, Error, Result, sales};

pub struct Paper {
    /// `SALE-001 receipt.pdf`.
    pub file_name: String,
    pub bytes: Vec<u8>,
}

/// The seller on a receipt: the studio of the settings, or else the account's holder.
struct Seller {
    user: User,
    settings: Settings,
    logo: Option<studio_logos::Logo>,
}

impl Seller {
    fn name(&self) -> &str {
        match self.settings.studio_name.as_str() {
            "" => &self.user.name,
            name => name,
        }
    }

    fn details(&self) -> Vec<&str> {
        let Settings { studio_address, studio_tax_line, .. } = &self.settings;
        let mut details: Vec<&str> =
            studio_address.lines().filter(|line| !line.is_empty()).collect();
        if details.is_empty() {
            details.extend(self.user.location.as_deref());
        }
        details.truncate(4);
        details.push(&self.user.email);
        details.extend(Some(studio_tax_line.as_str()).filter(|line| !line.is_empty()));
        details
    }
}

pub async fn of_sale(app: &App, actor: &Actor, id: SaleId) -> Result<Paper> {
    let sale = sales::find(app, actor, id).await?.sale;
    make(app, actor.user, sale, app.now()).await
}

/// Sends the receipt to the client's address and returns that address.
pub async fn send(app: &App, actor: &Actor, id: SaleId) -> Result<String> {
    if !app.confirms_emails {
        let message = "This server can't send email. Download the receipt and send it yourself.";
        return Err(Error::Conflict(message.to_owned()));
    }
    let sale = sales::find(app, actor, id).await?.sale;
    let Some(address) = sale.content.buyer.email.clone() else {
        let message = "This client has no email address. Add one under Clients first.";
        return Err(Error::Conflict(message.to_owned()));
    };
    let title = sale.content.title.clone();
    let (paper, seller) = write(app, actor.user, sale, app.now()).await?;
    if seller.user.email_confirmed_at.is_none() {
        let message = "Confirm your own email address first, then you can email receipts.";
        return Err(Error::Conflict(message.to_owned()));
    }
    let limits = vec![(RECEIPT_MAIL_BY_ACCOUNT, actor.user.to_string())];
    attempts::take(app, &actor.caller, limits).await?;
    let Paper { file_name, bytes } = paper;
    let letter = mail::receipt(seller.name(), &seller.user.email, &title, file_name, &bytes);
    let (owner, keys, now, to) = (actor.user, app.keys.clone(), app.now(), address.clone());
    app.write(move |tx| mail::queue_to(tx, &keys, owner, &to, None, now, &letter)).await?;
    app.wake_workers();
    Ok(address)
}

/// Makes the receipt of an owner's sale. The same time `made_at` gives the same bytes.
pub(crate) async fn make(
    app: &App,
    owner: UserId,
    sale: Sale,
    made_at: Timestamp,
) -> Result<Paper> {
    Ok(write(app, owner, sale, made_at).await?.0)
}

async fn write(
    app: &App,
    owner: UserId,
    sale: Sale,
    made_at: Timestamp,
) -> Result<(Paper, Seller)> {
    if !matches!(sale.content.status, Status::Completed | Status::Refunded) {
        let message = "Only a completed or refunded sale has a receipt.";
        return Err(Error::Conflict(message.to_owned()));
    }
    let seller = app
        .read(move |conn| {
            conn.snapshot()?;
            Ok(Seller {
                user: users::find(conn, owner)?.ok_or_else(sessions::no_session)?,
                settings: settings::load(conn, owner)?,
                logo: studio_logos::find(conn, owner)?,
            })
        })
        .await?;
    let written = tokio::task::spawn_blocking(move || {
        let (content, zone) = (&sale.content, &seller.settings.time_zone);
        let reference = sale.reference();
        let side = |pixels: i64| u32::try_from(pixels).unwrap_or(0);
        let bytes = {
            let receipt = Receipt {
                number: &reference,
                date: content.day,
                seller: Party { name: seller.name(), details: seller.details() },
                logo: seller.logo.as_ref().map(|logo| Logo {
                    jpeg: &logo.bytes,
                    width: side(logo.width),
                    height: side(logo.height),
                }),
                client: Party {
                    name: &content.buyer.name,
                    details: content.buyer.email.iter().map(String::as_str).collect(),
                },
                title: &content.title,
                license: &format!("{} license", content.license.name()),
                grant: grant(content.license),
                amount: content.amount,
                currency: content.currency,
                refunded_on: sale.refund.as_ref().map(|refund| zone.day_of(refund.at)),
                made_at,
            };
            receipt.write(Vec::new())?
        };
        Ok::<_, std::io::Error>((
            Paper { file_name: format!("{reference} receipt.pdf"), bytes },
            seller,
        ))
    });
    written.await.map_err(Error::unexpected)?.map_err(Error::unexpected)
}

/// The rights that the license gives to the client, in one sentence.
const fn grant(license: License) -> &'static str {
    match license {
        License::Basic => {
            "A non-exclusive license to record one song over this beat and release it online, with credit to the \
             producer."
        }
        License::Premium => {
            "A non-exclusive license to record one song over this beat and to release, perform and sell it, with \
             credit to the producer."
        }
        License::Unlimited => {
            "A non-exclusive license to record over this beat and to release, perform and sell the result, with no \
             limit on copies, streams or shows."
        }
        License::Exclusive => {
            "An exclusive license: from the date of sale, this beat is licensed to no one else, and the client may \
             release, perform and sell recordings of it without limit."
        }
    }
}
