//! Tests that control the clock or change the database, on both engines: moved sealed values, the length of the PIN's
//! lock, expired cards, goals past their date. CARD-05, GOAL-04

use std::time::Duration;

use domain::money::goals::Status;
use ledgerline_app::clients::{self, BeneficiaryForm, ListForm};
use ledgerline_app::identity::sessions;
use ledgerline_app::identity::sign_in::{self, SignIn};
use ledgerline_app::money::cards::{self, CardChanges, CardForm};
use ledgerline_app::money::goals::{self, GoalForm};
use ledgerline_app::{Actor, Error};
use storage::db::{DbError, Sql, params, sql};

use crate::support::{EMAIL, PASSWORD, TestApp, caller, on_both_engines, parse_id};

const MINUTE: Duration = Duration::from_secs(60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);
const PIN: &str = "2583";
const NUMBER: &str = "4539578763621486";

impl TestApp {
    /// Signs in again as a person who has signed up before.
    async fn sign_in_again(&self, email: &str) -> Actor {
        let caller = caller();
        let form = SignIn { email: email.to_owned(), password: PASSWORD.into(), code: None };
        let entered = sign_in::sign_in(&self.app, form, caller.clone()).await.unwrap();
        sessions::authenticate(&self.app, entered.token.expose(), caller).await.unwrap()
    }

    /// Adds a card that is valid to the end of February 2027; returns its id.
    async fn add_card(&self, actor: &Actor) -> String {
        self.advance_clock(Duration::from_millis(1));
        cards::add(&self.app, actor, card_form()).await.unwrap().id.to_string()
    }

    async fn set_pin(&self, actor: &Actor) {
        cards::pins::set(&self.app, actor, PIN, PASSWORD.into()).await.unwrap();
    }

    async fn reveal(&self, actor: &Actor, card: &str, pin: &str) -> Result<String, Error> {
        let revealed = cards::pins::reveal(&self.app, actor, parse_id(card), pin).await?;
        Ok(revealed.number.to_string())
    }

    /// Changes rows as only a thief with the database could.
    async fn tamper(&self, statement: &'static Sql, values: Vec<String>) {
        let tampered = self.app.db.write(move |tx| {
            let values: Vec<_> = values.iter().map(Into::into).collect();
            tx.execute(statement, &values)
        });
        assert_eq!(tampered.await.unwrap(), 1);
    }
}

fn card_form() -> CardForm {
    CardForm {
        brand: Some("visa".into()),
        number: Some(NUMBER.into()),
        holder_name: Some("Maya Okafor".into()),
        expiry_month: Some("2".into()),
        expiry_year: Some("2027".into()),
        cvv: Some("737".into()),
        is_default: false,
    }
}

on_both_engines!(
    a_number_moved_to_another_row_does_not_open,
    a_pin_moved_to_another_account_opens_nothing,
    what_lies_in_the_rows_is_sealed,
    an_account_number_moved_to_another_row_does_not_open,
    the_lock_lasts_from_the_last_try,
    pg locks_double_and_end_in_a_new_pin,
    a_card_that_ran_out_is_not_added_but_can_be_mended,
    a_goal_is_overdue_when_its_day_is_over
);

// CARD-05
async fn a_number_moved_to_another_row_does_not_open(test: TestApp) {
    let (maya, ade) = (test.join_as(EMAIL).await, test.join().await);
    let (first, second) = (test.add_card(&maya).await, test.add_card(&maya).await);
    let theirs = test.add_card(&ade).await;
    test.set_pin(&maya).await;
    test.set_pin(&ade).await;
    assert_eq!(test.reveal(&maya, &first, PIN).await.unwrap(), NUMBER);

    let copied = sql!(
        "UPDATE cards SET number =
               (SELECT c.number FROM cards c WHERE c.owner_id = ?1 AND c.id = ?2)
             WHERE owner_id = ?3 AND id = ?4"
    );
    let mayas = maya.user.to_string();
    test.tamper(copied, vec![mayas.clone(), first.clone(), mayas.clone(), second.clone()]).await;
    test.tamper(copied, vec![mayas.clone(), first.clone(), ade.user.to_string(), theirs.clone()])
        .await;
    for (actor, card) in [(&maya, &second), (&ade, &theirs)] {
        let refused = test.reveal(actor, card, PIN).await;
        assert!(matches!(refused, Err(Error::Conflict(_))), "{refused:?}");
    }
    // The whole row is given to another owner.
    test.tamper(
        sql!("UPDATE cards SET owner_id = ?2, is_default = 0 WHERE owner_id = ?1 AND id = ?3"),
        vec![mayas, ade.user.to_string(), first.clone()],
    )
    .await;
    assert!(matches!(test.reveal(&ade, &first, PIN).await, Err(Error::Conflict(_))));
    assert!(matches!(test.reveal(&maya, &first, PIN).await, Err(Error::NotFound(_))));
}

