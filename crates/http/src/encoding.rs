//! Chooses which stored encoding of a file to send, by the weights in `Accept-Encoding`. Of encodings with equal
//! weights the smaller file wins: brotli, then gzip, then plain.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    Brotli,
    Gzip,
    Plain,
}

pub fn best<'a>(
    lines: impl Iterator<Item = &'a str>,
    has_brotli: bool,
    has_gzip: bool,
) -> Encoding {
    let (mut brotli, mut gzip, mut identity, mut rest) = (None, None, None, None);
    for item in lines.flat_map(|line| line.split(',')) {
        let (name, weight) = parse_weight(item);
        match name.to_ascii_lowercase().as_str() {
            "br" => brotli = Some(weight),
            "gzip" | "x-gzip" => gzip = Some(weight),
            "identity" => identity = Some(weight),
            "*" => rest = Some(weight),
            _ => {}
        }
    }
    // An encoding that is not listed has weight 0, or the weight of `*`; the plain file is always acceptable.
    let brotli = if has_brotli { brotli.or(rest).unwrap_or(0) } else { 0 };
    let gzip = if has_gzip { gzip.or(rest).unwrap_or(0) } else { 0 };
    let plain = identity.or(rest).unwrap_or(1);
    if brotli > 0 && brotli >= gzip && brotli >= plain {
        Encoding::Brotli
    } else if gzip > 0 && gzip >= plain {
        Encoding::Gzip
    } else {
        Encoding::Plain
    }
}

/// An encoding and its weight in thousandths. An invalid weight counts as 0.
fn parse_weight(item: &str) -> (&str, u16) {
    let mut parts = item.split(';').map(str::trim);
    let name = parts.next().unwrap_or_default();
    let weight = parts.find_map(|part| part.strip_prefix("q=").or_else(|| part.strip_prefix("Q=")));
    let thousandths = match weight {
        None => 1000,
        Some(text) => text
            .parse::<f32>()
            .ok()
            .filter(|weight| (0.0..=1.0).contains(weight))
            .map_or(0, |weight| (weight * 1000.0).round() as u16),
    };
    (name, thousandths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_decide_and_brotli_wins_a_tie() {
        for (accepts, encoding) in [
            ("gzip, deflate, br, zstd", Encoding::Brotli),
            ("gzip", Encoding::Gzip),
            ("br;q=0.5, gzip;q=0.9", Encoding::Gzip),
            ("br;q=0, gzip;q=0", Encoding::Plain),
            ("br;q=0.2, identity", Encoding::Plain),
            ("*", Encoding::Brotli),
            ("*;q=0, gzip;q=0.1", Encoding::Gzip),
            ("br;q=2, gzip;q=x", Encoding::Plain),
            ("", Encoding::Plain),
            ("GZIP; Q=0.3", Encoding::Gzip),
            ("brotli", Encoding::Plain),
        ] {
            assert_eq!(best([accepts].into_iter(), true, true), encoding, "{accepts}");
        }
        assert_eq!(best(["br, gzip"].into_iter(), false, true), Encoding::Gzip);
        assert_eq!(best(["br, gzip"].into_iter(), false, false), Encoding::Plain);
        assert_eq!(best([].into_iter(), true, true), Encoding::Plain);
    }
}
