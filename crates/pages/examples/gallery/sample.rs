//! Made-up pages, one for each state. The tests of the crate read them too.

use domain::licenses::contract::{Block, Origin, Span};
use ledgerline_pages::*;

/// Returns the file name and the HTML of each sample page.
pub fn pages() -> Vec<(&'static str, String)> {
    vec![
        ("share", share().render()),
        ("share-one", share_one().render()),
        ("share-empty", SharePage { tracks: Vec::new(), ..share() }.render()),
        ("share-closed", share_closed().render()),
        ("share-asked", SharePage { asked: Some("Paper Moons".into()), ..share() }.render()),
        ("share-refused", share_refused().render()),
        ("share-long", share_long().render()),
        ("password", password(None).render()),
        ("password-wrong", password(Some(PasswordProblem::Wrong)).render()),
        ("password-many", password(Some(PasswordProblem::TooMany { minutes: 12 })).render()),
        ("over", OverPage.render()),
        ("not-found", NotFoundPage.render()),
        ("too-many", TooManyRequestsPage { minutes: 4 }.render()),
        ("too-much", too_much().render()),
        ("stale", StalePage.render()),
        (
            "refused",
            RefusedPage { reason: "This file was fetched 20 times. Ask for a new link." }.render(),
        ),
        ("trouble", TroublePage.render()),
        ("sent", sent_page().render()),
        ("offer", offer().render()),
        ("offer-changed", offer_changed().render()),
        ("offer-reserved", offer_reserved().render()),
        ("offer-many", offer_many().render()),
        ("offer-countered", offer_countered().render()),
        ("offer-unclear", offer_unclear().render()),
        ("offer-unconfirmed", offer_unconfirmed().render()),
        (
            "offer-replaced",
            closed_offer(Closed::Replaced { address: Some("/o/abc".into()) }).render(),
        ),
        ("offer-expired", closed_offer(Closed::Expired).render()),
        ("code", code().render()),
        ("code-spent", code_spent().render()),
        ("accepted", accepted().render()),
        ("accepted-paid", accepted_paid().render()),
        ("delivery", delivery().render()),
        ("delivery-asked", delivery_asked().render()),
        ("delivery-closed", delivery_closed().render()),
        ("delivery-ended", DeliveryEndedPage::default().render()),
        ("shop", shop().render()),
        ("shop-found", shop_found().render()),
        ("shop-none", shop_none().render()),
        ("get", get().render()),
        ("embed", embed(tracks()).render()),
        ("embed-one", embed(tracks().split_off(3)).render()),
    ]
}

pub fn frame() -> Frame {
    Frame {
        url: Some("https://beats.example/s/abc".into()),
        picture: Some("https://beats.example/s/abc/picture.png".into()),
        privacy: Some("/privacy".into()),
        report: Some("mailto:help@beats.example".into()),
    }
}

pub fn maya() -> Sender {
    Sender {
        name: "Maya Okafor".into(),
        short_name: "Maya".into(),
        picture: Some("/art/maya.svg".into()),
        accent: Accent::named("teal"),
    }
}

/// A waveform that swells and falls, different for each seed.
pub fn waveform(seed: u32) -> Option<Waveform> {
    let mut state = seed.wrapping_mul(2_654_435_761).wrapping_add(12_345);
    Some(Waveform(std::array::from_fn(|part| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let noise = f64::from(state >> 16) / 65_536.0;
        let at = part as f64 / 96.0;
        let swell = (at * std::f64::consts::PI).sin()
            * (0.5 + 0.5 * (at * 14.0 + f64::from(seed)).sin().abs());
        (255.0 * (0.08 + 0.92 * swell * (0.35 + 0.65 * noise))) as u8
    })))
}

fn price(kind: &str, price: &str) -> TrackPrice {
    TrackPrice { kind: kind.into(), price: price.into() }
}