// CARD-05: a thief who puts a PIN of their own in another's place has the wrong seal.
async fn a_pin_moved_to_another_account_opens_nothing(test: TestApp) {
    let (maya, ade) = (test.join_as(EMAIL).await, test.join().await);
    let card = test.add_card(&maya).await;
    test.set_pin(&maya).await;
    cards::pins::set(&test.app, &ade, "8351", PASSWORD.into()).await.unwrap();
    test.tamper(
            sql!("UPDATE card_pins SET hash = (SELECT p.hash FROM card_pins p WHERE p.owner_id = ?1) WHERE owner_id = ?2"),
            vec![ade.user.to_string(), maya.user.to_string()],
        ).await;
    assert!(matches!(test.reveal(&maya, &card, "8351").await, Err(Error::Conflict(_))));
}

// CARD-05
async fn what_lies_in_the_rows_is_sealed(test: TestApp) {
    let maya = test.join_as(EMAIL).await;
    test.add_card(&maya).await;
    test.set_pin(&maya).await;
    let owner = maya.user.to_string();
    let (number, hash) = test
        .app
        .db
        .read(move |conn| {
            let blob = |row: &storage::db::Row<'_>| Ok(row.blob(0)?.to_vec());
            let number = conn.query_one(
                sql!("SELECT number FROM cards WHERE owner_id = ?1"),
                params![&owner],
                blob,
            )?;
            let hash = conn.query_one(
                sql!("SELECT hash FROM card_pins WHERE owner_id = ?1"),
                params![&owner],
                blob,
            )?;
            Ok::<_, DbError>((number, hash))
        })
        .await
        .unwrap();
    let holds =
        |bytes: &[u8], text: &str| bytes.windows(text.len()).any(|part| part == text.as_bytes());
    assert!(!holds(&number, "1486") && !holds(&number, "4539"));
    assert!(!holds(&hash, "argon2"), "a hash of four digits must not lie open");
}

async fn an_account_number_moved_to_another_row_does_not_open(test: TestApp) {
    let maya = test.join_as(EMAIL).await;
    let mut ids = Vec::new();
    for number in ["DE89 3704", "GB29 NWBK"] {
        test.advance_clock(Duration::from_millis(1));
        let form = BeneficiaryForm {
            name: Some("Ade".into()),
            email: Some("ade@labels.example".into()),
            account_number: Some(number.into()),
            bank_name: Some("First Bank".into()),
            ..BeneficiaryForm::default()
        };
        let client = clients::add(&test.app, &maya, form).await.unwrap().client;
        assert_eq!(client.account_number, number);
        ids.push(client.row.id.to_string());
    }
    test.tamper(
            sql!(
                "UPDATE beneficiaries SET account_number =
                   (SELECT b.account_number FROM beneficiaries b WHERE b.owner_id = ?1 AND b.id = ?2)
                 WHERE owner_id = ?1 AND id = ?3"
            ),
            vec![maya.user.to_string(), ids[0].clone(), ids[1].clone()],
        ).await;
    assert_eq!(
        clients::find(&test.app, &maya, parse_id(&ids[0])).await.unwrap().account_number,
        "DE89 3704"
    );
    // SAFE-11: the moved value cannot be opened, and lists with it still work.
    let moved = clients::find(&test.app, &maya, parse_id(&ids[1])).await.unwrap();
    assert_eq!(moved.account_number, "");
    let all = ListForm { limit: 50, ..ListForm::default() };
    let listed = clients::list(&test.app, &maya, all).await.unwrap().clients;
    assert_eq!(listed.iter().filter(|client| client.account_number.is_empty()).count(), 1);
}

// CARD-05: the quarter of an hour begins with the fifth wrong PIN, not with the first.
async fn the_lock_lasts_from_the_last_try(test: TestApp) {
    let maya = test.join_as(EMAIL).await;
    let card = test.add_card(&maya).await;
    test.set_pin(&maya).await;
    for _ in 0..4 {
        assert!(matches!(test.reveal(&maya, &card, "0000").await, Err(Error::WrongPin { .. })));
        test.advance_clock(3 * MINUTE);
    }
    assert!(matches!(test.reveal(&maya, &card, "0000").await, Err(Error::WrongPin { .. })));
    let locked = cards::pins::status(&test.app, &maya).await.unwrap().locked_until.unwrap();
    assert_eq!(locked, test.app.now() + 15 * MINUTE);
    test.advance_clock(14 * MINUTE);
    let refused = test.reveal(&maya, &card, PIN).await;
    assert!(matches!(refused, Err(Error::TooManyAttempts { .. })), "{refused:?}");
    test.advance_clock(MINUTE);
    assert_eq!(cards::pins::status(&test.app, &maya).await.unwrap().locked_until, None);
    assert_eq!(test.reveal(&maya, &card, PIN).await.unwrap(), NUMBER);
}

