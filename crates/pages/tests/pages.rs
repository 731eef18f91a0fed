//! Checks every page of the gallery in every state: its structure, its links and its escaping.

#[path = "../examples/gallery/sample.rs"]
mod sample;
mod unit;

use ledgerline_pages::*;

/// Hostile input: markup, quotes, a control character, and a character that changes the reading direction.
const HOSTILE: &str = "<script>alert(1)</script>\"'&<img src=x onerror=1>\u{202e}\u{0}\u{7}";

/// The start tags of a page, without those in comments.
fn tags(html: &str) -> Vec<&str> {
    html.split('<')
        .skip(1)
        .filter(|part| part.starts_with(|c: char| c.is_ascii_alphabetic()))
        .filter_map(|part| part.split_once('>').map(|(tag, _)| tag))
        .collect()
}

fn forms(html: &str) -> Vec<&str> {
    let parts = html.split("<form").skip(1);
    parts.map(|part| part.split_once("</form>").map_or(part, |(form, _)| form)).collect()
}

#[test]
fn pub_03_no_page_has_an_inline_style_or_script_or_leads_elsewhere_for_its_parts() {
    for (name, html) in sample::pages() {
        for tag in tags(&html) {
            let words = tag.split_whitespace();
            for word in words.skip(1) {
                let attribute = word.split('=').next().unwrap_or_default();
                assert!(attribute != "style", "{name}: {tag}");
                let is_handler = attribute.starts_with("on") && word.contains('=');
                assert!(!is_handler, "{name}: {tag}");
            }
            assert!(!tag.starts_with("style") && !tag.contains("javascript:"), "{name}: {tag}");
            assert!(!tag.contains("data:"), "{name}: {tag}");
            if tag.starts_with("script") {
                let is_ours =
                    tag.starts_with("script src=\"/public/public-") && tag.ends_with("defer");
                assert!(is_ours || tag == "script type=\"application/ld+json\"", "{name}: {tag}");
            }
            for (attribute, kinds) in [("src=\"", ["script", "img"]), ("href=\"", ["link", "link"])]
            {
                let is_part = kinds.iter().any(|kind| tag.starts_with(kind));
                let is_canonical = tag.contains("rel=\"canonical\"");
                if let Some((_, address)) =
                    tag.split_once(attribute).filter(|_| is_part && !is_canonical)
                {
                    assert!(
                        address.starts_with('/') && !address.starts_with("//"),
                        "{name}: {tag}"
                    );
                }
            }
        }
    }
}

#[test]
fn pub_03_assets_are_named_by_their_content_and_every_page_finds_them() {
    let names: Vec<&str> = assets().iter().map(|asset| asset.name.as_str()).collect();
    for (name, html) in sample::pages() {
        for part in html.split("/public/").skip(1) {
            let file = part.split('"').next().unwrap_or_default();
            assert!(names.contains(&file), "{name}: {file}");
        }
    }
    let style = assets().iter().find(|asset| asset.name.ends_with(".css")).unwrap();
    let text = String::from_utf8_lossy(&style.bytes);
    for part in text.split("url(").skip(1) {
        let file = part.split(')').next().unwrap_or_default();
        assert!(asset(file).is_some(), "{file}");
    }
    assert!(!text.contains("@import") && !text.contains("@font-face") && !text.contains("data:"));
    let script = assets().iter().find(|asset| asset.name.ends_with(".js")).unwrap();
    let text = String::from_utf8_lossy(&script.bytes);
    for sink in [
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "eval(",
        "Storage",
        "cookie",
    ] {
        assert!(!text.contains(sink), "{sink}");
    }
}

#[test]
fn pub_06_every_form_that_changes_something_is_a_post_with_the_token_of_the_page() {
    let mut count = 0;
    for (name, html) in sample::pages() {
        for form in forms(&html) {
            if form.contains("role=\"search\"") {
                assert!(!form.contains("method="), "{name}: {form}");
                continue;
            }
            count += 1;
            assert!(form.contains("method=\"post\" action=\"/"), "{name}: {form}");
            let token = "<input type=\"hidden\" name=\"page_token\" value=\"page-token\">";
            assert!(form.contains(token), "{name}: {form}");
        }
    }
    assert!(count > 50, "{count}");
}

#[test]
fn shop_05_an_embedded_page_has_no_form() {
    for (name, html) in sample::pages() {
        assert!(!name.starts_with("embed") || forms(&html).is_empty(), "{name}");
    }
}

