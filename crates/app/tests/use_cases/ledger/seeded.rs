//! Rows that were added in bulk and rows that were added one by one give the same ledger.

use ledgerline_app::figures::dashboard;
use ledgerline_app::identity::account;
use ledgerline_app::money::transactions;
use ledgerline_app::money::transactions::lists::ListForm;
use ledgerline_app::operations::seed::{self, Plan};
use ledgerline_app::sales::forms::SaleForm;
use ledgerline_app::{Actor, sales};
use storage::db::{Conn, Sql, params};

use crate::support::{TestApp, on_both_engines};

/// Queries of the stored totals, and queries that compute the same totals from the rows.
const COUNTED: [(&str, &str); 5] = [
    (
        "SELECT grain || '|' || period || '|' || buyer || '|' || currency, count, amount
         FROM sale_buyer_totals WHERE owner_id = ?1 AND grain = 'day' ORDER BY 1",
        "SELECT 'day|' || date || '|' || COALESCE(client_id, '~' || client) || '|' || currency,
                COUNT(*), CAST(SUM(amount) AS BIGINT)
         FROM sales WHERE owner_id = ?1 AND status = 'Completed' GROUP BY 1 ORDER BY 1",
    ),
    // The totals of July, and those of the whole year.
    (
        "SELECT year || '|' || buyer || '|' || currency, count_7 - count_6, amount_7 - amount_6
         FROM sale_buyer_years WHERE owner_id = ?1 AND currency <> '' AND count_7 > count_6 ORDER BY 1",
        "SELECT substr(date, 1, 4) || '|' || COALESCE(client_id, '~' || client) || '|' || currency,
                COUNT(*), CAST(SUM(amount) AS BIGINT)
         FROM sales WHERE owner_id = ?1 AND status = 'Completed' AND substr(date, 6, 2) = '07'
         GROUP BY 1 ORDER BY 1",
    ),
    (
        "SELECT year || '|' || buyer, count_12, amount_12
         FROM sale_buyer_years WHERE owner_id = ?1 AND currency = '' ORDER BY 1",
        "SELECT substr(date, 1, 4) || '|' || COALESCE(client_id, '~' || client), COUNT(*), CAST(0 AS BIGINT)
         FROM sales WHERE owner_id = ?1 AND status = 'Completed' GROUP BY 1 ORDER BY 1",
    ),
    (
        "SELECT period || '|' || genre_key || '|' || currency, count, amount
         FROM sale_genre_totals WHERE owner_id = ?1 AND grain = 'day' ORDER BY 1",
        "SELECT s.date || '|' || COALESCE(d.genre_key, '') || '|' || s.currency, COUNT(*),
                CAST(SUM(s.amount) AS BIGINT)
         FROM sales s LEFT JOIN documents d ON d.owner_id = s.owner_id AND d.id = s.beat_id
         WHERE s.owner_id = ?1 AND s.status = 'Completed' GROUP BY 1 ORDER BY 1",
    ),
    (
        "SELECT category || '|' || status || '|' || genre_key, count, bytes
         FROM document_totals WHERE owner_id = ?1 ORDER BY 1",
        "SELECT category || '|' || status || '|' || genre_key, COUNT(*), CAST(SUM(size) AS BIGINT)
         FROM documents WHERE owner_id = ?1 GROUP BY 1 ORDER BY 1",
    ),
];

on_both_engines!(
    pg batches_keep_the_books,
    an_account_that_is_used_goes_on_being_sound,
    sales_made_in_bulk_count_like_others,
);

fn plan(transactions: i64, seed: u64) -> Plan {
    Plan { transactions, sales: 0, documents: 0, clients: 5, goals: 2, years: 2, seed, batch: 70 }
}

async fn total(test: &TestApp, actor: &Actor) -> i64 {
    let form = ListForm { limit: 1, ..ListForm::default() };
    transactions::lists::list(&test.app, actor, form).await.unwrap().listing.total
}

// TXN-03
async fn batches_keep_the_books(test: TestApp) {
    let actor = test.join().await;
    let email = account::me(&test.app, &actor).await.unwrap().email;
    let mut heard = Vec::new();
    seed::fill(&test.app, &email, &plan(330, 5), |made| heard.push(made)).await.unwrap();
    assert_eq!(heard, [70, 140, 210, 280, 330]);
    let audited = test.audit(actor.user).await;
    assert!(audited.iter().any(|account| account.posted != 0), "{audited:?}");
    let summary = transactions::lists::summary(&test.app, &actor, None, None).await.unwrap();
    assert_eq!((summary.count, total(&test, &actor).await), (330, 330));
}

/// One deposit before the first bulk insert, another one between two bulk inserts, and a withdrawal of the whole
/// balance at the end.
async fn an_account_that_is_used_goes_on_being_sound(test: TestApp) {
    let actor = test.join().await;
    let other = test.join().await;
    let email = account::me(&test.app, &actor).await.unwrap().email;
    test.deposit(&actor, "100.00", None).await.unwrap();
    seed::fill(&test.app, &email, &plan(150, 1), |_| ()).await.unwrap();
    let second = test.deposit(&actor, "0.01", None).await.unwrap();
    assert!(second.body.starts_with("TXN-152 "), "{}", second.body);
    seed::fill(&test.app, &email, &plan(150, 1), |_| ()).await.unwrap();
    test.audit(actor.user).await;
    let left = domain::money::print(test.wallet(&actor).await);
    test.withdraw(&actor, &left, None).await.unwrap();
    assert_eq!(test.wallet(&actor).await, 0);
    test.audit(actor.user).await;
    assert_eq!(total(&test, &actor).await, 303);
    assert_eq!(total(&test, &other).await, 0);
}

// DASH-01, ANA-01
async fn sales_made_in_bulk_count_like_others(test: TestApp) {
    let actor = test.join().await;
    let email = account::me(&test.app, &actor).await.unwrap().email;
    let plan = Plan { sales: 230, documents: 90, ..plan(40, 3) };
    seed::fill(&test.app, &email, &plan, |_| ()).await.unwrap();
    test.audit(actor.user).await;
    let owner = actor.user.to_string();
    for (kept, added_up) in COUNTED {
        let mut found = Vec::new();
        for text in [kept, added_up] {
            let owner = owner.clone();
            let read = move |conn: &mut Conn| {
                conn.query(&Sql::dynamic(text.to_owned()), params![&owner], |row| {
                    Ok((row.text(0)?.to_owned(), row.int(1)?, row.int(2)?))
                })
            };
            found.push(test.app.db.read(read).await.unwrap());
        }
        assert!(found[0].len() > 5, "{kept}");
        assert_eq!(found[0], found[1]);
    }
    let summary = sales::lists::summary(&test.app, &actor, None, None).await.unwrap();
    assert_eq!(summary.count, 230);
    let told = dashboard::load(&test.app, &actor, None).await.unwrap();
    assert_eq!(told.library.beats + told.library.videos, 90);
    assert_eq!(told.recent_sales[0].sale.reference(), "SALE-230");
    // Numbers of single rows continue after those of the batch.
    let form = SaleForm {
        title: Some("Neon Haze".into()),
        client: Some("Walk-in".into()),
        amount: Some("10.00".into()),
        ..SaleForm::default()
    };
    test.sell(&actor, form).await.unwrap();
    let told = dashboard::load(&test.app, &actor, None).await.unwrap();
    assert_eq!(told.recent_sales[0].sale.reference(), "SALE-231");
}
