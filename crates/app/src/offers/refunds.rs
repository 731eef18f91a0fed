//! Refunds of sales that came from offers: the offer becomes refunded too, and the platform keeps its fee or returns
//! it.

use domain::ids::UserId;
use domain::money::Minor;
use domain::money::transactions::Content;
use domain::offers::{EventKind, Offer, State};
use domain::sales::Sale;
use domain::time::Timestamp;
use storage::db::Tx;
use storage::identity::zones;
use storage::offers::{self as rows, lines};

use super::fees::fee_content;
use super::record;
use crate::money::ledger::Ledger;
use crate::money::transactions::posting;
use crate::{Error, Result};

/// Whether the platform keeps or returns its fee.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Fee {
    #[default]
    Kept,
    Returned,
}

impl Fee {
    pub fn parse(text: Option<&str>) -> Result<Self> {
        match text {
            None | Some("" | "kept") => Ok(Self::Kept),
            Some("returned") => Ok(Self::Returned),
            Some(_) => Err(Error::invalid("fee", "fee must be one of kept, returned")),
        }
    }
}

fn fee_taken(offer: &Offer) -> Option<Minor> {
    offer.payment.fee.filter(|taken| *taken > Minor::ZERO)
}

/// Posts the returned fee. It must be posted before the refund, since the account may hold no more than the sale's
/// amount without the fee. The caller holds the ledger's lock.
pub(crate) fn return_fee(
    tx: &mut Tx,
    owner: UserId,
    ledger: &mut Ledger,
    sale: &Sale,
    fee: Fee,
    now: Timestamp,
) -> Result<()> {
    let offer = rows::of_sale(tx, owner, sale.id)?.filter(|_| fee == Fee::Returned);
    let Some((offer, taken)) =
        offer.and_then(|offer| fee_taken(&offer).map(|taken| (offer, taken)))
    else {
        return Ok(());
    };
    let account = ledger.default_account(offer.currency)?.id;
    let (day, time) = zones::day_and_time(tx, owner, now)?;
    let content = Content {
        description: Some(format!("Returned, {}, {}", offer.reference(), sale.reference())),
        ..fee_content(&offer, sale, account, taken, day, time)
    };
    posting::record(tx, owner, ledger, content, now)?;
    Ok(())
}

/// Marks the offer of a refunded sale as refunded. The caller holds the ledger's lock.
pub(crate) fn of_sale(
    tx: &mut Tx,
    owner: UserId,
    sale: &Sale,
    fee: Fee,
    now: Timestamp,
) -> Result<()> {
    rows::lock(tx, owner)?;
    let Some(offer) = rows::of_sale(tx, owner, sale.id)? else { return Ok(()) };
    let lines = lines::list(tx, owner, offer.id)?;
    let message = match (fee_taken(&offer), fee) {
        (Some(_), Fee::Returned) => "Refunded, including the fee",
        (Some(_), Fee::Kept) => "Refunded, and the fee was kept",
        (None, _) => "Refunded",
    };
    let offer = Offer { stored_state: State::Refunded, closed_at: Some(now), ..offer };
    let happened = [(EventKind::Refunded, message.to_owned())];
    record::write(tx, owner, offer, &lines, &happened, now)?;
    Ok(())
}
