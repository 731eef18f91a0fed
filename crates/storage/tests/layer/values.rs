//! Parameters and columns: values are read back as they were written, and unsupported values are refused with an error.

use ledgerline_storage::db::{DbError, Sql, Value, params, sql};

use crate::test_db::{TestDb, insert, on_both_engines};

on_both_engines!(
    values_come_back_as_they_went_in,
    a_nul_byte_in_text_is_refused_and_nothing_breaks,
    a_column_of_another_kind_is_a_decode_error,
    integers_fit_every_width_and_limit,
    composed_statements_work_like_fixed_ones,
);

type Thing = (Option<i64>, Option<String>, Option<Vec<u8>>);

async fn values_come_back_as_they_went_in(test: TestDb) {
    let db = test.open().await;
    let large: Vec<u8> = (0..5_000_000u32).map(|i| (i % 251) as u8).collect();
    let things: Vec<Thing> = vec![
        (None, None, None),
        (Some(0), Some(String::new()), Some(Vec::new())),
        (
            Some(i64::MIN),
            Some("Zoë 🎚️ 世界 שלום ‘quoted’ ?1 $1 \\ %_".to_owned()),
            Some(vec![0, 255, 0]),
        ),
        (Some(i64::MAX), Some("long ".repeat(100_000)), Some(large)),
    ];
    for (i, thing) in things.into_iter().enumerate() {
        let put = thing.clone();
        let id = format!("thing {i}");
        let got: Thing = db
            .write(move |tx| {
                let insert =
                    sql!("INSERT INTO things (id, n, note, bytes) VALUES (?1, ?2, ?3, ?4)");
                tx.execute(insert, params![&id, put.0, &put.1, &put.2])?;
                let select = sql!("SELECT n, note, bytes FROM things WHERE id = ?1");
                tx.query_one(select, params![id], |row| {
                    let note = row.opt_text(1)?.map(str::to_owned);
                    Ok((row.opt_int(0)?, note, row.opt_blob(2)?.map(<[u8]>::to_vec)))
                })
            })
            .await
            .unwrap();
        assert!(got == thing, "thing {i} came back changed");
    }
}

async fn a_nul_byte_in_text_is_refused_and_nothing_breaks(test: TestDb) {
    let db = test.open().await;
    let write = db.write(|tx| insert(tx, "a\0b", 1)).await;
    assert!(matches!(write, Err(DbError::NulByte)), "{write:?}");
    let find = sql!("SELECT id FROM things WHERE id = ?1");
    let read =
        db.read(|c| c.query(find, params!["\0"], |row| row.text(0).map(str::to_owned))).await;
    assert!(matches!(read, Err(DbError::NulByte)), "{read:?}");
    db.write(|tx| insert(tx, "ab", 1)).await.unwrap();
}

async fn a_column_of_another_kind_is_a_decode_error(test: TestDb) {
    let db = test.open().await;
    db.write(|tx| insert(tx, "a", 2)).await.unwrap();
    let select = sql!("SELECT id, n, note, bytes FROM things");
    let errors = db
        .read(|c| {
            c.query_one(select, params![], |row| {
                assert_eq!((row.text(0)?, row.int(1)?), ("a", 2));
                Ok([
                    row.int(0).err(),
                    row.text(1).err(),
                    row.flag(1).err(),
                    row.text(2).err(),
                    row.blob(3).err(),
                    row.blob(0).err(),
                    row.int(9).err(),
                ])
            })
        })
        .await
        .unwrap();
    for (i, error) in errors.iter().enumerate() {
        assert!(matches!(error, Some(DbError::Decode { .. })), "{i}: {error:?}");
    }
    let none = sql!("SELECT n FROM things WHERE id = 'absent'");
    let none = db.read(|c| c.query_one(none, params![], |row| row.int(0))).await;
    assert!(matches!(none, Err(DbError::NoRow)), "{none:?}");
}

async fn integers_fit_every_width_and_limit(test: TestDb) {
    let db = test.open().await;
    for i in 0..5 {
        db.write(move |tx| insert(tx, &format!("{i}"), i)).await.unwrap();
    }
    let page = db
        .read(|c| {
            let page = sql!("SELECT n FROM things ORDER BY n LIMIT ?1 OFFSET ?2");
            c.query(page, params![2, 1], |row| row.int(0))
        })
        .await;
    assert_eq!(page.unwrap(), [1, 2]);
    let narrow = db
        .read(|c| {
            let narrow =
                sql!("SELECT CAST(?1 AS INTEGER), CAST(?2 AS SMALLINT), CAST(?3 AS BIGINT)");
            c.query_one(narrow, params![-7, true, None::<i64>], |row| {
                Ok((row.int(0)?, row.flag(1)?, row.opt_int(2)?))
            })
        })
        .await;
    assert_eq!(narrow.unwrap(), (-7, true, None));
}

async fn composed_statements_work_like_fixed_ones(test: TestDb) {
    let db = test.open().await;
    for i in 0..10 {
        db.write(move |tx| insert(tx, &format!("{i}"), i)).await.unwrap();
    }
    // More different statements than a connection caches as prepared ones.
    for n in 0..600i64 {
        let found = db
            .read(move |c| {
                let filters: Vec<Value<'_>> =
                    vec![Value::from(n % 10), Value::from("x".to_owned())];
                let text = format!("SELECT id FROM things WHERE n = ?1 AND id <> ?2 AND {n} = {n}");
                c.query_opt(&Sql::dynamic(text), &filters, |row| row.text(0).map(str::to_owned))
            })
            .await;
        assert_eq!(found.unwrap(), Some(format!("{}", n % 10)));
    }
}