fn track(id: &str, title: &str, cover: &str, tempo: &str, key: &str, seconds: u32) -> Track {
    let cover = (!cover.is_empty()).then(|| format!("/art/{cover}.svg"));
    Track {
        id: id.into(),
        title: title.into(),
        cover,
        tempo: Some(tempo.into()),
        key: Some(key.into()),
        seconds: Some(seconds),
        waveform: waveform(seconds),
        from: Some("$39".into()),
        prices: vec![price("mp3", "$39"), price("trackout", "$149"), price("exclusive", "$1,200")],
        ..Track::default()
    }
}

pub fn tracks() -> Vec<Track> {
    let mut list = vec![
        track("b1", "Lagos After Rain", "lagos-after-rain", "112 BPM", "G", 199),
        track("b2", "Glass Garden", "glass-garden", "84 BPM", "C", 171),
        track("b3", "Paper Moons", "paper-moons", "92 BPM", "Bbm", 184),
        track("b4", "Northern Line", "northern-line", "140 BPM", "C#m", 158),
    ];
    list[0].is_hearted = true;
    list[2].sent_note =
        Some(SentNote { text: "Is there a longer intro?".into(), when: "2 min ago".into() });
    list[2].prices = vec![price("mp3", "$29"), price("trackout", "$129")];
    list[2].from = Some("$29".into());
    list
}

pub fn kinds() -> Vec<Kind> {
    let kind = |id: &str, name: &str, summary: &str, price: &str| Kind {
        id: id.into(),
        name: name.into(),
        summary: summary.into(),
        price: Some(price.into()),
    };
    vec![
        kind("mp3", "MP3 Lease", "MP3, up to 100,000 streams", "From $29"),
        kind("trackout", "Trackout Lease", "MP3, WAV and stems, 500,000 streams", "From $129"),
        kind("exclusive", "Exclusive", "The beat is yours alone", "$1,200"),
    ]
}

pub fn share() -> SharePage {
    SharePage {
        frame: frame(),
        sender: maya(),
        path: "/s/abc".into(),
        page_token: "page-token".into(),
        recipient: Some("Ade Balogun".into()),
        title: "Four for the winter EP".into(),
        message: "Ade, these came out of the harbor sessions. Lagos After Rain is the one I hear you on. \
                  The hook opens at 0:58."
            .into(),
        until: Some("the end of Dec 17, New York time".into()),
        tracks: tracks(),
        has_messages: true,
        kinds: kinds(),
        ask: AskForm { kind: "trackout".into(), name: "Ade Balogun".into(), ..AskForm::default() },
        ..SharePage::default()
    }
}

/// A share with one beat that has no cover and can be downloaded.
fn share_one() -> SharePage {
    let file = |file: &str, label: &str, size: &str| Download {
        file: file.into(),
        label: label.into(),
        size: size.into(),
    };
    let mut beat = track("b9", "Salt and Static", "", "96 BPM", "F#m", 213);
    beat.downloads = vec![
        file("mp3", "MP3", "8.0 MB"),
        file("wav", "WAV", "48.2 MB"),
        file("stems", "Stems", "412 MB"),
    ];
    SharePage {
        sender: Sender { picture: None, accent: Accent::named("rose"), ..maya() },
        recipient: None,
        title: "Salt and Static".into(),
        message: "Fresh from tonight.\nThe video is here: https://video.example/salt.\n\nTell me what you think.".into(),
        until: None,
        tracks: vec![beat],
        ..share()
    }
}

/// A share without messages and license requests; one beat is sold, one has no preview yet.
fn share_closed() -> SharePage {
    let mut tracks = tracks();
    tracks[0].is_sold = true;
    tracks[1].preview = Preview::Pending;
    tracks[3].cover = None;
    SharePage {
        sender: Sender { accent: Accent::named("amber"), ..maya() },
        has_messages: false,
        kinds: Vec::new(),
        tracks,
        ..share()
    }
}

