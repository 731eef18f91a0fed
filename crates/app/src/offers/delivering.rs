//! Opening the delivery of a paid offer, and mailing its link to the buyer if mail can be sent.

use domain::ids::{LicenseId, UserId};
use domain::licenses::issued::License;
use domain::offers::{Line, Offer};
use domain::time::Timestamp;
use storage::db::Tx;
use storage::deliveries;
use storage::identity::zones;

use super::sending::subject;
use crate::crypto::Keys;
use crate::deliveries::opening::DeliveryContext;
use crate::guests::mail::{self, Sender};
use crate::notifications::mail::delivery as letter;
use crate::{App, Caller, Result};

/// What opening and mailing a delivery need besides the transaction.
pub(super) struct DeliverySender {
    context: DeliveryContext,
    keys: Keys,
    sender: Option<Sender>,
}

impl DeliverySender {
    pub async fn of(app: &App, owner: UserId, caller: &Caller, to: &str) -> Self {
        let sender = mail::allow(app, owner, caller, to).await.ok();
        Self { context: DeliveryContext::of(app), keys: app.keys.clone(), sender }
    }

    /// Opens the delivery of an offer's licenses and queues the letter with its link. The offer must already be stored
    /// as paid.
    pub fn deliver(
        &self,
        tx: &mut Tx,
        owner: UserId,
        offer: &Offer,
        lines: &[Line],
        issued: &[License],
        now: Timestamp,
    ) -> Result<()> {
        let ids: Vec<LicenseId> = issued.iter().map(|license| license.id).collect();
        let opened = self.context.open(tx, owner, &ids, Some(offer.id), None, now)?;
        let delivery = deliveries::find(tx, owner, opened.id)?;
        if let (Some(sender), Some(delivery)) = (&self.sender, delivery) {
            let until = zones::find(tx, owner)?.until_in_words(delivery.expires_at);
            let reference = offer.reference();
            let letter = letter(&sender.name, &subject(lines), &reference, &opened.url, &until);
            mail::queue(tx, &self.keys, sender, letter, now)?;
        }
        Ok(())
    }
}
