//! Settings over HTTP. SET-02, SET-08

use serde_json::{Value, json};

use crate::harness::people::{Person, sign_up_form, token_of};
use crate::harness::{Server, on_both_engines};

fn settings(server: &Server, person: &Person) -> Value {
    person.at(server).get("/api/users/settings").expect(200).body["settings"].clone()
}

on_both_engines!(
    a_new_account_has_the_defaults,
    pg every_key_takes_every_value_of_its_own,
    what_a_key_may_not_hold_is_refused_and_nothing_changes,
    unknown_keys_are_ignored_and_nothing_is_needed,
    firm_06_the_time_zone_is_guessed_at_sign_up_and_can_be_changed,
    security_settings_are_the_same_settings,
    two_factor_shows_its_real_state
);

// SET-02
fn a_new_account_has_the_defaults(server: &Server) {
    let person = Person::join(server);
    assert_eq!(
        settings(server, &person),
        json!({
            "email_notifications": true, "push_notifications": true, "sales_notifications": true,
            "message_notifications": true, "system_notifications": false, "default_currency": "USD",
            "auto_withdraw": false, "auto_withdraw_bank": "", "payment_reminders": true, "two_factor_auth": false,
            "login_alerts": true, "session_timeout": 30, "theme": "light", "accent_color": "default",
            "font": "inter", "compact_mode": false, "profile_visibility": "public",
            "show_online_status": true, "allow_messages": true, "time_zone": "UTC", "sample_data": false, "studio_name": "",
            "studio_address": "", "studio_tax_line": "", "studio_logo": null, "can_email": false,
        })
    );
}

// SET-02, SET-09: each key can be changed alone, to each value it may hold, and nothing else moves.
fn every_key_takes_every_value_of_its_own(server: &Server) {
    let person = Person::join(server);
    let mut expected = settings(server, &person);
    let flags = [
        "email_notifications",
        "push_notifications",
        "sales_notifications",
        "message_notifications",
        "system_notifications",
        "auto_withdraw",
        "payment_reminders",
        "login_alerts",
        "compact_mode",
        "show_online_status",
        "allow_messages",
    ];
    let mut changes: Vec<(&str, Value)> = Vec::new();
    for flag in flags {
        changes.push((flag, json!(!expected[flag].as_bool().unwrap())));
    }
    let choices = [
        ("default_currency", json!(["USD", "EUR", "GBP", "KES"])),
        ("session_timeout", json!([2, 15, 30, 60, 120])),
        ("theme", json!(["light", "dark", "glassmorphism"])),
        ("accent_color", json!(["default", "blue", "green", "orange", "teal", "rose", "amber"])),
        (
            "font",
            json!([
                "inter",
                "roboto",
                "openSans",
                "sourceSans",
                "nunito",
                "comfortaa",
                "quicksand",
                "fredoka"
            ]),
        ),
        ("profile_visibility", json!(["public", "private", "clients only"])),
        ("auto_withdraw_bank", json!(["First Harbor Bank, •••• 0101", ""])),
        ("time_zone", json!(["America/New_York", "Pacific/Kiritimati", "Asia/Calcutta", "UTC"])),
    ];
    for (key, values) in choices {
        changes.extend(values.as_array().unwrap().iter().map(|value| (key, value.clone())));
    }
    for (key, value) in changes {
        expected[key] = value.clone();
        let answer = person.at(server).put("/api/users/settings", &json!({key: value})).expect(200);
        assert_eq!(answer.body["settings"], expected, "{key}");
    }
    assert_eq!(settings(server, &person), expected);
}

fn what_a_key_may_not_hold_is_refused_and_nothing_changes(server: &Server) {
    let person = Person::join(server);
    let before = settings(server, &person);
    let refused = [
        ("session_timeout", json!(3)),
        ("session_timeout", json!("30")),
        ("session_timeout", json!(30.5)),
        ("theme", json!("neon")),
        ("accent_color", json!("")),
        ("default_currency", json!("usd")),
        ("profile_visibility", json!("clients")),
        ("login_alerts", json!("yes")),
        ("compact_mode", json!(1)),
        ("two_factor_auth", json!(true)),
        ("auto_withdraw_bank", json!("x".repeat(81))),
        ("time_zone", json!("Mars/Base")),
        ("time_zone", json!("")),
        ("time_zone", json!("+02:00")),
        ("time_zone", json!(2)),
    ];
    for (key, value) in refused {
        let change = json!({key: value, "allow_messages": false});
        let answer = person.at(server).put("/api/users/settings", &change).expect_error(400);
        assert!(answer.body["fields"][key].is_string(), "{key}: {answer:?}");
    }
    assert_eq!(settings(server, &person), before);
}

fn unknown_keys_are_ignored_and_nothing_is_needed(server: &Server) {
    let person = Person::join(server);
    let before = settings(server, &person);
    person.at(server).put("/api/users/settings", &json!({"colour": "red"})).expect(200);
    person.at(server).put("/api/users/settings", &json!({})).expect(200);
    assert_eq!(settings(server, &person), before);
}

// FIRM-06
fn firm_06_the_time_zone_is_guessed_at_sign_up_and_can_be_changed(server: &Server) {
    let zone_of = |place: usize, sent: Value| {
        let mut form = sign_up_form(&format!("zone{place}@northline.studio"));
        form["timeZone"] = sent;
        let token = token_of(&server.post("/api/auth/signup", &form).expect(201).body);
        let answer = server.with_token(&token).get("/api/users/settings").expect(200).body;
        answer["settings"]["time_zone"].clone()
    };
    assert_eq!(zone_of(0, json!("Pacific/Auckland")), "Pacific/Auckland");
    assert_eq!(zone_of(1, json!("america/los_angeles")), "America/Los_Angeles");
    // A name that the server does not know keeps nobody from signing up.
    let unknown = [json!("Mars/Base"), json!("Etc/Unknown"), json!(""), Value::Null];
    for (place, unknown) in unknown.into_iter().enumerate() {
        assert_eq!(zone_of(place + 2, unknown), "UTC");
    }
}

// SET-08
fn security_settings_are_the_same_settings(server: &Server) {
    let person = Person::join(server);
    let change = json!({"login_alerts": false, "session_timeout": 2});
    let answer = person.at(server).put("/api/security/settings", &change).expect(200);
    let expected = json!({"two_factor_auth": false, "login_alerts": false, "session_timeout": 2, "recovery_codes_left": 0});
    assert_eq!(answer.body["settings"], expected);
    assert_eq!(
        person.at(server).get("/api/security/settings").expect(200).body["settings"],
        expected
    );
    let all = settings(server, &person);
    assert_eq!((&all["login_alerts"], &all["session_timeout"]), (&json!(false), &json!(2)));
    person
        .at(server)
        .put("/api/security/settings", &json!({"session_timeout": 1}))
        .expect_error(400);
}

// SET-08: the settings show whether two-factor authentication is on, but cannot change it.
fn two_factor_shows_its_real_state(server: &Server) {
    let person = Person::join(server);
    person.enable_two_factor(server);
    assert_eq!(settings(server, &person)["two_factor_auth"], true);
    let answer = person.at(server).get("/api/security/settings").expect(200);
    assert_eq!(answer.body["settings"]["recovery_codes_left"], 10);
    person
        .at(server)
        .put("/api/users/settings", &json!({"two_factor_auth": false}))
        .expect_error(400);
    person.at(server).put("/api/users/settings", &json!({"two_factor_auth": true})).expect(200);
}