/// The largest possible share: 100 beats, and long words without a space.
fn share_long() -> SharePage {
    let long = "Wintergreenharborsessions".repeat(4);
    let beat = |at: u32| Track {
        id: format!("b{at}"),
        title: if at.is_multiple_of(9) { long.clone() } else { format!("Sketch {at}") },
        waveform: waveform(at),
        ..tracks().remove(at as usize % 4)
    };
    SharePage {
        sender: Sender { name: long.clone(), short_name: long.clone(), ..maya() },
        recipient: Some(long.clone()),
        title: long.clone(),
        message: format!("{long}\n\nhttps://video.example/{long}"),
        tracks: (0..100).map(beat).collect(),
        ..share()
    }
}

/// A share whose form was refused: it shows the entered values with their errors.
fn share_refused() -> SharePage {
    let error = |value: &str, error: &str| Field { value: value.into(), error: Some(error.into()) };
    SharePage {
        sender: Sender { accent: Accent::named("blue"), ..maya() },
        current: 1,
        note: error("", "Write something first."),
        ask: AskForm {
            beat: "b3".into(),
            kind: "mp3".into(),
            name: "Ade".into(),
            email: error("ade@", "Enter an email address."),
            words: "For the second single.".into(),
        },
        ..share()
    }
}

fn password(problem: Option<PasswordProblem>) -> PasswordPage {
    PasswordPage { path: "/s/abc".into(), page_token: "page-token".into(), problem }
}

fn sent_page() -> SentPage {
    SentPage {
        title: "Sent. Thank you.".into(),
        words: "The answer comes by email.".into(),
        back: Some("/@maya".into()),
    }
}

/// Words with `*values*` and `_gaps_` between marks.
fn spans(text: &str) -> Vec<Span> {
    let parts = text.split('|').enumerate();
    parts
        .filter(|(_, part)| !part.is_empty())
        .map(|(at, part)| {
            let (text, origin) = match (at % 2, part.strip_prefix('?')) {
                (0, _) => (part, Origin::Text),
                (_, Some(field)) => (field, Origin::Gap),
                (_, None) => (part, Origin::Value),
            };
            Span { text: text.into(), is_bold: false, origin }
        })
        .collect()
}

/// A contract with its values between bars; `?` starts the name of a field without a value.
pub fn contract() -> ContractText {
    let heading = |text: &str| Block::Heading(2, spans(text));
    let words = |text: &str| Block::Paragraph(spans(text));
    let bullet = |text: &str| Block::Bullet(spans(text));
    ContractText {
        title: "Trackout Lease Agreement".into(),
        version: "Text version 4 of Oct 2, 2026".into(),
        blocks: vec![
            Block::Heading(1, spans("|Trackout Lease| Agreement")),
            words(
                "This agreement is made on |November 17, 2026| between |Mayowa Okafor|, professionally known as \
                 |Maya Okafor|, of |14 Wharf Road, Brooklyn, NY 11231| (the “Producer”), and |?buyer.name|, \
                 professionally known as |Ade Balogun|, of |?buyer.address| (the “Licensee”).",
            ),
            heading("1. The beat"),
            words(
                "The Producer is the author of the instrumental recording |“Lagos After Rain”| (the “Beat”) and has \
                 the right to license it. The Beat contains no samples of other recordings.",
            ),
            heading("2. The license"),
            words(
                "The Producer grants the Licensee a non-exclusive license to make one new song with the Beat (the \
                 “Song”), worldwide, for |five (5) years| from the date above. The license covers:",
            ),
            bullet("up to |500,000 (five hundred thousand)| audio streams;"),
            bullet("up to |10,000 (ten thousand)| copies sold;"),
            bullet("|two (2)| music videos, monetized or not;"),
            bullet("paid and unpaid shows, without limit;"),
            bullet("broadcast on up to |four (4)| radio stations."),
            heading("3. What is not covered"),
            words(
                "Use in film, television, advertising or games needs a separate license. The Licensee may not:",
            ),
            Block::Numbered("1".into(), spans("register the Song or the Beat with Content ID;")),
            Block::Numbered("2".into(), spans("resell, lease or share the Beat by itself.")),
            heading("4. Delivery"),
            words("After payment the Producer delivers the Beat as |MP3, WAV and stems|."),
            heading("5. Fee"),
            words(
                "The Licensee pays |$149.00 (one hundred forty-nine US dollars)| once. The license begins when the \
                 fee is received.",
            ),
            heading("6. Credit"),
            words("Wherever credits are shown, the Licensee writes |“Produced by Maya Okafor”|."),
            heading("7. Law"),
            words("This agreement is governed by the law of the |State of New York|."),
        ],
        hash: "5c1e9a04d7f2b86e3a90c4f1d27be8857a16f03c9be24d0181f6ac35e09b72d4".into(),
    }
}

