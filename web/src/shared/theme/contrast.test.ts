// Text must be readable on every surface in all 21 pairs of theme and accent: 4.5 to 1, computed from the
// token files themselves, so that a changed color cannot slip below it unnoticed.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ACCENTS, THEMES, type Theme } from './palette'

type Tokens = Map<string, string>
type Rgb = [number, number, number]

const css = ['tokens', 'accents']
  .map((name) => readFileSync(`src/shared/theme/${name}.css`, 'utf8'))
  .join('\n')

/** The CSS tokens of a theme and an accent, in the order of the style sheet. */
function tokensOf(theme: string, accent: string): Tokens {
  const holds = new Set([
    ':root',
    `[data-theme="${theme}"]`,
    `[data-accent="${accent}"]`,
    `[data-theme="${theme}"][data-accent="${accent}"]`,
  ])
  const tokens: Tokens = new Map()
  const plain = css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '')
  const rules = [...plain.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selectors = '', body = '']) => ({
    selectors: selectors.split(',').map((selector) => selector.trim()),
    body,
  }))
  for (const specificity of [1, 2]) {
    for (const { selectors, body } of rules) {
      const fits = selectors.some((s) => holds.has(s) && (s.includes('][') ? 2 : 1) === specificity)
      if (!fits) continue
      for (const [, name = '', value = ''] of body.matchAll(/(--[\w-]+):\s*([^;]+);/g))
        tokens.set(name, value.trim())
    }
  }
  return tokens
}

function hex(value: string): Rgb {
  const digits = value.slice(1)
  const full = digits.length === 3 ? [...digits].map((d) => d + d).join('') : digits
  return [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16)) as Rgb
}

/** Blends a token's color, which may be translucent, over the color behind it. */
function over(value: string, behind: Rgb): Rgb {
  if (value.startsWith('#')) return hex(value)
  const [r = 0, g = 0, b = 0, alpha = 1] = [...value.matchAll(/[\d.]+/g)].map(Number)
  return [r, g, b].map((channel, at) => channel * alpha + (behind[at] ?? 0) * (1 - alpha)) as Rgb
}

function luminance(colour: Rgb): number {
  const [r = 0, g = 0, b = 0] = colour.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: Rgb, b: Rgb): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (high + 0.05) / (low + 0.05)
}

const INK = ['--ink', '--ink-2', '--ink-3', '--pos', '--neg', '--warn', '--info']
const PAIRS: [string, string][] = [
  ...['--surface-solid', '--surface', '--canvas'].flatMap((ground) =>
    INK.map((ink): [string, string] => [ink, ground]),
  ),
  ['--pos', '--pos-soft'],
  ['--neg', '--neg-soft'],
  ['--warn', '--warn-soft'],
  ['--info', '--info-soft'],
  ['--on-accent', '--accent'],
  ['--on-accent', '--accent-hover'],
  ['--accent', '--surface-solid'],
  ['--stage-ink', '--stage'],
  ['--stage-ink-2', '--stage'],
  ['--stage-mark', '--stage'],
  ['--on-stage', '--stage-ink'],
  ...['--card-a', '--card-b', '--card-c', '--card-d'].flatMap((card): [string, string][] => [
    ['--card-ink', card],
    ['--card-note', card],
  ]),
]

describe.each(THEMES)('%s', (theme: Theme) => {
  it.each(ACCENTS)('is readable with the %s accent', (accent) => {
    const tokens = tokensOf(theme, accent)
    const get = (name: string) => tokens.get(name) ?? expect.fail(`${name} is missing`)
    const canvas = hex(get('--canvas'))
    const pale = PAIRS.map(([ink, ground]) => {
      const behind = over(get(ground), canvas)
      return { ink, ground, ratio: contrast(over(get(ink), behind), behind) }
    }).filter(({ ratio }) => ratio < 4.5)
    expect(pale).toEqual([])
  })
})
