//! Writes a PDF as a stream: each page is written as soon as it is full, and only its position in the file is kept in
//! memory. The typefaces, the page tree and the cross-reference table follow at the end, when their content is known.

use std::{
    io::{self, Write},
    ops::Range,
};

use domain::{calendar::Day, time::Timestamp};
use flate2::{Compression, write::ZlibEncoder};
use pdf_writer::{
    Chunk, Date, Filter, Name, Rect, Ref, Str, TextStr,
    types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap},
    writers::{Catalog, DocumentInfo},
};

use crate::{
    canvas::{Canvas, FACE_NAMES, PICTURE_NAME, Size},
    typeface::{Typeface, Typefaces, Weight},
};

const CATALOG: Ref = Ref::new(1);
const PAGES: Ref = Ref::new(2);
const INFO: Ref = Ref::new(3);
const FACES: [Ref; 2] = [Ref::new(4), Ref::new(5)];
const FIRST_FREE: i32 = 6;

/// The number of pages per node of the page tree, so that a reader finds a page without reading all of them.
const BRANCH: usize = 64;

const IDENTITY: SystemInfo<'static> =
    SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

/// The metadata of a PDF.
pub(crate) struct About<'a> {
    pub title: &'a str,
    pub author: &'a str,
    pub made_at: Timestamp,
}

pub(crate) struct Pdf<W> {
    out: W,
    written: u64,
    /// The position of each object in the file, by its number minus one.
    places: Vec<u64>,
    faces: Typefaces,
    size: Size,
    branches: Vec<(Ref, usize)>,
    /// The pages of the current node of the page tree.
    leaves: Vec<Ref>,
    picture: Option<Ref>,
    seal: Option<Seal>,
    /// Attached files: their names and entries.
    attached: Vec<(String, Ref)>,
}

/// A signature field and its value, which covers all bytes of the file but its own.
struct Seal {
    field: Ref,
    value: Ref,
    at: Timestamp,
    /// The position of the signature's digits in the file, with the brackets around them.
    hole: Range<u64>,
}

/// The space for a signature with its certificate, in bytes.
const SEAL_ROOM: usize = 3_000;
/// The space for the three numbers that say which bytes the signature covers, in bytes.
const RANGES_ROOM: usize = 33;
/// The PDF text between those numbers and the signature.
const RANGES: &str = "]\n/Contents ";

impl<W: Write> Pdf<W> {
    pub fn begin(out: W, size: Size, about: &About<'_>) -> io::Result<Self> {
        let mut pdf = Self {
            out,
            written: 0,
            places: vec![0; usize::try_from(FIRST_FREE - 1).unwrap_or(0)],
            faces: Typefaces::load()?,
            size,
            branches: Vec::new(),
            leaves: Vec::new(),
            picture: None,
            seal: None,
            attached: Vec::new(),
        };
        // Four bytes beyond ASCII tell mail programs that the file is binary.
        pdf.put(b"%PDF-1.7\n%\xE2\xE3\xCF\xD3\n")?;
        let mut chunk = Chunk::new();
        let mut info = chunk.indirect(INFO).start::<DocumentInfo>();
        info.title(TextStr(about.title)).author(TextStr(about.author));
        info.creator(TextStr("Ledgerline")).creation_date(date(about.made_at));
        drop(info);
        pdf.object(INFO, &chunk)?;
        Ok(pdf)
    }