fn terms() -> Vec<Term> {
    let term = |name: &str, value: &str| Term {
        name: name.into(),
        value: (!value.is_empty()).then(|| value.into()),
    };
    vec![
        term("Files", "MP3, WAV, stems"),
        term("Streams", "500,000"),
        term("Copies sold", "10,000"),
        term("Music videos", "2"),
        term("Shows", "Unlimited"),
        term("Radio", "4 stations"),
        term("Film and TV", ""),
        term("Publishing", "50 / 50"),
        term("Runs for", "5 years"),
    ]
}

fn line(beat: Track, kind: &str, price: &str) -> OfferLine {
    OfferLine { beat, kind: kind.into(), price: price.into(), terms: terms() }
}

pub fn offer() -> OfferPage {
    let [first, ..] = <[Track; 4]>::try_from(tracks()).unwrap_or_default();
    OfferPage {
        frame: frame(),
        sender: maya(),
        path: "/o/abc".into(),
        page_token: "page-token".into(),
        reference: "OFR-0042".into(),
        buyer: Some("Ade Balogun".into()),
        words: "Ade, as we said: the trackouts, five years, and two videos. If you want film later, we upgrade it \
                for the difference."
            .into(),
        until: Some("the end of Dec 1, 2026, New York time".into()),
        lines: vec![line(first, "Trackout Lease", "$149.00")],
        total: "$149.00".into(),
        ways: vec![
            Way { label: "PayPal".into(), is_bank: false },
            Way { label: "Bank transfer".into(), is_bank: true },
        ],
        contracts: vec![contract()],
        text_hash: contract().hash,
        accept: AcceptForm {
            legal_name: "Adebayo Balogun".into(),
            artist_name: "Ade Balogun".into(),
            address: Some("8 Mare Street, London E8 4RP".into()),
            country: "United Kingdom".into(),
            email: "ade@balogun.music".into(),
            ..AcceptForm::default()
        },
        counter: Counter::Open {
            currency: "USD".into(),
            lowest: Some("$99.00".into()),
            price: Field::default(),
            readings: Vec::new(),
            reason: Field::default(),
        },
        ..OfferPage::default()
    }
}

fn offer_changed() -> OfferPage {
    OfferPage {
        sender: Sender { accent: Accent::named("green"), ..maya() },
        is_changed: true,
        accept: AcceptForm {
            legal_name: Field {
                value: String::new(),
                error: Some("Enter your legal name.".into()),
            },
            boxes_error: Some("Tick both boxes to accept.".into()),
            country: "Norway".into(),
            ..offer().accept
        },
        counter: Counter::Open {
            currency: "USD".into(),
            lowest: None,
            price: Field { value: "10".into(), error: Some("The lowest price is $99.00.".into()) },
            readings: Vec::new(),
            reason: "It is for a school film.".into(),
        },
        ..offer()
    }
}

fn offer_reserved() -> OfferPage {
    OfferPage {
        reserved_until: Some("Nov 19, 2026, 2:32 PM New York time".into()),
        lines: vec![line(tracks().remove(1), "Exclusive", "$1,200.00")],
        total: "$1,200.00".into(),
        counter: Counter::Closed,
        ..offer()
    }
}

fn offer_many() -> OfferPage {
    let mut tracks = tracks().into_iter();
    let mut next = || tracks.next().unwrap_or_default();
    let lines = vec![
        line(next(), "Trackout Lease", "$149.00"),
        line(next(), "MP3 Lease", "$39.00"),
        line(Track { cover: None, ..next() }, "Free demo", "$0.00"),
    ];
    let other = ContractText { title: "MP3 Lease Agreement".into(), ..contract() };
    OfferPage { lines, total: "$188.00".into(), contracts: vec![contract(), other], ..offer() }
}

