"""Makes the two typefaces of the papers from the npm package @fontsource/inter.

    pip install fonttools brotli
    npm pack @fontsource/inter && tar xzf fontsource-inter-*.tgz
    python build.py package/files .

Each face joins the package's scripts (Latin, Greek, Cyrillic, Vietnamese). Figures are the tabular ones, since these
papers are mostly columns of money; pairs of Latin letters keep their kerning in the plain table that needs no
shaping engine; everything else a printer does not look at is left out.
"""

import sys
from pathlib import Path

from fontTools.merge import Merger
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables._k_e_r_n import KernTable_format_0

SCRIPTS = ["latin", "latin-ext", "greek", "greek-ext", "cyrillic", "cyrillic-ext", "vietnamese"]
FACES = {"Inter-Regular": 400, "Inter-SemiBold": 600}
KERNED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.,:-/&’()"


def subtables(font, tag, feature):
    table = font[tag].table
    wanted = set()
    for record in table.FeatureList.FeatureRecord:
        if record.FeatureTag == feature:
            wanted.update(record.Feature.LookupListIndex)
    for index in sorted(wanted):
        for subtable in table.LookupList.Lookup[index].SubTable:
            yield getattr(subtable, "ExtSubTable", subtable)


def tabular(font):
    swap = {}
    for subtable in subtables(font, "GSUB", "tnum"):
        swap.update(getattr(subtable, "mapping", {}))
    for table in font["cmap"].tables:
        for code, name in table.cmap.items():
            if chr(code) in "0123456789":
                table.cmap[code] = swap.get(name, name)


def pairs(font):
    cmap = font.getBestCmap()
    names = [cmap[ord(letter)] for letter in KERNED if ord(letter) in cmap]
    kerned = {}
    for subtable in subtables(font, "GPOS", "kern"):
        if getattr(subtable, "LookupType", 0) != 2:
            continue
        covered = set(subtable.Coverage.glyphs)
        for left in names:
            if left not in covered:
                continue
            if subtable.Format == 1:
                records = subtable.PairSet[subtable.Coverage.glyphs.index(left)].PairValueRecord
                values = {record.SecondGlyph: record.Value1 for record in records}
            else:
                row = subtable.Class1Record[subtable.ClassDef1.classDefs.get(left, 0)].Class2Record
                values = {right: row[subtable.ClassDef2.classDefs.get(right, 0)].Value1 for right in names}
            for right in names:
                value = values.get(right)
                advance = getattr(value, "XAdvance", 0) if value else 0
                # The first subtable that knows a pair decides it.
                if right in values and (left, right) not in kerned:
                    kerned[left, right] = advance
    return {pair: advance for pair, advance in kerned.items() if advance}


def prepared(path):
    font = TTFont(path)
    kerned = pairs(font) if "-latin-400" in path.name or "-latin-600" in path.name else {}
    tabular(font)
    for table in ["GSUB", "GPOS", "GDEF", "STAT", "gasp", "prep", "fpgm", "cvt "]:
        if table in font:
            del font[table]
    return font, kerned


def framed(font):
    """A plain frame stands for a letter the face does not have."""
    pen = TTGlyphPen(None)
    for left, bottom, right, top in [(170, 0, 1130, 1450), (270, 100, 1030, 1350)]:
        corners = [(left, bottom), (left, top), (right, top), (right, bottom)]
        # The inner one the other way round: a hole.
        corners = corners if left == 170 else corners[::-1]
        pen.moveTo(corners[0])
        for corner in corners[1:]:
            pen.lineTo(corner)
        pen.closePath()
    font["glyf"][".notdef"] = pen.glyph()
    font["hmtx"][".notdef"] = (1300, 170)


def build(source, target, name, weight):
    kerned, parts = {}, []
    for script in SCRIPTS:
        font, found = prepared(source / f"inter-{script}-{weight}-normal.woff2")
        kerned.update(found)
        part = target / f".{script}-{weight}.ttf"
        font.flavor = None
        font.save(part)
        parts.append(part)
    merged = Merger().merge([str(part) for part in parts])
    for part in parts:
        part.unlink()

    options = Options()
    options.hinting = False
    options.name_IDs = [0, 1, 2, 13]
    options.notdef_outline = True
    options.drop_tables += ["meta"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=list(merged.getBestCmap()))
    subsetter.subset(merged)

    framed(merged)
    kept = set(merged.getGlyphOrder())
    table = KernTable_format_0(apple=False)
    table.coverage, table.tupleIndex = 1, None
    table.kernTable = {pair: value for pair, value in kerned.items() if set(pair) <= kept}
    merged["kern"] = newTable("kern")
    merged["kern"].version, merged["kern"].kernTables = 0, [table]
    merged.save(target / f"{name}.ttf")
    print(name, len(kept), "glyphs,", len(table.kernTable), "pairs")


if __name__ == "__main__":
    for face, weight in FACES.items():
        build(Path(sys.argv[1]), Path(sys.argv[2]), face, weight)
