//! The text that a producer and a buyer agree on with an offer: the parties, the beats, the terms, the prices and the
//! contracts, as plain text. Its SHA-256 identifies the agreement on every page and in every paper.

use super::contract::Block;
use super::fields::{Buyer, plain};
use super::terms::Terms;

/// One license of an agreement.
#[derive(Debug, Clone, Copy)]
pub struct Agreed<'a> {
    pub title: &'a str,
    pub kind: &'a str,
    /// `$149.00`
    pub price: &'a str,
    pub terms: &'a Terms,
    pub blocks: &'a [Block],
}

/// Writes the agreement. The buyer's values are missing until the acceptance; blocks show their gaps by name.
pub fn text(
    reference: &str,
    (producer, country): (&str, &str),
    buyer: &Buyer,
    licenses: &[Agreed<'_>],
    total: &str,
) -> String {
    let mut text = String::new();
    let mut line = |words: &str| {
        text.push_str(words);
        text.push('\n');
    };
    let given = |parts: &[&str]| -> String {
        let parts: Vec<String> =
            parts.iter().map(|part| plain(part)).filter(|part| !part.is_empty()).collect();
        parts.join(", ")
    };
    line(&format!("Agreement {reference}"));
    line("");
    line(&format!("Producer: {}", given(&[producer, country])));
    let Buyer { name, alias, address, country, email } = buyer;
    if !name.is_empty() {
        line(&format!("Licensee: {}", given(&[name, alias, address, country, email])));
    }
    for (number, license) in (1..).zip(licenses) {
        let Agreed { title, kind, price, terms, blocks } = license;
        line("");
        line(&format!("{number}. “{}”, {}, {price}", plain(title), plain(kind)));
        for (name, value) in terms.rows() {
            line(&format!("{name}: {}", value.as_deref().unwrap_or("not included")));
        }
        for block in *blocks {
            line("");
            let words = block.text();
            match block {
                Block::Numbered(number, _) => line(&format!("{number} {words}")),
                Block::Bullet(_) => line(&format!("- {words}")),
                Block::Heading(..) | Block::Paragraph(_) => line(&words),
            }
        }
    }
    line("");
    line(&format!("Total: {total}"));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::licenses::Role;
    use crate::licenses::contract::{Origin, Span};
    use crate::licenses::terms::{Caps, Term};

    // HOLD-03
    #[test]
    fn hold_03_every_part_of_an_agreement_is_in_its_text() {
        let terms = Terms {
            is_exclusive: false,
            delivers: [Role::Wav].into(),
            term: Term::Months(36),
            caps: Caps::UNLIMITED,
            allows_broadcast: false,
            allows_sync: false,
            allows_content_id: false,
            publishing_share: 5_000,
            writer_share: 5_000,
            credit_line: String::new(),
            is_credit_required: false,
            governing_law: None,
            buy_back: None,
        };
        let span =
            |text: &str| vec![Span { text: text.to_owned(), is_bold: false, origin: Origin::Text }];
        let blocks = [
            Block::Heading(1, span("License")),
            Block::Numbered("1.".to_owned(), span("Use")),
            Block::Bullet(span("Streams")),
        ];
        let write = |title, price, buyer: &str, total| {
            let buyer = Buyer { name: buyer.to_owned(), ..Buyer::default() };
            let one = Agreed { title, kind: "WAV Lease", price, terms: &terms, blocks: &blocks };
            text("OFR-0007", ("Maya Okafor", "Kenya"), &buyer, &[one], total)
        };
        let first = write("Harbor", "$149.00", "Ade", "$149.00");
        for part in [
            "OFR-0007",
            "Maya Okafor, Kenya",
            "Licensee: Ade",
            "1. “Harbor”, WAV Lease, $149.00",
            "License",
            "1. Use",
            "- Streams",
            "Total: $149.00",
        ] {
            assert!(first.contains(part), "{part}: {first}");
        }
        for other in [
            write("Harbour", "$149.00", "Ade", "$149.00"),
            write("Harbor", "$148.00", "Ade", "$149.00"),
            write("Harbor", "$149.00", "Zoe", "$149.00"),
            write("Harbor", "$149.00", "", "$149.00"),
            write("Harbor", "$149.00", "Ade", "$1.00"),
        ] {
            assert_ne!(other, first);
        }
    }
}