fn offer_unclear() -> OfferPage {
    let reading = |sent: &str, shown: &str| (sent.to_owned(), shown.to_owned());
    OfferPage {
        counter: Counter::Open {
            currency: "USD".into(),
            lowest: Some("$99.00".into()),
            price: Field {
                value: "1.250".into(),
                error: Some("Do you mean 1,250.00 or 1.25?".into()),
            },
            readings: vec![reading("1250.00", "$1,250.00"), reading("1.25", "$1.25")],
            reason: "It is for a school film.".into(),
        },
        ..offer()
    }
}

fn offer_unconfirmed() -> OfferPage {
    let counter = Counter::Unconfirmed {
        told: "$1,250.00".into(),
        price: "1250.00".into(),
        reason: "It is for a school film.".into(),
    };
    OfferPage { counter, ..offer() }
}

fn offer_countered() -> OfferPage {
    OfferPage { counter: Counter::Sent { price: "$120.00".into() }, ..offer() }
}

fn closed_offer(reason: Closed) -> OfferClosedPage {
    OfferClosedPage { frame: frame(), sender: maya(), reference: "OFR-0042".into(), reason }
}

fn code() -> CodePage {
    CodePage {
        frame: frame(),
        sender: maya(),
        path: "/o/abc".into(),
        page_token: "page-token".into(),
        email: "ade@balogun.music".into(),
        minutes: 10,
        ..CodePage::default()
    }
}

fn code_spent() -> CodePage {
    let error = Some("That was the fifth try. Ask for a new code.".to_owned());
    CodePage { code: Field { value: String::new(), error }, is_spent: true, ..code() }
}

pub fn accepted() -> AcceptedPage {
    let row = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    AcceptedPage {
        frame: frame(),
        sender: maya(),
        reference: "OFR-0042".into(),
        buyer: "Ade".into(),
        email: "ade@balogun.music".into(),
        accepted: "Nov 17, 2026, 2:32 PM New York time".into(),
        total: "$149.00".into(),
        progress: Progress::Unpaid,
        ways: vec![
            WayToPay::Link {
                label: "PayPal".into(),
                host: "paypal.me".into(),
                address: "https://paypal.me/maya/149USD".into(),
            },
            WayToPay::Details {
                label: "Bank transfer".into(),
                rows: vec![
                    row("Account name", "Mayowa Okafor"),
                    row("Bank", "First Harbor Bank"),
                    row("Routing number", "026 009 593"),
                    row("Account number", "0048 2217 91"),
                ],
            },
            WayToPay::Words {
                label: "Cash".into(),
                words: "At the studio, Tuesdays after six.".into(),
            },
        ],
        files: "MP3, WAV and stems".into(),
        contracts: vec![contract()],
        beat: tracks().remove(0),
        delivery: None,
    }
}

fn accepted_paid() -> AcceptedPage {
    AcceptedPage {
        progress: Progress::Delivered,
        delivery: Some("/d/abc".into()),
        beat: Track { cover: None, ..tracks().remove(0) },
        ..accepted()
    }
}

fn file(id: &str, name: &str, label: &str, facts: &str, hash: &str) -> DeliveredFile {
    DeliveredFile {
        id: id.into(),
        name: name.into(),
        label: label.into(),
        facts: facts.into(),
        hash: hash.into(),
        state: FileState::Ready,
    }
}

