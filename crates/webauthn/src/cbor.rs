//! A reader for the part of CBOR (RFC 8949) that CTAP2 authenticators write: definite lengths only.
//! It borrows from the input and allocates nothing. Every method answers `None` for input that is
//! cut short or of another type.

/// Deeper nesting than any attestation statement has.
const DEEPEST: u8 = 16;

pub(crate) struct Reader<'a> {
    rest: &'a [u8],
}

enum Head {
    Unsigned(u64),
    /// Holds `n` of the value `-1 - n`.
    Negative(u64),
    Bytes(u64),
    Text(u64),
    Array(u64),
    Map(u64),
    Tag,
    Simple,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(input: &'a [u8]) -> Self {
        Self { rest: input }
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    /// The bytes that were not read yet.
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.rest
    }

    pub(crate) fn bytes(&mut self) -> Option<&'a [u8]> {
        match self.head()? {
            Head::Bytes(length) => self.take(length),
            _ => None,
        }
    }

    pub(crate) fn text(&mut self) -> Option<&'a str> {
        match self.head()? {
            Head::Text(length) => std::str::from_utf8(self.take(length)?).ok(),
            _ => None,
        }
    }

    pub(crate) fn integer(&mut self) -> Option<i64> {
        match self.head()? {
            Head::Unsigned(value) => i64::try_from(value).ok(),
            Head::Negative(value) => i64::try_from(value).ok().map(|value| -1 - value),
            _ => None,
        }
    }

    /// The number of entries that follow, each a key and a value.
    pub(crate) fn map(&mut self) -> Option<u64> {
        match self.head()? {
            Head::Map(entries) => Some(entries),
            _ => None,
        }
    }

    /// Passes over one value of any type.
    pub(crate) fn skip(&mut self) -> Option<()> {
        self.skip_at(0)
    }

    fn skip_at(&mut self, depth: u8) -> Option<()> {
        if depth > DEEPEST {
            return None;
        }
        match self.head()? {
            Head::Unsigned(_) | Head::Negative(_) | Head::Simple => {}
            Head::Bytes(length) | Head::Text(length) => drop(self.take(length)?),
            Head::Tag => self.skip_at(depth + 1)?,
            Head::Array(items) => {
                for _ in 0..items {
                    self.skip_at(depth + 1)?;
                }
            }
            Head::Map(entries) => {
                for _ in 0..entries {
                    self.skip_at(depth + 1)?;
                    self.skip_at(depth + 1)?;
                }
            }
        }
        Some(())
    }

    fn head(&mut self) -> Option<Head> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        let argument = match first & 0x1f {
            small @ 0..=23 => u64::from(small),
            24 => self.big_endian(1)?,
            25 => self.big_endian(2)?,
            26 => self.big_endian(4)?,
            27 => self.big_endian(8)?,
            // 28 to 30 are reserved; 31 is an indefinite length, which CTAP2 forbids.
            _ => return None,
        };
        Some(match first >> 5 {
            0 => Head::Unsigned(argument),
            1 => Head::Negative(argument),
            2 => Head::Bytes(argument),
            3 => Head::Text(argument),
            4 => Head::Array(argument),
            5 => Head::Map(argument),
            6 => Head::Tag,
            _ => Head::Simple,
        })
    }

    fn big_endian(&mut self, length: u64) -> Option<u64> {
        let bytes = self.take(length)?;
        Some(bytes.iter().fold(0, |value, byte| value << 8 | u64::from(*byte)))
    }

    fn take(&mut self, length: u64) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(usize::try_from(length).ok()?)?;
        self.rest = rest;
        Some(taken)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn values_are_read_as_rfc_8949_writes_them() {
        // From RFC 8949, appendix A.
        assert_eq!(Reader::new(&[0x18, 0x64]).integer(), Some(100));
        assert_eq!(Reader::new(&[0x1a, 0, 0x0f, 0x42, 0x40]).integer(), Some(1_000_000));
        assert_eq!(Reader::new(&[0x39, 0x03, 0xe7]).integer(), Some(-1000));
        assert_eq!(Reader::new(&[0x44, 1, 2, 3, 4]).bytes(), Some([1, 2, 3, 4].as_slice()));
        assert_eq!(Reader::new(&[0x64, 0x49, 0x45, 0x54, 0x46]).text(), Some("IETF"));
        let mut map = Reader::new(&[0xa2, 0x61, 0x61, 0x01, 0x61, 0x62, 0x82, 0x02, 0x03, 0xff]);
        assert_eq!(map.skip(), Some(()));
        assert_eq!(map.rest(), [0xff]);
    }

    #[test]
    fn what_is_cut_short_or_indefinite_or_too_deep_is_refused() {
        assert_eq!(Reader::new(&[0x44, 1, 2, 3]).bytes(), None);
        assert_eq!(Reader::new(&[0x5f, 0x41, 0x01, 0xff]).skip(), None);
        assert_eq!(Reader::new(&[0x5b, 255, 255, 255, 255, 255, 255, 255, 255]).bytes(), None);
        assert_eq!(Reader::new(&[0x81; 40]).skip(), None);
        assert_eq!(Reader::new(&[]).skip(), None);
    }

    proptest! {
        #[test]
        fn no_input_makes_it_panic_or_read_twice(input in prop::collection::vec(any::<u8>(), 0..200)) {
            let mut reader = Reader::new(&input);
            while reader.skip().is_some() {}
            prop_assert!(reader.rest().len() <= input.len());
        }
    }
}