    pub fn canvas(&mut self) -> Canvas<'_> {
        Canvas::new(&mut self.faces, self.size)
    }

    /// Embeds the only picture of the file, a JPEG, without converting it.
    pub fn picture(&mut self, jpeg: &[u8], width: i32, height: i32) -> io::Result<()> {
        let id = self.reserve();
        let mut chunk = Chunk::new();
        let mut image = chunk.image_xobject(id, jpeg);
        image.filter(Filter::DctDecode);
        image.width(width).height(height).bits_per_component(8);
        image.color_space().device_rgb();
        drop(image);
        self.picture = Some(id);
        self.object(id, &chunk)
    }

    pub fn page(&mut self, content: &[u8]) -> io::Result<()> {
        self.add_page(content, None)
    }

    /// Adds the page to which the signature field belongs. The field is invisible.
    pub fn sealed_page(&mut self, content: &[u8], at: Timestamp) -> io::Result<()> {
        self.seal = Some(Seal { field: self.reserve(), value: self.reserve(), at, hole: 0..0 });
        self.add_page(content, None)
    }

    /// Adds a page with a second content stream, which [`Pdf::late`] writes later, when its content is known.
    pub fn page_with_late(&mut self, content: &[u8]) -> io::Result<Ref> {
        let late = self.reserve();
        self.add_page(content, Some(late))?;
        Ok(late)
    }

    pub fn late(&mut self, late: Ref, content: &[u8]) -> io::Result<()> {
        self.stream(late, content)
    }

    /// Attaches a file.
    pub fn attach(
        &mut self,
        name: &str,
        mime: &str,
        about: &str,
        bytes: &[u8],
        at: Timestamp,
    ) -> io::Result<()> {
        let (content, entry) = (self.reserve(), self.reserve());
        let data = deflate(bytes)?;
        let mut chunk = Chunk::new();
        let mut stream = chunk.stream(content, &data);
        stream.filter(Filter::FlateDecode);
        stream.pair(Name(b"Type"), Name(b"EmbeddedFile"));
        stream.pair(Name(b"Subtype"), Name(mime.as_bytes()));
        let mut params = stream.insert(Name(b"Params")).dict();
        params.pair(Name(b"Size"), number(bytes.len())).pair(Name(b"ModDate"), date(at));
        drop(params);
        drop(stream);
        self.object(content, &chunk)?;
        let mut chunk = Chunk::new();
        let mut dict = chunk.indirect(entry).dict();
        dict.pair(Name(b"Type"), Name(b"Filespec"));
        dict.pair(Name(b"F"), TextStr(name)).pair(Name(b"UF"), TextStr(name));
        dict.pair(Name(b"Desc"), TextStr(about));
        dict.pair(Name(b"AFRelationship"), Name(b"Supplement"));
        let mut files = dict.insert(Name(b"EF")).dict();
        files.pair(Name(b"F"), content).pair(Name(b"UF"), content);
        drop(files);
        drop(dict);
        self.attached.push((name.to_owned(), entry));
        self.object(entry, &chunk)
    }

    fn add_page(&mut self, content: &[u8], late: Option<Ref>) -> io::Result<()> {
        if self.leaves.is_empty() {
            let branch = self.reserve();
            self.branches.push((branch, 0));
        }
        let (page, stream) = (self.reserve(), self.reserve());
        // There is a current node: it was begun above or before.
        let branch = self.branches.last().map_or(PAGES, |(branch, _)| *branch);
        let mut chunk = Chunk::new();
        let mut leaf = chunk.page(page);
        leaf.parent(branch).contents_array([Some(stream), late].into_iter().flatten());
        if let Some(seal) = &self.seal {
            leaf.annotations([seal.field]);
        }
        drop(leaf);
        self.object(page, &chunk)?;
        self.seal_field(page)?;
        self.stream(stream, content)?;
        self.leaves.push(page);
        if self.leaves.len() == BRANCH { self.end_branch() } else { Ok(()) }
    }

    pub fn finish(mut self) -> io::Result<W> {
        self.close()?;
        Ok(self.out)
    }

    /// Finishes the file without a signature. Returns the writer, the position of the signature, and the position of
    /// the numbers that say which bytes it covers.
    pub fn finish_unsigned(mut self) -> io::Result<(W, Range<u64>, Range<u64>)> {
        self.close()?;
        let hole = self.seal.map_or(0..0, |seal| seal.hole);
        let before = hole.start.saturating_sub(RANGES.len() as u64);
        Ok((self.out, hole, before.saturating_sub(RANGES_ROOM as u64)..before))
    }

    fn close(&mut self) -> io::Result<()> {
        self.end_branch()?;
        for (weight, id) in [Weight::Regular, Weight::SemiBold].into_iter().zip(FACES) {
            self.face(weight, id)?;
        }
        let mut chunk = Chunk::new();
        let count: usize = self.branches.iter().map(|(_, pages)| pages).sum();
        let mut pages = chunk.pages(PAGES);
        pages.kids(self.branches.iter().map(|(branch, _)| *branch)).count(number(count));
        pages.media_box(Rect::new(0.0, 0.0, self.size.width, self.size.height));
        let mut resources = pages.resources();
        resources.fonts().pairs(FACE_NAMES.into_iter().zip(FACES));
        if let Some(picture) = self.picture {
            resources.x_objects().pair(PICTURE_NAME, picture);
        }
        drop(resources);
        drop(pages);
        self.object(PAGES, &chunk)?;
        let mut chunk = Chunk::new();
        let mut catalog = chunk.indirect(CATALOG).start::<Catalog>();
        catalog.pages(PAGES).lang(TextStr("en"));
        catalog.viewer_preferences().display_doc_title(true);
        if !self.attached.is_empty() {
            // The names must be sorted, because readers search them.
            self.attached.sort();
            let mut names = catalog.insert(Name(b"Names")).dict();
            let mut files = names.insert(Name(b"EmbeddedFiles")).dict();
            let mut list = files.insert(Name(b"Names")).array();
            for (name, entry) in &self.attached {
                list.item(TextStr(name)).item(*entry);
            }
            drop(list);
            drop(files);
            drop(names);
            let entries = self.attached.iter().map(|(_, entry)| *entry);
            catalog.insert(Name(b"AF")).array().items(entries);
        }
        if let Some(seal) = &self.seal {
            let mut form = catalog.insert(Name(b"AcroForm")).dict();
            // The flags say: the file has a signature, and it may be changed by appending only.
            form.insert(Name(b"Fields")).array().item(seal.field);
            form.pair(Name(b"SigFlags"), 3);
        }
        drop(catalog);
        self.object(CATALOG, &chunk)?;
        self.seal_value()?;
        self.index()?;
        self.out.flush()
    }

    fn seal_field(&mut self, page: Ref) -> io::Result<()> {
        let Some(Seal { field, value, .. }) = self.seal else { return Ok(()) };
        let mut chunk = Chunk::new();
        let mut dict = chunk.indirect(field).dict();
        dict.pair(Name(b"Type"), Name(b"Annot")).pair(Name(b"Subtype"), Name(b"Widget"));
        dict.pair(Name(b"FT"), Name(b"Sig")).pair(Name(b"T"), TextStr("Seal"));
        // The flags say: printed and locked; the field has no size.
        dict.pair(Name(b"F"), 132).pair(Name(b"Rect"), Rect::new(0.0, 0.0, 0.0, 0.0));
        dict.pair(Name(b"P"), page).pair(Name(b"V"), value);
        drop(dict);
        self.object(field, &chunk)
    }

    /// Writes the signature dictionary, with spaces for the values that are known only when the rest of the file is
    /// written.
    fn seal_value(&mut self) -> io::Result<()> {
        let Some(Seal { value, at, .. }) = self.seal else { return Ok(()) };
        let (id, day) = (value.get(), Day::of(at).to_string().replace('-', ""));
        let seconds = at.as_seconds().rem_euclid(86_400);
        let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        let before = format!(
            "{id} 0 obj\n<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached\n\
             /M (D:{day}{hours:02}{minutes:02}{seconds:02}Z) /ByteRange [0 {:RANGES_ROOM$}{RANGES}",
            ""
        );
        let digits = "0".repeat(2 * SEAL_ROOM);
        let start = self.written + before.len() as u64;
        let whole = format!("{before}<{digits}> >>\nendobj\n\n");
        let hole = start..start + digits.len() as u64 + 2;
        self.seal = self.seal.take().map(|seal| Seal { hole, ..seal });
        let place = usize::try_from(id - 1).ok().and_then(|at| self.places.get_mut(at));
        if let Some(place) = place {
            *place = self.written;
        }
        self.put(whole.as_bytes())
    }

    fn end_branch(&mut self) -> io::Result<()> {
        let leaves = std::mem::take(&mut self.leaves);
        let Some((branch, count)) = self.branches.last_mut().filter(|_| !leaves.is_empty()) else {
            return Ok(());
        };
        *count = leaves.len();
        let branch = *branch;
        let mut chunk = Chunk::new();
        chunk.pages(branch).parent(PAGES).count(number(leaves.len())).kids(leaves);
        self.object(branch, &chunk)
    }

    fn face(&mut self, weight: Weight, id: Ref) -> io::Result<()> {
        let (cid, descriptor, cmap, file) =
            (self.reserve(), self.reserve(), self.reserve(), self.reserve());
        let face: &Typeface = self.faces.of(weight);
        // Six capital letters before the name mark the typeface as a subset.
        let name = format!("LEDGER+{}", face.name);
        let name = Name(name.as_bytes());
        let data = face.subset()?;
        let mut unicode: UnicodeCmap = UnicodeCmap::new(Name(b"Ledgerline"), IDENTITY);
        let mut widths = Vec::new();
        for (code, (letter, width)) in (0_u16..).zip(face.letters()) {
            widths.push(*width);
            if code > 0 {
                unicode.pair(code, *letter);
            }
        }
        let [mut type0, mut font, mut describes] = [Chunk::new(), Chunk::new(), Chunk::new()];
        type0
            .type0_font(id)
            .base_font(name)
            .encoding_predefined(Name(b"Identity-H"))
            .descendant_font(cid)
            .to_unicode(cmap);
        let mut cid_font = font.cid_font(cid);
        cid_font.subtype(CidFontType::Type2).base_font(name).system_info(IDENTITY);
        cid_font.font_descriptor(descriptor).default_width(0.0);
        cid_font.cid_to_gid_map_predefined(Name(b"Identity"));
        cid_font.widths().consecutive(0, widths);
        drop(cid_font);
        let bounds = face.face.global_bounding_box();
        describes
            .font_descriptor(descriptor)
            .name(name)
            .flags(FontFlags::NON_SYMBOLIC)
            .bbox(Rect::new(
                face.scaled(bounds.x_min),
                face.scaled(bounds.y_min),
                face.scaled(bounds.x_max),
                face.scaled(bounds.y_max),
            ))
            .italic_angle(0.0)
            .ascent(face.scaled(face.face.ascender()))
            .descent(face.scaled(face.face.descender()))
            .cap_height(face.scaled(face.face.capital_height().unwrap_or(1490)))
            .stem_v(if weight == Weight::Regular { 80.0 } else { 120.0 })
            .font_file2(file);
        let unicode = unicode.finish();
        self.object(id, &type0)?;
        self.object(cid, &font)?;
        self.object(descriptor, &describes)?;
        self.stream(cmap, unicode.as_slice())?;
        self.stream(file, &data)
    }

    /// Writes the cross-reference table with the position of every object.
    fn index(&mut self) -> io::Result<()> {
        let (start, size) = (self.written, self.places.len() + 1);
        write!(self.out, "xref\n0 {size}\n0000000000 65535 f \n")?;
        for place in &self.places {
            let kind = if *place == 0 { "65535 f" } else { "00000 n" };
            writeln!(self.out, "{place:010} {kind} ")?;
        }
        let (root, info) = (CATALOG.get(), INFO.get());
        write!(
            self.out,
            "trailer\n<< /Size {size} /Root {root} 0 R /Info {info} 0 R >>\nstartxref\n{start}\n%%EOF\n"
        )
    }

    fn reserve(&mut self) -> Ref {
        self.places.push(0);
        Ref::new(number(self.places.len()))
    }

    fn stream(&mut self, id: Ref, data: &[u8]) -> io::Result<()> {
        let data = deflate(data)?;
        let mut chunk = Chunk::new();
        chunk.stream(id, &data).filter(Filter::FlateDecode);
        self.object(id, &chunk)
    }

    fn object(&mut self, id: Ref, chunk: &Chunk) -> io::Result<()> {
        let place = usize::try_from(id.get() - 1).ok().and_then(|at| self.places.get_mut(at));
        if let Some(place) = place {
            *place = self.written;
        }
        self.put(chunk.as_bytes())
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(bytes)?;
        self.written += bytes.len() as u64;
        Ok(())
    }
}

fn deflate(data: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(data)?;
    encoder.finish()
}

/// Converts a count to a PDF number, which has 31 bits. A file with more objects would not fit on a disk.
fn number(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

fn date(moment: Timestamp) -> Date {
    let text = Day::of(moment).to_string();
    let part = |range| text.get(range).and_then(|digits: &str| digits.parse::<u16>().ok());
    let byte = |range| part(range).and_then(|value| u8::try_from(value).ok()).unwrap_or(1);
    let seconds = moment.as_seconds().rem_euclid(86_400);
    let clock = |value: i64| u8::try_from(value).unwrap_or(0);
    Date::new(part(0..4).unwrap_or(1970))
        .month(byte(5..7))
        .day(byte(8..10))
        .hour(clock(seconds / 3600))
        .minute(clock(seconds / 60 % 60))
        .second(clock(seconds % 60))
        .utc_offset_hour(0)
}