pub fn delivery() -> DeliveryPage {
    let hash = "9f3c71d08ab2cd18fc9fb6494384932af3bda6fe8102c0fa7a26774e22e41b6d";
    DeliveryPage {
        frame: frame(),
        sender: maya(),
        path: "/d/abc".into(),
        page_token: "page-token".into(),
        buyer: "Ade Balogun".into(),
        title: "Lagos After Rain".into(),
        licenses: vec![DeliveredLicense {
            beat: tracks().remove(0),
            kind: "Trackout Lease".into(),
            reference: "LIC-0033".into(),
            files: vec![
                file("wav", "Maya Okafor - Lagos After Rain (WAV).wav", "the WAV", "48.2 MB", hash),
                file("mp3", "Maya Okafor - Lagos After Rain (MP3).mp3", "the MP3", "8.0 MB", hash),
                DeliveredFile {
                    name: "Stems".into(),
                    state: FileState::Prepared,
                    ..DeliveredFile::default()
                },
            ],
        }],
        settled: "paid Nov 17, 2026".into(),
        papers: vec![
            file(
                "contract",
                "Contract LIC-0033.pdf",
                "the contract",
                "184 KB · as accepted Nov 17, 2026, 14:32 UTC",
                hash,
            ),
            file("receipt", "Receipt SALE-032.pdf", "the receipt", "61 KB · $149.00", hash),
        ],
        whole_size: Some("56.4 MB".into()),
        days_left: 87,
        days_whole: 90,
        until: "the end of Feb 15, 2027, New York time".into(),
        masked_email: "a•••@balogun.music".into(),
        is_link_sent: false,
    }
}

fn too_much() -> TooMuchPage {
    let field = |name: &str, value: &str| KeptField { name: name.into(), value: value.into() };
    TooMuchPage {
        action: "/@maya/messages".into(),
        fields: vec![
            field("page_token", "page-token"),
            field("name", "Ade Balogun"),
            field("email", "ade@balogun.music"),
            field("text", "Is Lagos After Rain still free for an album?"),
        ],
        again_at: "2026-11-19T11:40:00.000Z".into(),
        again_in_words: "11:40 AM UTC".into(),
    }
}

fn delivery_asked() -> DeliveryPage {
    let mut page = DeliveryPage { days_left: 1, is_link_sent: true, ..delivery() };
    page.licenses[0].files[1].state = FileState::Spent;
    page.licenses[0].beat.cover = None;
    let second = DeliveredLicense {
        beat: tracks().remove(1),
        kind: "MP3 Lease".into(),
        reference: "LIC-0034".into(),
        files: vec![file("mp3", "Maya Okafor - Glass Garden (MP3).mp3", "the MP3", "7.1 MB", "")],
    };
    page.licenses.push(second);
    page.title = "Lagos After Rain and Glass Garden".into();
    page
}

fn delivery_closed() -> DeliveryEndedPage {
    let masked_email = "a•••@balogun.music".into();
    DeliveryEndedPage {
        path: "/d/abc".into(),
        page_token: "page-token".into(),
        reason: DeliveryEnd::Days { masked_email, is_link_sent: false },
    }
}