#[test]
fn shr_06_gates_tell_nothing_of_the_owner() {
    let gates = ["password", "password-wrong", "password-many", "over", "not-found", "too-many"];
    for (name, html) in sample::pages().into_iter().filter(|(name, _)| gates.contains(name)) {
        assert!(
            !html.contains("Maya") && !html.contains("og:") && !html.contains("/art/"),
            "{name}"
        );
        assert!(html.contains("<html lang=\"en\" data-accent=\"default\">"), "{name}");
    }
}

#[test]
fn shr_03_the_owner_s_accent_colors_paper_and_stage() {
    for accent in ["default", "blue", "green", "orange", "teal", "rose", "amber"] {
        let mut page = sample::share();
        page.sender.accent = Accent::named(accent);
        let html = page.render();
        assert!(html.contains(&format!("<html lang=\"en\" data-accent=\"{accent}\">")), "{accent}");
        let stage = format!("data-theme=\"dark\" data-accent=\"{accent}\"");
        assert!(html.contains(&stage), "{accent}");
        let style = &assets()[0].bytes;
        let style = String::from_utf8_lossy(style);
        for start in ["\n[data-accent=", "\n  :root[data-accent=", "\n.stage[data-accent="] {
            let rule = format!("{start}{accent}]");
            assert!(accent == "default" || style.contains(&rule), "{rule}");
        }
    }
    assert_eq!(Accent::named("red\" onload=\"x"), Accent::default());
}

#[test]
fn shr_12_an_empty_share_says_so_and_a_sold_beat_has_no_price() {
    let empty = SharePage { tracks: Vec::new(), ..sample::share() }.render();
    assert!(empty.contains("No beats right now") && !empty.contains("Ask for a license"));
    let mut page = sample::share();
    page.tracks.truncate(1);
    page.tracks[0].is_sold = true;
    let html = page.render();
    assert!(html.contains("Sold") && !html.contains("$39") && !html.contains("id=\"ask\""));
}

#[test]
fn shr_09_without_messages_there_is_no_heart_and_no_note() {
    let with = sample::share().render();
    assert!(with.contains("/s/abc/hearts") && with.contains("/s/abc/notes"));
    let without = SharePage { has_messages: false, ..sample::share() }.render();
    assert!(!without.contains("/hearts") && !without.contains("/notes"));
}

#[test]
fn off_03_both_boxes_are_unticked_and_a_reserved_offer_cannot_be_accepted() {
    let html = sample::offer().render();
    assert_eq!(html.matches("type=\"checkbox\"").count(), 2);
    assert!(!html.contains(" checked"), "nothing is accepted for the buyer");
    assert!(html.contains(&format!("name=\"text_hash\" value=\"{}\"", sample::contract().hash)));
    assert!(!html.contains("0048 2217 91"), "how to pay comes after the acceptance");
    let reserved = Some("Nov 19, 14:32 UTC".to_owned());
    let html = OfferPage { reserved_until: reserved, ..sample::offer() }.render();
    assert!(html.contains("Reserved for somebody else") && !html.contains("/o/abc/accept"));
}

#[test]
fn off_07_a_way_to_pay_that_is_not_https_is_not_a_link() {
    let link = |address: &str| WayToPay::Link {
        label: "Pay".into(),
        host: "pay.example".into(),
        address: address.into(),
    };
    let page =
        |address: &str| AcceptedPage { ways: vec![link(address)], ..sample::accepted() }.render();
    assert!(
        page("https://pay.example/a")
            .contains("href=\"https://pay.example/a\" rel=\"noopener nofollow\"")
    );
    for address in ["http://pay.example", "javascript:alert(1)", "//pay.example", "HTTPS:/x"] {
        assert!(!page(address).contains(&format!("href=\"{address}")), "{address}");
    }
}

#[test]
fn shop_03_links_to_platforms_are_https_only() {
    let mut page = sample::shop();
    page.platforms[0].address = "javascript:alert(1)".into();
    let html = page.render();
    assert!(!html.contains("javascript:"));
    assert!(html.contains("rel=\"noopener nofollow ugc me\""));
}