// GUARD-09: each lock is twice as long as the one before, and after three of them only a new PIN helps.
async fn locks_double_and_end_in_a_new_pin(test: TestApp) {
    let maya = test.join_as(EMAIL).await;
    let card = test.add_card(&maya).await;
    test.set_pin(&maya).await;
    for minutes in [15, 30, 60] {
        for _ in 0..5 {
            assert!(matches!(test.reveal(&maya, &card, "0000").await, Err(Error::WrongPin { .. })));
            // Waiting between attempts does not reset the count.
            test.advance_clock(20 * MINUTE);
        }
        // The fifth attempt was twenty minutes ago.
        let until = cards::pins::status(&test.app, &maya).await.unwrap().locked_until;
        let left = (minutes > 20).then(|| test.app.now() + (minutes - 20) * MINUTE);
        assert_eq!(until, left, "{minutes}");
        if minutes > 20 {
            let refused = test.reveal(&maya, &card, PIN).await;
            assert!(matches!(refused, Err(Error::TooManyAttempts { .. })), "{refused:?}");
            test.advance_clock((minutes - 20) * MINUTE);
        }
    }
    for _ in 0..5 {
        assert!(matches!(test.reveal(&maya, &card, "0000").await, Err(Error::WrongPin { .. })));
    }
    test.advance_clock(365 * DAY);
    let maya = test.sign_in_again(EMAIL).await;
    assert!(cards::pins::status(&test.app, &maya).await.unwrap().needs_new_pin);
    let refused = test.reveal(&maya, &card, PIN).await.unwrap_err();
    assert_eq!(
        refused.to_string(),
        "Card details are locked after too many wrong PINs. Please set a new PIN with your password."
    );
    test.set_pin(&maya).await;
    assert_eq!(test.reveal(&maya, &card, PIN).await.unwrap(), NUMBER);
}

// CARD-02: a card can be added until the end of its expiry month, and is kept after that.
async fn a_card_that_ran_out_is_not_added_but_can_be_mended(test: TestApp) {
    let maya = test.join_as(EMAIL).await;
    // The last day of February.
    test.advance_clock(44 * DAY);
    let card = test.add_card(&maya).await;
    test.advance_clock(DAY);
    let refused = cards::add(&test.app, &maya, card_form()).await.unwrap_err();
    assert_eq!(
        refused.to_string(),
        "This card has expired. Please enter a card that is still valid"
    );
    let renamed = CardChanges { holder_name: Some("Ade".into()), ..CardChanges::default() };
    assert_eq!(
        cards::update(&test.app, &maya, parse_id(&card), renamed).await.unwrap().holder,
        "ADE"
    );
    let month =
        |month: &str| CardChanges { expiry_month: Some(month.into()), ..CardChanges::default() };
    assert!(cards::update(&test.app, &maya, parse_id(&card), month("2")).await.is_err());
    assert!(cards::update(&test.app, &maya, parse_id(&card), month("3")).await.is_ok());
}

// GOAL-04
async fn a_goal_is_overdue_when_its_day_is_over(test: TestApp) {
    let maya = test.join_as(EMAIL).await;
    let form = |date: &str| GoalForm {
        title: Some("Monitors".into()),
        target_amount: Some("5".into()),
        target_date: Some(date.into()),
        ..GoalForm::default()
    };
    let goal = goals::create(&test.app, &maya, form("2027-01-15")).await.unwrap();
    assert_eq!(goal.status, Status::Active);
    let id = goal.goal.id.to_string();
    test.advance_clock(DAY);
    let listed = |status: &'static str| goals::list(&test.app, &maya, Some(status.into()), 50, 0);
    assert_eq!(listed("active").await.unwrap().total, 0);
    let overdue = listed("overdue").await.unwrap();
    assert_eq!((overdue.total, overdue.goals[0].status), (1, Status::Overdue));
    assert_eq!(goals::find(&test.app, &maya, parse_id(&id)).await.unwrap().status, Status::Overdue);
    // The form of the goal still sends the old date.
    let mut renamed = form("2027-01-15");
    renamed.title = Some("Better monitors".into());
    let renamed = goals::update(&test.app, &maya, parse_id(&id), renamed).await.unwrap();
    assert_eq!((renamed.goal.title.as_str(), renamed.status), ("Better monitors", Status::Overdue));
    assert!(goals::update(&test.app, &maya, parse_id(&id), form("2027-01-14")).await.is_err());
    let moved = goals::update(&test.app, &maya, parse_id(&id), form("2027-01-16")).await.unwrap();
    assert_eq!(moved.status, Status::Active);
}
