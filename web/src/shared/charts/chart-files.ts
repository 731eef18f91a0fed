// Saves a chart as an image or as CSV. Loaded when someone first saves one.

export interface ChartTable {
  columns: readonly string[]
  rows: readonly (readonly (string | number)[])[]
}

/** CSV after RFC 4180. A text that a spreadsheet would run as a formula gets an apostrophe in front. */
export function csvOf({ columns, rows }: ChartTable): string {
  return [columns, ...rows].map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('')
}

function cellOf(cell: string | number): string {
  if (typeof cell === 'number') return String(cell)
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** CSS properties that are copied into the drawing, because the saved image has no style sheet. */
const LOOKS = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-opacity',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
] as const

const MARGIN = 24
const HEAD = 56
/** Pixels per CSS pixel, so that the image is sharp on a high-density screen. */
const SCALE = 2

const LINE = 20

/** One entry of the legend. `color` is a CSS color. */
export interface LegendEntry {
  name: string
  color: string
  mark: 'line' | 'dots' | 'box'
}

interface Captions {
  title: string
  note: string
  legend: readonly LegendEntry[]
}

/**
 * Renders the drawing as a PNG with its current styles, on the theme's background, with its title and its legend above
 * it. The texts are drawn on the canvas, because an SVG image has no access to the app's fonts.
 */
export async function pictureOf(drawing: SVGSVGElement, captions: Captions): Promise<Blob> {
  const { width, height } = drawing.getBoundingClientRect()
  const picture = await loadImage(standaloneSvg(drawing, width, height))
  const paper = document.createElement('canvas')
  // The image is wide enough for its title, also where the drawing is narrow.
  const inner = Math.max(width, 320)
  paper.width = (inner + 2 * MARGIN) * SCALE
  const head = HEAD + captions.legend.length * LINE
  paper.height = (height + head + 2 * MARGIN) * SCALE
  const pen = paper.getContext('2d')
  if (pen === null) throw new Error('no canvas')
  pen.scale(SCALE, SCALE)
  const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()
  pen.fillStyle = token('--surface-solid')
  pen.fillRect(0, 0, paper.width, paper.height)
  const face = getComputedStyle(document.body).fontFamily
  pen.textBaseline = 'top'
  pen.fillStyle = token('--ink')
  pen.font = `600 16px ${face}`
  pen.fillText(captions.title, MARGIN, MARGIN, inner)
  pen.fillStyle = token('--ink-2')
  pen.font = `400 12px ${face}`
  pen.fillText(captions.note, MARGIN, MARGIN + 24, inner)
  captions.legend.forEach((entry, index) => {
    drawEntry(pen, entry, MARGIN, MARGIN + 48 + index * LINE)
  })
  const [left, top] = [MARGIN + (inner - width) / 2, MARGIN + head]
  pen.drawImage(picture, left, top, width, height)
  for (const text of drawing.querySelectorAll('text')) drawText(pen, text, left, top)
  const file = await new Promise<Blob | null>((resolve) => paper.toBlob(resolve, 'image/png'))
  if (file === null) throw new Error('the picture could not be written')
  return file
}

function drawEntry(pen: CanvasRenderingContext2D, { name, color, mark }: LegendEntry, x: number, y: number) {
  const text = pen.fillStyle
  pen.fillStyle = color
  if (mark === 'box') pen.fillRect(x, y + 3, 8, 8)
  else if (mark === 'line') pen.fillRect(x, y + 6, 12, 2)
  else for (let dot = 0; dot < 3; dot += 1) pen.fillRect(x + dot * 5, y + 6, 2, 2)
  pen.fillStyle = text
  pen.fillText(name, x + 20, y)
}

const ALIGNMENTS = { start: 'left', middle: 'center', end: 'right' } as const

function drawText(pen: CanvasRenderingContext2D, text: SVGTextElement, left: number, top: number) {
  const look = getComputedStyle(text)
  pen.font = `${look.fontWeight} ${look.fontSize} ${look.fontFamily}`
  pen.fillStyle = look.fill
  pen.textBaseline = 'alphabetic'
  pen.textAlign = ALIGNMENTS[look.textAnchor as keyof typeof ALIGNMENTS] ?? 'left'
  pen.fillText(
    text.textContent ?? '',
    left + Number(text.getAttribute('x')),
    top + Number(text.getAttribute('y')),
  )
}

/** Serializes a copy of the drawing without its texts, with its computed styles as attributes. */
function standaloneSvg(drawing: SVGSVGElement, width: number, height: number): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement
  const [originals, copies] = [drawing, copy].map((svg) => [...svg.querySelectorAll('*')])
  copies?.forEach((element, index) => {
    const original = originals?.[index]
    if (!original) return
    const computed = getComputedStyle(original)
    for (const look of LOOKS) {
      const value = computed.getPropertyValue(look)
      if (value !== '') element.setAttribute(look, value)
    }
    element.removeAttribute('class')
  })
  for (const text of copy.querySelectorAll('text')) text.remove()
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  // The label above the highest point may exceed the drawing's edge.
  copy.setAttribute('overflow', 'visible')
  copy.removeAttribute('class')
  return new XMLSerializer().serializeToString(copy)
}

async function loadImage(svg: string): Promise<HTMLImageElement> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  try {
    const picture = new Image()
    picture.src = address
    await picture.decode()
    return picture
  } finally {
    URL.revokeObjectURL(address)
  }
}
