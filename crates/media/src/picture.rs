//! A still picture of a file; its type is detected from its bytes.

#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    pub mime: &'static str,
    pub bytes: Vec<u8>,
}

impl Picture {
    /// Returns `None` if the bytes are no JPEG, PNG or WebP, whatever type a tag claims.
    pub fn from_bytes(bytes: Vec<u8>) -> Option<Self> {
        let mime = match bytes.as_slice() {
            [0xff, 0xd8, 0xff, ..] => "image/jpeg",
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => "image/png",
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => "image/webp",
            _ => return None,
        };
        Some(Self { mime, bytes })
    }
}

impl std::fmt::Debug for Picture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Picture({}, {} bytes)", self.mime, self.bytes.len())
    }
}
