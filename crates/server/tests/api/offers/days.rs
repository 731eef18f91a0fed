//! The last day of an offer, in time zones east and west of Greenwich.

use domain::calendar::{Day, Zone};
use domain::time::Timestamp;
use serde_json::{Value, json};

use super::buyers::visitor;
use super::{get_offer, make_offer, path, prepare_order, send_offer};
use crate::harness::people::Person;
use crate::harness::{Server, on_both_engines};

on_both_engines!(
    pg firm_06_the_last_day_of_an_offer_stays_however_often_it_is_saved,
    firm_06_the_page_says_when_and_where_the_day_ends,
    firm_06_an_offer_can_end_at_a_moment,
);

const ZONES: [&str; 4] = ["Pacific/Auckland", "UTC", "America/Los_Angeles", "Pacific/Kiritimati"];

fn move_to(server: &Server, person: &Person, zone: &str) -> Zone {
    person.at(server).put("/api/users/settings", &json!({"time_zone": zone})).expect(200);
    Zone::find(zone).unwrap()
}

/// Today in the zone, as the server sees it from the offer that it just made.
fn made_on(offer: &Value, zone: &Zone) -> Day {
    zone.day_of(Timestamp::read(offer["created_at"].as_str().unwrap()).unwrap())
}

fn firm_06_the_last_day_of_an_offer_stays_however_often_it_is_saved(server: &Server) {
    let (maya, _, mut order) = prepare_order(server, "Day Line");
    for name in ZONES {
        let zone = move_to(server, &maya, name);
        let draft = make_offer(server, &maya, &order);
        let today = made_on(&draft, &zone);
        // Without a choice an offer is open for fourteen days, to the end of the last one.
        let fortnight = today.days_after(14).unwrap();
        assert_eq!(draft["expires_on"], fortnight.to_string(), "{name}");
        assert_eq!(draft["expires_at"], zone.end_of(fortnight).to_string(), "{name}");
        let last = today.days_after(30).unwrap();
        order["expires_on"] = json!(last.to_string());
        let mut offer = make_offer(server, &maya, &order);
        let end = zone.end_of(last).to_string();
        for saved in 0..3 {
            let shown = (&offer["expires_on"], &offer["expires_at"]);
            assert_eq!(shown, (&json!(last.to_string()), &json!(end)), "{name}, saved {saved}");
            let form = json!({"expires_on": offer["expires_on"], "words": saved.to_string()});
            offer = maya.at(server).put(&path(&offer), &form).expect(200).body["offer"].clone();
        }
        // The field for moments takes a day too.
        let form = json!({"expires_at": today.days_after(31).unwrap().to_string()});
        let later = maya.at(server).put(&path(&offer), &form).expect(200).body["offer"].clone();
        assert_eq!(later["expires_at"], zone.end_of(today.days_after(31).unwrap()).to_string());
        // A buyer was promised the moment, so it stays when the account moves.
        let elsewhere = if name == "UTC" { "Pacific/Auckland" } else { "UTC" };
        move_to(server, &maya, elsewhere);
        let form = json!({"expires_on": later["expires_on"]});
        let moved = maya.at(server).put(&path(&later), &form).expect(200).body["offer"].clone();
        assert_eq!(
            (&moved["expires_on"], &moved["expires_at"]),
            (&later["expires_on"], &later["expires_at"])
        );
        order.as_object_mut().unwrap().remove("expires_on");
    }
}

fn firm_06_the_page_says_when_and_where_the_day_ends(server: &Server) {
    let (maya, _, order) = prepare_order(server, "Night Line");
    let zone = move_to(server, &maya, "America/New_York");
    let offer = send_offer(server, &maya, &make_offer(server, &maya, &order));
    let last = Day::read(offer["expires_on"].as_str().unwrap()).unwrap();
    assert_eq!(last, made_on(&offer, &zone).days_after(14).unwrap());
    let told = format!("good until the end of {}, New York time", last.in_words());
    assert!(visitor(server, &offer).open().contains(&told), "{told}");
    // The same moment, told in another place, is no longer the end of a day.
    let zone = move_to(server, &maya, "Pacific/Auckland");
    let told = zone.until_in_words(Timestamp::read(offer["expires_at"].as_str().unwrap()).unwrap());
    assert!(told.ends_with("Auckland time") && !told.starts_with("the end"), "{told}");
    assert!(visitor(server, &offer).open().contains(&format!("good until {told}")), "{told}");
}

fn firm_06_an_offer_can_end_at_a_moment(server: &Server) {
    let (maya, _, mut order) = prepare_order(server, "Noon Line");
    let zone = move_to(server, &maya, "America/Los_Angeles");
    let today = made_on(&make_offer(server, &maya, &order), &zone);
    let noon = format!("{}T12:00:00.000Z", today.days_after(5).unwrap());
    order["expires_at"] = json!(noon);
    let offer = make_offer(server, &maya, &order);
    assert_eq!((&offer["expires_on"], &offer["expires_at"]), (&Value::Null, &json!(noon)));
    maya.at(server).put(&path(&offer), &json!({"words": "Still at noon"})).expect(200);
    assert_eq!(get_offer(server, &maya, &offer)["expires_at"], noon);
    order["expires_on"] = json!(today.days_after(5).unwrap().to_string());
    let refused = maya.at(server).post("/api/offers", &order).expect_error(400);
    assert_eq!(refused.error(), "Send expires_on or expires_at, not both");
    // Today is not over yet; yesterday is, in the time zone of the account.
    order.as_object_mut().unwrap().remove("expires_at");
    order["expires_on"] = json!(today.to_string());
    maya.at(server).post("/api/offers", &order).expect(201);
    order["expires_on"] = json!(today.days_before(1).to_string());
    let refused = maya.at(server).post("/api/offers", &order).expect_error(400);
    assert_eq!(refused.error(), "The offer can't end in the past");
}
