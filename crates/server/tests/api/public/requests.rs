//! Requests of strangers: purchases before and after the mailbox is proved, questions for a license, and what letters and
//! notices about them say. HOLD-09, BUY-27, SHR-10

use serde_json::{Value, json};
use testbed::budget;
use testbed::smtp::Smtp;

use super::shop::{ALL, on_public_servers, open_shop};
use super::{Visitor, share_beat};
use crate::harness::library::{File, path, wait_for_analysis};
use crate::harness::outbox::wait_for_letter;
use crate::harness::people::Person;
use crate::harness::{Engine, Server, on_both_engines};
use crate::library::files::add;

on_public_servers!(
    hold_12_a_stranger_s_words_are_a_quotation_below_the_program_s_own,
    hold_12_a_visitor_s_name_is_no_address_and_not_the_installation_s,
    shop_03_uploaded_artwork_is_the_cover,
);

on_both_engines!(
    messages_are_listed_whatever_the_collation_of_their_ids,
    shr_10_a_question_for_a_license_becomes_an_offer_when_the_producer_makes_one,
);

/// A shop with one beat and a mail server.
struct Market {
    server: Server,
    smtp: Smtp,
    maya: Person,
    beat: String,
    kind: String,
}

impl Market {
    fn open(engine: Engine) -> Self {
        let smtp = Smtp::start();
        let server = Server::start(engine, &[ALL, &["--smtp-url", &smtp.url()]].concat());
        let (maya, harbor, order) = crate::offers::prepare_order(&server, "Harbor");
        // An account that is older than a day.
        server.execute("UPDATE users SET email_confirmed_at = 1, created_at = 1");
        maya.at(&server).put(&path(&harbor), &json!({"is_public": true})).expect(200);
        open_shop(&server, &maya, "maya", &json!({}));
        let id = |value: &Value| value.as_str().unwrap().to_owned();
        let (beat, kind) = (id(&harbor["id"]), id(&order["lines"][0]["kind_id"]));
        Self { server, smtp, maya, beat, kind }
    }

    /// Asks for the license in the name of a mailbox; returns the status and the path of the offer.
    fn begin(&self, email: &str) -> (u16, String) {
        let mut shop = Visitor::at_path(&self.server, "/@maya");
        shop.open();
        let fields =
            [("beat", self.beat.as_str()), ("kind", &self.kind), ("name", "Ade"), ("email", email)];
        let made = shop.post("/get", &fields);
        (made.status, made.header("location").to_owned())
    }

    fn code_to(&self, email: &str) -> String {
        budget::wait_for("a letter with a code", || {
            let received = self.smtp.received();
            let mut codes =
                received.iter().filter(|letter| letter.to == email).filter_map(|letter| {
                    let (before, _) = letter.text.split_once(" is your code")?;
                    before.rsplit(' ').next().map(str::to_owned)
                });
            codes.next_back()
        })
    }

    fn prove(&self, to: &str, email: &str) -> Visitor<'_> {
        let mut buyer = Visitor::at_path(&self.server, to);
        buyer.open();
        let code = self.code_to(email);
        assert_eq!(buyer.post("/code", &[("code", &code)]).status, 303);
        buyer
    }

    /// Goes from the price to the acceptance; returns the answer to the acceptance.
    fn accept(&self, email: &str) -> crate::harness::Answer {
        let (status, to) = self.begin(email);
        assert_eq!(status, 303, "{email}");
        let mut buyer = self.prove(&to, email);
        let page = buyer.open();
        let (_, rest) = page.split_once("name=\"text_hash\" value=\"").expect("a hash");
        let hash = rest.split('"').next().unwrap();
        let fields = [
            ("text_hash", hash),
            ("legal_name", "Adebayo Balogun"),
            ("address", "9 Main Street"),
            ("country", "Nigeria"),
            ("email", email),
            ("is_read", "1"),
            ("at_once", "1"),
        ];
        buyer.post("/accept", &fields)
    }

    fn offers(&self) -> Value {
        self.maya.at(&self.server).get("/api/offers").expect(200).body
    }

    fn pay(&self, offer: &Value) {
        let at = format!("/api/offers/{}/paid", offer["id"].as_str().unwrap());
        let form = json!({"amount": offer["total"]});
        self.maya.at(&self.server).post(&at, &form).expect(200);
    }
}

