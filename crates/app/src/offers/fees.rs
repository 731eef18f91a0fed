//! The fee that a payment platform keeps, as a transaction.

use domain::calendar::{Day, TimeOfDay};
use domain::ids::AccountId;
use domain::money::Minor;
use domain::money::transactions::{Content, Kind, Status};
use domain::offers::Offer;
use domain::sales::Sale;

const TITLE: &str = "Platform and payment fees";

/// The content of the transaction of a platform's fee, or of its return.
pub(super) fn fee_content(
    offer: &Offer,
    sale: &Sale,
    account: AccountId,
    amount: Minor,
    day: Day,
    time: TimeOfDay,
) -> Content {
    Content {
        account,
        kind: if amount.is_negative() { Kind::Payment } else { Kind::Deposit },
        status: Status::Completed,
        title: TITLE.to_owned(),
        description: Some(format!("{}, {}", offer.reference(), sale.reference())),
        day,
        time,
        amount,
        currency: offer.currency,
        beneficiary: None,
        card: None,
        sale: Some(sale.id),
        transfer: None,
    }
}
