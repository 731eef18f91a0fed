//! A contract as HTML.

use domain::licenses::contract::{Block, Origin, Span};
use ledgerline_pages::ContractText;

fn span(text: &str, is_bold: bool, origin: Origin) -> Span {
    Span { text: text.to_owned(), is_bold, origin }
}

#[test]
fn off_03_the_contract_is_whole_with_its_values_marked() {
    let words = |text: &str| vec![span(text, false, Origin::Text)];
    let contract = ContractText {
        title: "Lease".to_owned(),
        blocks: vec![
            Block::Heading(1, words("Lease")),
            Block::Heading(2, words("12. Fee & more")),
            Block::Paragraph(vec![
                span("Pays ", false, Origin::Text),
                span("<$5>", true, Origin::Value),
                span("buyer.name", false, Origin::Gap),
            ]),
            Block::Bullet(words("one")),
            Block::Bullet(words("two")),
            Block::Numbered("1.".to_owned(), words("first")),
            Block::Heading(3, words("End")),
        ],
        ..ContractText::default()
    };
    assert_eq!(
        contract.html(),
        "<h3><span class=\"n\">12.</span> Fee &#38; more</h3>\
         <p>Pays <span class=\"f\"><strong>&#60;$5&#62;</strong></span><span class=\"gap\">your legal name</span></p>\
         <ul><li>one</li><li>two</li></ul><ol><li><span class=\"n\">1.</span> first</li></ol><h4>End</h4>"
    );
}
