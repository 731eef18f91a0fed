//! The style sheet, the script and the drawings of the pages. A file's name contains the hash of its content, so a
//! browser may cache the file forever.

use std::borrow::Cow;
use std::sync::LazyLock;

pub struct Asset {
    /// The file name with the hash, such as `public-1f2e3d4c5b6a7988.css`.
    pub name: String,
    pub content_type: &'static str,
    pub bytes: Cow<'static, [u8]>,
    source: &'static str,
}

/// The order matters: the styles of a page override those before them.
const STYLE: &str = concat!(
    include_str!("../assets/css/tokens.css"),
    include_str!("../assets/css/base.css"),
    include_str!("../assets/css/player.css"),
    include_str!("../assets/css/share.css"),
    include_str!("../assets/css/gates.css"),
    include_str!("../assets/css/shop.css"),
    include_str!("../assets/css/deal.css"),
    include_str!("../assets/css/delivery.css"),
    include_str!("../assets/css/embed.css"),
);

static ASSETS: LazyLock<[Asset; 5]> = LazyLock::new(|| {
    let note = drawing("note.svg", include_str!("../assets/note.svg"));
    let down = drawing("down.svg", include_str!("../assets/down.svg"));
    // The style sheet names the drawings, so its own name changes with them.
    let style = STYLE.replace("note.svg", &note.name).replace("down.svg", &down.name);
    let script = include_str!("../assets/public.js");
    [
        new_asset("public.css", "text/css; charset=utf-8", style.into_bytes().into()),
        new_asset("public.js", "text/javascript; charset=utf-8", script.as_bytes().into()),
        drawing("mark.svg", include_str!("../assets/mark.svg")),
        note,
        down,
    ]
});

/// Everything that pages refer to, to be served at `/public/{name}`.
pub fn assets() -> &'static [Asset] {
    &*ASSETS
}

pub fn asset(name: &str) -> Option<&'static Asset> {
    assets().iter().find(|asset| asset.name == name)
}

/// The address of the asset that is made from `source`.
pub(crate) fn address(source: &str) -> String {
    let asset = assets().iter().find(|asset| asset.source == source);
    asset.map(|asset| format!("/public/{}", asset.name)).unwrap_or_default()
}

fn drawing(source: &'static str, text: &'static str) -> Asset {
    new_asset(source, "image/svg+xml", text.as_bytes().into())
}

fn new_asset(source: &'static str, content_type: &'static str, bytes: Cow<'static, [u8]>) -> Asset {
    let (stem, ending) = source.split_once('.').unwrap_or((source, ""));
    let name = format!("{stem}-{:016x}.{ending}", hash(&bytes));
    Asset { name, content_type, bytes, source }
}

/// The FNV-1a hash. It need not resist attacks, because only this program chooses the content of the files.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