#[test]
fn buy_27_twenty_buyers_of_one_campus_buy_within_an_hour() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let market = Market::open(engine);
        for number in 0..20 {
            let email = format!("student{number}@campus.example");
            let accepted = market.accept(&email);
            assert_eq!(accepted.status, 303, "{number}: {}", accepted.text());
            market.pay(&market.offers()["offers"][0]);
        }
        let offers = market.offers();
        assert_eq!(offers["total"], 20);
        let paid = offers["offers"].as_array().unwrap().iter();
        assert!(
            paid.into_iter()
                .all(|offer| ["paid", "delivered"].contains(&offer["state"].as_str().unwrap()))
        );
        let counted = "SELECT CAST(COALESCE(SUM(tries), 0) AS BIGINT) FROM attempts WHERE key LIKE 'checkout/%'";
        assert_eq!(market.server.query_number(counted), 0, "each gave its counts back");
    }
}

#[test]
fn buy_27_purchases_have_a_count_of_their_own_which_a_payment_gives_back() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let market = Market::open(engine);
        let server = &market.server;
        assert_eq!(market.accept("ade@balogun.example").status, 303);
        let counted = |of: &str| {
            server.query_number(&format!(
                "SELECT CAST(COALESCE(SUM(tries), 0) AS BIGINT) FROM attempts WHERE key LIKE '{of}'"
            ))
        };
        assert_eq!((counted("checkout/address:%"), counted("checkout/producer:%")), (1, 0));
        // Messages and questions for a license do not count with it.
        server.execute("UPDATE attempts SET tries = 30 WHERE key LIKE 'checkout/address:%'");
        let mut shop = Visitor::at_path(server, "/@maya");
        shop.open();
        let message = [("name", "Ade"), ("email", "ade@balogun.example"), ("text", "Is it free?")];
        assert_eq!(shop.post("/messages", &message).status, 303);
        let (status, _) = market.begin("kito@sound.example");
        assert_eq!((status, counted("checkout/address:%")), (429, 30));
        market.pay(&market.offers()["offers"][0]);
        assert_eq!(counted("checkout/address:%"), 29);
        assert_eq!(market.begin("kito@sound.example").0, 303);
        // A purchase that cannot begin does not count.
        server.execute("DELETE FROM attempts");
        let missing = [
            ("beat", market.beat.as_str()),
            ("kind", "00000000-0000-7000-8000-000000000000"),
            ("name", "Ade"),
            ("email", "ade@balogun.example"),
        ];
        assert_eq!(shop.post("/get", &missing).status, 404);
        assert_eq!(counted("checkout/%"), 0);
    }
}

#[test]
fn buy_27_a_mailbox_has_at_most_five_unpaid_acceptances() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let market = Market::open(engine);
        for number in 0..5 {
            let email = format!("ade+{number}@balogun.example");
            assert_eq!(market.accept(&email).status, 303);
        }
        let refused = market.accept("Ade@balogun.example");
        assert_eq!(refused.status, 409);
        let page = refused.text();
        assert!(
            page.contains("5 accepted offers wait for your payment. Pay OFR-0001 first."),
            "{page}"
        );
        assert!(page.contains("value=\"Adebayo Balogun\""), "what was typed is still there");
        assert_eq!(market.accept("kito@sound.example").status, 303, "another mailbox");
        let first = market.offers()["offers"].as_array().unwrap().last().unwrap().clone();
        assert_eq!(first["reference"], "OFR-0001");
        market.pay(&first);
        assert_eq!(market.accept("ade@balogun.example").status, 303);
    }
}

