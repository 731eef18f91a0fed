//! An offer whose sale is refunded: it is refunded too, and the platform keeps its fee or gives it back.

use domain::calendar::{Day, TimeOfDay};
use domain::ids::UserId;
use domain::money::Minor;
use domain::money::transactions::{Content, Kind, Status};
use domain::offers::{EventKind, Offer, State};
use domain::sales::Sale;
use domain::time::Timestamp;
use storage::db::Tx;
use storage::offers::{self as rows, lines};

use super::record;
use crate::money::ledger::Ledger;
use crate::money::transactions::posting;
use crate::{Error, Result};

/// What becomes of the fee.
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

/// Ends the offer of a sale that is refunded. The caller holds the ledger's lock.
pub(crate) fn of_sale(
    tx: &mut Tx,
    owner: UserId,
    ledger: &mut Ledger,
    sale: &Sale,
    fee: Fee,
    now: Timestamp,
) -> Result<()> {
    rows::lock(tx, owner)?;
    let Some(offer) = rows::of_sale(tx, owner, sale.id)? else { return Ok(()) };
    let lines = lines::list(tx, owner, offer.id)?;
    let taken = offer.payment.fee.filter(|taken| *taken > Minor::ZERO);
    let message = match (taken, fee) {
        (Some(taken), Fee::Returned) => {
            let content = Content {
                account: ledger.default_account(offer.currency)?.id,
                kind: Kind::Deposit,
                status: Status::Completed,
                title: "Platform and payment fees".to_owned(),
                description: Some(format!("Returned, {}, {}", offer.reference(), sale.reference())),
                day: Day::of(now),
                time: TimeOfDay::of(now),
                amount: taken,
                currency: offer.currency,
                beneficiary: None,
                card: None,
                sale: Some(sale.id),
                transfer: None,
            };
            posting::record(tx, owner, ledger, content, now)?;
            "Refunded, and the fee was given back"
        }
        (Some(_), Fee::Kept) => "Refunded, and the fee was kept",
        (None, _) => "Refunded",
    };
    let offer = Offer { stored_state: State::Refunded, closed_at: Some(now), ..offer };
    let happened = [(EventKind::Refunded, message.to_owned())];
    record::write(tx, owner, offer, &lines, &happened, now)?;
    Ok(())
}