#[test]
fn pub_04_whatever_is_typed_into_a_field_stays_text() {
    for (name, html) in hostile() {
        assert!(!html.contains("<script>alert"), "{name}");
        assert!(!html.contains("<img src=x"), "{name}");
        assert!(
            !html.contains("\u{202e}") && !html.contains('\u{0}') && !html.contains('\u{7}'),
            "{name}"
        );
        // A quote from a field would end an attribute, and what follows would become one.
        for tag in tags(&html) {
            assert!(!tag.contains("alert(1)\"") && !tag.contains("onerror=1\""), "{name}: {tag}");
            assert_eq!(tag.matches('"').count() % 2, 0, "{name}: {tag}");
        }
        let data =
            html.split("application/ld+json\">").nth(1).and_then(|part| part.split("</").next());
        assert!(data.is_none_or(|data| !data.contains('<')), "{name}: {data:?}");
        assert_eq!(html.matches("</script>").count(), html.matches("<script").count(), "{name}");
    }
}

/// Every page with the hostile text in every field.
fn hostile() -> Vec<(&'static str, String)> {
    let text = || HOSTILE.to_owned();
    let some = || Some(text());
    let field = || Field { value: text(), error: some() };
    let frame = Frame { url: some(), picture: some(), privacy: some(), report: some() };
    let sender = Sender {
        name: text(),
        short_name: text(),
        picture: some(),
        accent: Accent::named(HOSTILE),
    };
    let track = Track {
        id: text(),
        title: text(),
        cover: some(),
        tempo: some(),
        key: some(),
        genre: some(),
        seconds: Some(1),
        waveform: sample::waveform(1),
        preview: Preview::Ready,
        from: some(),
        is_sold: false,
        prices: vec![TrackPrice { kind: text(), price: text() }],
        is_hearted: true,
        sent_note: Some(SentNote { text: text(), when: text() }),
        downloads: vec![Download { file: text(), label: text(), size: text() }],
    };
    let share = SharePage {
        frame: frame.clone(),
        sender: sender.clone(),
        path: text(),
        page_token: text(),
        recipient: some(),
        title: text(),
        message: text(),
        until: some(),
        tracks: vec![track.clone(), track.clone()],
        current: 0,
        has_messages: true,
        note: field(),
        kinds: vec![Kind { id: text(), name: text(), summary: text(), price: some() }],
        ask: AskForm { beat: text(), kind: text(), name: field(), email: field(), words: field() },
        asked: None,
    };
    let contract = ContractText {
        title: text(),
        version: text(),
        blocks: sample::contract()
            .blocks
            .into_iter()
            .map(|mut block| {
                use domain::licenses::contract::Block;
                let (Block::Heading(_, spans)
                | Block::Paragraph(spans)
                | Block::Numbered(_, spans)
                | Block::Bullet(spans)) = &mut block;
                spans.iter_mut().for_each(|span| span.text = format!("1. {HOSTILE}"));
                block
            })
            .collect(),
        hash: text(),
    };
    let offer = OfferPage {
        frame: frame.clone(),
        sender: sender.clone(),
        path: text(),
        page_token: text(),
        reference: text(),
        buyer: some(),
        words: text(),
        until: some(),
        lines: vec![OfferLine {
            beat: track.clone(),
            kind: text(),
            price: text(),
            terms: vec![Term { name: text(), value: some() }],
        }],
        total: text(),
        is_free: false,
        ways: vec![Way { label: text(), is_bank: true }],
        contracts: vec![contract.clone()],
        text_hash: text(),
        accept: AcceptForm {
            legal_name: field(),
            artist_name: field(),
            address: Some(field()),
            country: field(),
            email: field(),
            at_once: text(),
            boxes_error: some(),
        },
        is_changed: true,
        reserved_until: None,
        counter: Counter::Open {
            currency: text(),
            lowest: some(),
            price: field(),
            readings: vec![(text(), text())],
            reason: field(),
        },
    };
    let accepted = AcceptedPage {
        frame: frame.clone(),
        sender: sender.clone(),
        reference: text(),
        buyer: text(),
        email: text(),
        accepted: text(),
        total: text(),
        progress: Progress::Unpaid,
        ways: vec![
            WayToPay::Link { label: text(), host: text(), address: format!("https://{HOSTILE}") },
            WayToPay::Details { label: text(), rows: vec![(text(), text())] },
            WayToPay::Words { label: text(), words: text() },
        ],
        files: text(),
        contracts: vec![contract],
        beat: track.clone(),
        delivery: some(),
    };
    let file = |state| DeliveredFile {
        id: text(),
        name: text(),
        label: text(),
        facts: text(),
        hash: text(),
        state,
    };
    let delivery = DeliveryPage {
        frame: frame.clone(),
        sender: sender.clone(),
        path: text(),
        page_token: text(),
        buyer: text(),
        title: text(),
        licenses: vec![
            DeliveredLicense {
                beat: track.clone(),
                kind: text(),
                reference: text(),
                files: [FileState::Ready, FileState::Prepared, FileState::Spent].map(file).to_vec(),
            };
            2
        ],
        settled: text(),
        papers: vec![file(FileState::Ready)],
        whole_size: some(),
        days_left: 1,
        days_whole: 2,
        until: text(),
        masked_email: text(),
        is_link_sent: false,
    };
    let choice = || vec![Choice { value: text(), label: text(), is_chosen: true }];
    let shop = ShopPage {
        frame: frame.clone(),
        sender: sender.clone(),
        path: text(),
        page_token: text(),
        words: text(),
        place: some(),
        contacts: vec![text()],
        is_online: true,
        platforms: vec![Platform { label: text(), address: format!("https://{HOSTILE}") }],
        filters: Filters {
            search: text(),
            genres: choice(),
            tempos: choice(),
            keys: choice(),
            orders: choice(),
        },
        beats: vec![track.clone()],
        beat_count: 1,
        more: some(),
        current: 0,
        licenses: vec![ShopLicense {
            id: text(),
            name: text(),
            summary: text(),
            price: some(),
            is_main: true,
        }],
        terms: vec![TermRow { name: text(), values: vec![some()] }],
        has_messages: true,
        message: MessageForm { name: field(), email: field(), text: field() },
        is_message_sent: false,
    };
    let get = GetPage {
        frame: frame.clone(),
        sender: sender.clone(),
        path: text(),
        page_token: text(),
        beat: track.clone(),
        kind: text(),
        kind_name: text(),
        price: text(),
        name: field(),
        email: field(),
        reserved_until: None,
    };
    let code = CodePage {
        frame: frame.clone(),
        sender: sender.clone(),
        path: text(),
        page_token: text(),
        email: text(),
        minutes: 10,
        code: field(),
        is_resent: false,
        is_spent: false,
    };
    let closed = |reason| OfferClosedPage {
        frame: frame.clone(),
        sender: sender.clone(),
        reference: text(),
        reason,
    };
    let embed = EmbedPage {
        sender: sender.clone(),
        path: text(),
        page_token: text(),
        title: text(),
        tracks: vec![track],
        url: text(),
    };
    let ended = DeliveryEnd::Days { masked_email: text(), is_link_sent: false };
    let ended = DeliveryEndedPage { path: text(), page_token: text(), reason: ended };
    let sent = SentPage { title: text(), words: text(), back: some() };
    let password = PasswordPage { path: text(), page_token: text(), problem: None };
    vec![
        ("asked", SharePage { asked: some(), ..share.clone() }.render()),
        ("share", share.render()),
        ("reserved", OfferPage { reserved_until: some(), ..offer.clone() }.render()),
        (
            "countered",
            OfferPage { counter: Counter::Sent { price: text() }, ..offer.clone() }.render(),
        ),
        (
            "unconfirmed",
            OfferPage {
                counter: Counter::Unconfirmed { told: text(), price: text(), reason: text() },
                ..offer.clone()
            }
            .render(),
        ),
        ("offer", offer.render()),
        ("paid", AcceptedPage { progress: Progress::Paid, ..accepted.clone() }.render()),
        ("accepted", accepted.render()),
        ("delivery", delivery.render()),
        ("delivery ended", ended.render()),
        ("shop", shop.render()),
        ("reserved get", GetPage { reserved_until: some(), ..get.clone() }.render()),
        ("get", get.render()),
        ("code", code.render()),
        ("replaced", closed(Closed::Replaced { address: some() }).render()),
        ("expired", closed(Closed::Expired).render()),
        ("embed", embed.render()),
        ("sent", sent.render()),
        ("password", password.render()),
    ]
}

#[test]
fn shr_13_the_page_is_light() {
    let assets: usize = assets().iter().map(|asset| asset.bytes.len()).sum();
    assert!(assets < 60_000, "{assets} bytes before compression");
    let mut page = sample::share();
    page.tracks = (0..100)
        .map(|at| Track {
            id: format!("b{at}"),
            waveform: sample::waveform(at),
            ..page.tracks[0].clone()
        })
        .collect();
    let html = page.render().len();
    assert!(html < 250_000, "{html} bytes before compression");
}