#[test]
fn hold_09_a_purchase_is_listed_and_numbered_after_the_code() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let market = Market::open(engine);
        let (server, maya) = (&market.server, &market.maya);
        let begun: Vec<String> =
            (0..4).map(|n| market.begin(&format!("ade{n}@balogun.example")).1).collect();
        let offers = market.offers();
        assert_eq!((&offers["total"], &offers["offers"]), (&json!(0), &json!([])));
        assert!(
            offers.to_string().contains("\"draft\"") || !offers.to_string().contains("sent\":4")
        );
        let found = maya.at(server).get("/api/offers?search=ade&state=sent").expect(200).body;
        assert_eq!(found["total"], 0);
        let told = maya.at(server).get("/api/notifications").expect(200).text();
        assert!(!told.contains("Ade") && !told.contains("OFR-"), "{told}");
        // The first one that is proved has the first number.
        let mut buyer = market.prove(&begun[2], "ade2@balogun.example");
        assert!(buyer.open().contains("OFR-0001"));
        let offers = market.offers();
        assert_eq!(offers["total"], 1);
        assert_eq!(offers["offers"][0]["reference"], "OFR-0001");
        let found = maya.at(server).get("/api/offers?search=OFR-0001").expect(200).body;
        assert_eq!(found["total"], 1);
        let mut other = market.prove(&begun[0], "ade0@balogun.example");
        assert!(other.open().contains("OFR-0002"));
        // The others are removed after a day; nothing else is.
        server.execute("UPDATE offers SET created_at = created_at - 86460000");
        server.execute("UPDATE jobs SET run_at = 0 WHERE kind = 'sweep' AND state = 'queued'");
        server.wait_until("the sweep has removed them", || {
            server.query_number("SELECT COUNT(*) FROM offers") == 2
        });
        assert_eq!(Visitor::at_path(server, &begun[1]).get("").status, 404);
        assert_eq!(server.query_number("SELECT COUNT(*) FROM offer_lines"), 2);
        assert_eq!(server.query_number("SELECT COUNT(*) FROM offer_links"), 2);
        // A producer's purchases have a bound besides that of an address.
        server.execute("DELETE FROM attempts");
        market.begin("x@balogun.example");
        server.execute("UPDATE attempts SET tries = 60 WHERE key LIKE 'checkout/producer:%'");
        assert_eq!(market.begin("y@balogun.example").0, 429);
    }
}

fn shr_10_a_question_for_a_license_becomes_an_offer_when_the_producer_makes_one(server: &Server) {
    let (maya, beat, order) = crate::offers::prepare_order(server, "Harbor");
    let form = json!({"title": "Winter EP", "beats": [beat["id"]]});
    let link = crate::shares::share(server, &maya, &form)["links"][0].clone();
    let mut ade = Visitor::at_link(server, &link);
    ade.open();
    let (id, kind) = (beat["id"].as_str().unwrap(), order["lines"][0]["kind_id"].as_str().unwrap());
    let ask = |ade: &mut Visitor<'_>, name: &str| {
        let fields = [
            ("beat", id),
            ("kind", kind),
            ("name", name),
            ("email", "ade@balogun.example"),
            ("words", "For my single"),
        ];
        let asked = ade.post("/asks", &fields);
        assert_eq!(asked.status, 303, "{}", asked.text());
    };
    ask(&mut ade, "Ade Balogun");
    // Nobody has proved the mailbox: it is a message and no offer.
    assert_eq!(maya.at(server).get("/api/offers").expect(200).body["total"], 0);
    let message = maya.at(server).get("/api/messages").expect(200).body["messages"][0].clone();
    assert_eq!(
        (&message["kind"], &message["can_offer"], &message["offer_id"]),
        (&json!("ask"), &json!(true), &Value::Null)
    );
    let notices = maya.at(server).get("/api/notifications?type=message").expect(200).body;
    let link_to = format!("/notifications?message={}", message["id"].as_str().unwrap());
    assert_eq!(notices["notifications"][0]["link"], link_to);
    // Making the offer twice makes one.
    let at = format!("/api/messages/{}/offer", message["id"].as_str().unwrap());
    let made = maya.at(server).post(&at, &json!({})).expect(201).body["offer"].clone();
    assert_eq!((&made["source"], &made["state"]), (&json!("share"), &json!("draft")));
    assert_eq!((&made["reference"], &made["total"]), (&json!("OFR-0001"), &json!(59.0)));
    assert_eq!(made["buyer"], json!({"name": "Ade Balogun", "email": "ade@balogun.example"}));
    assert_eq!(made["share_link_id"], link["id"]);
    assert!(made["events"][0]["message"].as_str().unwrap().contains("For my single"));
    let again = maya.at(server).post(&at, &json!({})).expect(200).body["offer"].clone();
    assert_eq!(again["id"], made["id"]);
    let message = maya.at(server).get("/api/messages").expect(200).body["messages"][0].clone();
    assert_eq!((&message["can_offer"], &message["offer_id"]), (&json!(false), &made["id"]));
    let sent = crate::offers::send_offer(server, &maya, &made);
    assert_eq!(sent["state"], "sent");
    // A deleted draft can be made again; a license that is not offered, and a message that asks for none, cannot.
    ask(&mut ade, "Kito");
    let second = maya.at(server).get("/api/messages").expect(200).body["messages"][0].clone();
    let at = format!("/api/messages/{}/offer", second["id"].as_str().unwrap());
    let draft = maya.at(server).post(&at, &json!({})).expect(201).body["offer"].clone();
    maya.at(server).delete(&crate::offers::path(&draft)).expect(200);
    maya.at(server).post(&at, &json!({})).expect(201);
    ask(&mut ade, "Lena");
    let third = maya.at(server).get("/api/messages").expect(200).body["messages"][0].clone();
    let prices = json!({"prices": [{"kind_id": kind, "offer": "off"}]});
    maya.at(server).put(&format!("/api/documents/{id}/prices"), &prices).expect(200);
    let at = format!("/api/messages/{}/offer", third["id"].as_str().unwrap());
    let refused = maya.at(server).post(&at, &json!({})).expect_error(409);
    assert_eq!(refused.body["error"], "WAV Lease is not offered for “Harbor” anymore.");
    ade.post("/notes", &[("beat", id), ("text", "Lovely")]);
    let note = maya.at(server).get("/api/messages").expect(200).body["messages"][0].clone();
    let at = format!("/api/messages/{}/offer", note["id"].as_str().unwrap());
    maya.at(server).post(&at, &json!({})).expect_error(409);
    let zoe = Person::join(server);
    zoe.at(server).post(&at, &json!({})).expect_error(404);
}