pub fn shop() -> ShopPage {
    let beat = |id: &str, title: &str, cover: &str, tempo: &str, key: &str, genre: &str| Track {
        genre: Some(genre.into()),
        ..track(id, title, cover, tempo, key, 150 + title.len() as u32)
    };
    let mut beats = vec![
        beat("b1", "Lagos After Rain", "lagos-after-rain", "112 BPM", "G", "Afro-fusion"),
        beat("b2", "Glass Garden", "glass-garden", "84 BPM", "C", "R&B"),
        beat("b4", "Northern Line", "northern-line", "140 BPM", "C#m", "Drill"),
        beat("b3", "Paper Moons", "paper-moons", "92 BPM", "Bbm", "Soul"),
        beat("b5", "Copper Sun", "copper-sun", "102 BPM", "Em", "Afro-fusion"),
        beat("b6", "Midnight Drive", "midnight-drive", "142 BPM", "F#m", "Trap"),
        beat("b7", "Slow Harbor", "", "76 BPM", "Ab", "Ambient"),
        beat("b8", "Third Floor", "third-floor", "150 BPM", "Cm", "Boom bap"),
    ];
    beats[5].is_sold = true;
    beats[5].prices = Vec::new();
    let license = |id: &str, name: &str, price: &str, is_main: bool| ShopLicense {
        id: id.into(),
        name: name.into(),
        summary: "MP3 and WAV · 100,000 streams · 2 years".into(),
        price: Some(price.into()),
        is_main,
    };
    let row = |name: &str, values: [&str; 4]| TermRow {
        name: name.into(),
        values: values.map(|value| (value != "-").then(|| value.to_owned())).to_vec(),
    };
    let choice = |value: &str, label: &str, is_chosen: bool| Choice {
        value: value.into(),
        label: label.into(),
        is_chosen,
    };
    ShopPage {
        frame: Frame { url: Some("https://beats.example/@maya".into()), ..frame() },
        sender: maya(),
        path: "/@maya".into(),
        page_token: "page-token".into(),
        words: "Producer in Brooklyn by way of Lagos. Slow tempos, real rooms, drums recorded to tape. I write \
                back."
            .into(),
        place: None,
        is_online: true,
        platforms: ["Spotify", "SoundCloud", "YouTube", "Bandcamp"]
            .map(|label| Platform { label: label.into(), address: "https://music.example/maya".into() })
            .to_vec(),
        filters: Filters {
            search: String::new(),
            genres: vec![choice("", "Genre", true), choice("soul", "Soul", false)],
            tempos: vec![choice("", "Tempo", true), choice("80-100", "80 to 100", false)],
            keys: vec![choice("", "Key", true), choice("Am", "Am", false)],
            orders: vec![choice("new", "Newest", true), choice("title", "Title", false)],
        },
        beats,
        beat_count: 24,
        more: Some("/@maya?page=2".into()),
        licenses: vec![
            license("mp3", "MP3 Lease", "$39", false),
            license("wav", "WAV Lease", "$79", false),
            license("trackout", "Trackout Lease", "$149", true),
            license("exclusive", "Exclusive", "$1,200", false),
        ],
        terms: vec![
            row("Files", ["MP3", "MP3, WAV", "MP3, WAV, stems", "All, with project"]),
            row("Streams", ["100,000", "250,000", "500,000", "Unlimited"]),
            row("Copies sold", ["2,000", "5,000", "10,000", "Unlimited"]),
            row("Music videos", ["1", "1", "2", "Unlimited"]),
            row("Paid shows", ["-", "10", "Unlimited", "Unlimited"]),
            row("Radio", ["-", "2 stations", "4 stations", "Unlimited"]),
            row("Film and TV", ["-", "-", "-", "Included"]),
            row("Publishing", ["50 / 50", "50 / 50", "50 / 50", "50 / 50"]),
            row("Runs for", ["2 years", "3 years", "5 years", "Forever"]),
        ],
        has_messages: true,
        ..ShopPage::default()
    }
}

fn shop_found() -> ShopPage {
    let mut page = shop();
    page.sender = Sender { picture: None, accent: Accent::named("orange"), ..maya() };
    page.is_online = false;
    page.place = Some("Brooklyn, New York".into());
    page.filters.genres[0].is_chosen = false;
    page.filters.genres[1].is_chosen = true;
    page.beats = page.beats.split_off(6);
    page.more = None;
    page.is_message_sent = true;
    page
}

fn shop_none() -> ShopPage {
    let filters = Filters { search: "polka".into(), ..shop().filters };
    let error = Some("Enter an email address.".to_owned());
    let message = MessageForm {
        name: "Ade".into(),
        email: Field { value: "ade@".into(), error },
        text: "Is Slow Harbor still free?".into(),
    };
    ShopPage { filters, message, beats: Vec::new(), more: None, licenses: Vec::new(), ..shop() }
}

fn get() -> GetPage {
    GetPage {
        frame: frame(),
        sender: maya(),
        path: "/@maya".into(),
        page_token: "page-token".into(),
        beat: tracks().remove(1),
        kind: "trackout".into(),
        kind_name: "Trackout Lease".into(),
        price: "$149.00".into(),
        ..GetPage::default()
    }
}

fn embed(tracks: Vec<Track>) -> EmbedPage {
    EmbedPage {
        sender: maya(),
        path: "/embed/s/abc".into(),
        page_token: "page-token".into(),
        title: "Four for the winter EP".into(),
        tracks,
        url: "https://beats.example/s/abc".into(),
    }
}
