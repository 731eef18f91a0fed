//! Payments that a payment service reports, for offers that are written as if a buyer had accepted them. OFF-11

use domain::ids::OfferId;
use domain::money::{Currency, Minor};
use domain::offers::{Acceptance, Buyer, Offer, Payment, Reason, Source, State};
use ledgerline_app::offers::payments::{self, Outcome};
use ledgerline_app::offers::{changes, details};
use ledgerline_app::{Caller, notifications};
use storage::offers::{self as rows, acceptances};

use crate::support::{TestApp, on_both_engines};

on_both_engines!(pg off_11_a_wrong_or_second_payment_issues_nothing_and_marks_the_offer);

async fn off_11_a_wrong_or_second_payment_issues_nothing_and_marks_the_offer(test: TestApp) {
    let actor = test.join().await;
    let (owner, now) = (actor.user, test.app.now());
    let id = OfferId::new(now, [1; 10]);
    let minor = |units| Minor::new(units).unwrap();
    let offer = Offer {
        id,
        number: 1,
        stored_state: State::Accepted,
        revision: 1,
        buyer: Buyer { client: None, name: "Ade".into(), email: "ade@x.example".into() },
        currency: Currency::Usd,
        total: minor(14_900),
        words: String::new(),
        expires_at: now,
        expires_on: None,
        ways: Vec::new(),
        remind: false,
        source: Source::Shop,
        share_link: None,
        created_at: now,
        updated_at: now,
        sent_at: Some(now),
        viewed_at: Some(now),
        accepted_at: Some(now),
        paid_at: None,
        delivered_at: None,
        closed_at: None,
        is_sold_elsewhere: false,
        mails_sent: 0,
        mailed_at: None,
        reminded_at: None,
        counter: None,
        attention: None,
        payment: Payment::default(),
        events: 0,
    };
    let accepted = Acceptance {
        name: "Ade".into(),
        alias: String::new(),
        address: String::new(),
        country: "Nigeria".into(),
        email: "ade@x.example".into(),
        at: now,
        ip: "192.0.2.1".into(),
        browser: "Firefox".into(),
        text_hash: "00".into(),
        revision: 1,
        producer: "{}".into(),
    };
    let paid = Offer {
        stored_state: State::Paid,
        paid_at: Some(now),
        events: 100,
        payment: Payment { reference: Some("pi_1".into()), ..Payment::default() },
        ..offer.clone()
    };
    test.app
        .write(move |tx| {
            rows::put(tx, owner, &offer, &[])?;
            Ok(acceptances::insert(tx, owner, id, &accepted)?)
        })
        .await
        .unwrap();
    let received = async |amount: i64, currency: Currency, reference: &str| {
        let what = (minor(amount), currency);
        payments::record_reported(&test.app, owner, id, &Caller::operator(), what, reference)
            .await
            .unwrap()
    };
    let wrong = received(14_800, Currency::Usd, "pi_0").await;
    assert_eq!(wrong, Outcome::Attention(Reason::WrongAmount));
    let wrong = received(14_900, Currency::Eur, "pi_0").await;
    assert_eq!(wrong, Outcome::Attention(Reason::WrongCurrency));
    let shown = details::find(&test.app, &actor, id).await.unwrap();
    assert_eq!((shown.state, shown.licenses.len()), (State::Accepted, 0));
    let marked = shown.offer.attention.unwrap();
    assert_eq!((marked.received, marked.currency), (minor(14_900), Currency::Eur));
    let form = notifications::ListForm { limit: 50, ..Default::default() };
    let told = notifications::list(&test.app, &actor, form).await.unwrap().page.notifications;
    assert!(told.iter().any(|notice| notice.title == "Look at OFR-0001"));
    let shown = changes::dismiss(&test.app, &actor, id).await.unwrap();
    assert_eq!(shown.offer.attention, None);
    // A repeated payment report is not a second payment; another report is.
    test.app.write(move |tx| Ok(rows::put(tx, owner, &paid, &[])?)).await.unwrap();
    assert_eq!(received(14_900, Currency::Usd, "pi_1").await, Outcome::Paid);
    let twice = received(14_900, Currency::Usd, "pi_2").await;
    assert_eq!(twice, Outcome::Attention(Reason::PaidTwice));
}