fn hold_12_a_stranger_s_words_are_a_quotation_below_the_program_s_own(server: &Server) {
    let maya = Person::join(server);
    let mut shop = open_shop(server, &maya, "maya", &json!({}));
    shop.open();
    let words = "Your account is suspended. Confirm at https://evil.example/a or www.evil.example";
    let fields = [("name", "Security"), ("email", "ade@harbor.fm"), ("text", words)];
    assert_eq!(shop.post("/messages", &fields).status, 303);
    let told = maya.at(server).get("/api/notifications?type=message").expect(200).body;
    assert_eq!(told["notifications"][0]["title"], "A visitor wrote to you");
    let message = told["notifications"][0]["message"].as_str().unwrap();
    let (first, quotation) = message.split_once('\n').expect("two lines");
    assert_eq!(first, "A visitor of your page wrote:");
    assert!(quotation.starts_with("Security (ade@harbor.fm): “Your account is suspended."));
    server.execute("UPDATE jobs SET run_at = 0 WHERE kind = 'notification-mail'");
    let letter = wait_for_letter(server, &maya.email, "A visitor wrote to you", 1);
    let (before, after) =
        letter.text.split_once("A visitor of your page wrote:").expect("it says so");
    assert!(!before.contains("Security") && !before.contains("suspended"), "{before}");
    assert!(after.contains("Your account is suspended."), "{after}");
    assert!(!letter.text.contains("https://evil") && !letter.text.contains("www.evil"), "{after}");
    // The words themselves are kept as they were written.
    let list = maya.at(server).get("/api/messages").expect(200).body;
    assert_eq!(list["messages"][0]["text"], words);
    // The same holds for a note and a question at a share's link.
    let (beat, link) = share_beat(server, &maya, &json!({}));
    let mut guest = Visitor::at_link(server, &link);
    guest.open();
    let id = beat["id"].as_str().unwrap();
    assert_eq!(guest.post("/notes", &[("beat", id), ("text", words)]).status, 303);
    let told = maya.at(server).get("/api/notifications?type=message").expect(200).body;
    let note = &told["notifications"][0];
    assert_eq!(note["title"], "Note on “Lagos After Rain”");
    let message = note["message"].as_str().unwrap();
    assert!(
        message.starts_with("Somebody wrote:\n“") && !message.contains("https://evil"),
        "{message}"
    );
}

fn hold_12_a_visitor_s_name_is_no_address_and_not_the_installation_s(server: &Server) {
    let maya = Person::join(server);
    let mut shop = open_shop(server, &maya, "maya", &json!({}));
    shop.open();
    for name in [
        "Security https://evil.example/a",
        "WWW.evil.example",
        "Ledgerline Security",
        "LEDGERLINE",
        "help at 127.0.0.1",
    ] {
        let fields = [("name", name), ("email", "ade@harbor.fm"), ("text", "Hello")];
        let refused = shop.post("/messages", &fields);
        assert_eq!(refused.status, 422, "{name}");
        assert!(refused.text().contains("name-error"), "{name}");
    }
    assert_eq!(maya.at(server).get("/api/messages").expect(200).body["total"], 0);
    let fields = [("name", "Dr. Ade Balogun Jr."), ("email", "ade@harbor.fm"), ("text", "Hello")];
    assert_eq!(shop.post("/messages", &fields).status, 303);
}

