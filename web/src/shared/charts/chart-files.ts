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
  'font-family',
  'font-size',
  'font-weight',
  'letter-spacing',
  'text-anchor',
] as const

const MARGIN = 24
const HEAD = 56
/** Pixels per CSS pixel, so that the image is sharp on a high-density screen. */
const SCALE = 2

interface Captions {
  title: string
  note: string
}

/** A PNG of the drawing in its current look, on the theme's background, with its title above it. */
export async function pictureOf(drawing: SVGSVGElement, captions: Captions): Promise<Blob> {
  const { width, height } = drawing.getBoundingClientRect()
  const picture = await loaded(standalone(drawing, width, height))
  const paper = document.createElement('canvas')
  // The image is wide enough for its title, also where the drawing is narrow.
  const inner = Math.max(width, 320)
  paper.width = (inner + 2 * MARGIN) * SCALE
  paper.height = (height + HEAD + 2 * MARGIN) * SCALE
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
  pen.drawImage(picture, MARGIN + (inner - width) / 2, MARGIN + HEAD, width, height)
  const file = await new Promise<Blob | null>((resolve) => paper.toBlob(resolve, 'image/png'))
  if (file === null) throw new Error('the picture could not be written')
  return file
}

/** A copy of the drawing with its computed styles as attributes. */
function standalone(drawing: SVGSVGElement, width: number, height: number): string {
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
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  // The label above the highest point may exceed the drawing's edge.
  copy.setAttribute('overflow', 'visible')
  copy.removeAttribute('class')
  return new XMLSerializer().serializeToString(copy)
}

async function loaded(svg: string): Promise<HTMLImageElement> {
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