fn messages_are_listed_whatever_the_collation_of_their_ids(server: &Server) {
    let maya = Person::join(server);
    let (beat, link) = share_beat(server, &maya, &json!({}));
    let mut guest = Visitor::at_link(server, &link);
    guest.open();
    let id = beat["id"].as_str().unwrap();
    for text in ["One", "Two", "Three"] {
        assert_eq!(guest.post("/notes", &[("beat", id), ("text", text)]).status, 303);
    }
    if server.is_on_postgres() {
        // As in a database whose columns the server could not give the collation "C".
        for table in ["shop_messages", "share_messages"] {
            server.execute(&format!(
                "ALTER TABLE {table} ALTER COLUMN id TYPE TEXT COLLATE \"en-US-x-icu\""
            ));
        }
    }
    let first = maya.at(server).get("/api/messages?limit=2").expect(200).body;
    let texts: Vec<&str> = first["messages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["text"].as_str().unwrap())
        .collect();
    assert_eq!((&first["total"], texts), (&json!(3), vec!["Three", "Two"]));
    let next = format!("/api/messages?limit=2&cursor={}", first["next_cursor"].as_str().unwrap());
    let rest = maya.at(server).get(&next).expect(200).body;
    assert_eq!(rest["messages"][0]["text"], "One");
}

fn picture(color: [u8; 3]) -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    let drawn = image::RgbImage::from_pixel(1000, 1000, image::Rgb(color));
    drawn.write_to(&mut bytes, image::ImageFormat::Png).expect("a picture");
    bytes.into_inner()
}

fn color_of(visitor: &Visitor<'_>, cover: &str) -> Option<[u8; 3]> {
    let answer = visitor.get(cover);
    if answer.status != 200 {
        return None;
    }
    let drawn = image::load_from_memory(&answer.bytes).expect("a picture").to_rgb8();
    assert_eq!(drawn.width(), if cover.contains("320") { 320 } else { 640 });
    // In steps of 64: the encoding changes colors a little.
    Some(drawn.get_pixel(5, 5).0.map(|part| part / 64))
}

fn shop_03_uploaded_artwork_is_the_cover(server: &Server) {
    let maya = Person::join(server);
    let shop = open_shop(server, &maya, "maya", &json!({}));
    let night = super::upload_beat(server, &maya, "Night", 12);
    let night = wait_for_analysis(server, &maya, &night);
    maya.at(server).put(&path(&night), &json!({"is_public": true})).expect(200);
    let cover = format!("/covers/{}", night["id"].as_str().unwrap());
    assert_eq!(shop.get(&cover).status, 404, "a beat without a picture");
    let add_artwork = |color: [u8; 3]| {
        let bytes = picture(color);
        let file = File { name: "cover.png", kind: "image/png", bytes: &bytes };
        add(server, &maya, &night, "artwork", &file).expect(201).body["file"].clone()
    };
    let becomes = |color: Option<[u8; 3]>| {
        server.wait_until(&format!("the cover is {color:?}"), || color_of(&shop, &cover) == color);
    };
    let (red, blue) = ([200, 10, 10], [10, 10, 200]);
    let first = add_artwork(red);
    becomes(Some([3, 0, 0]));
    assert_eq!(color_of(&shop, &format!("{cover}?size=320")), Some([3, 0, 0]));
    assert!(shop.get("?search=night").text().contains(&format!("{cover}?size=320 320w, ")));
    assert!(
        maya.at(server).get(&path(&night)).expect(200).body["document"]["thumbnail"].is_string()
    );
    // The newest version is the cover, until an older one is chosen again.
    let second = add_artwork(blue);
    becomes(Some([0, 0, 3]));
    let at = |file: &Value| format!("{}/files/{}", path(&night), file["id"].as_str().unwrap());
    maya.at(server).put(&at(&first), &json!({"is_current": true})).expect(200);
    becomes(Some([3, 0, 0]));
    maya.at(server).delete(&at(&first)).expect(200);
    becomes(Some([0, 0, 3]));
    maya.at(server).delete(&at(&second)).expect(200);
    becomes(None);
}
