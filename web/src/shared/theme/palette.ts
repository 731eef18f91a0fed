// All choices of appearance, with the keys that local storage, the server's settings and the CSS share.

export const THEMES = ['light', 'dark', 'glassmorphism'] as const
export type Theme = (typeof THEMES)[number]

export const ACCENTS = ['default', 'blue', 'green', 'orange', 'teal', 'rose', 'amber'] as const
export type Accent = (typeof ACCENTS)[number]

export const FONTS = [
  'inter',
  'roboto',
  'openSans',
  'sourceSans',
  'nunito',
  'comfortaa',
  'quicksand',
  'fredoka',
] as const
export type Font = (typeof FONTS)[number]

export interface Appearance {
  theme: Theme
  accent: Accent
  font: Font
  compact: boolean
}

export const DEFAULT_APPEARANCE: Appearance = {
  theme: 'light',
  accent: 'default',
  font: 'inter',
  compact: false,
}

export const THEME_NAMES: Record<Theme, string> = {
  light: 'Light',
  dark: 'Dark',
  glassmorphism: 'Glassmorphism',
}

export const ACCENT_NAMES: Record<Accent, string> = {
  default: 'Neutral',
  blue: 'Ocean Blue',
  green: 'Emerald Green',
  orange: 'Sunset Orange',
  teal: 'Ocean Teal',
  rose: 'Rose Pink',
  amber: 'Golden Amber',
}

export const FONT_NAMES: Record<Font, string> = {
  inter: 'Inter',
  roboto: 'Roboto',
  openSans: 'Open Sans',
  sourceSans: 'Source Sans',
  nunito: 'Nunito',
  comfortaa: 'Comfortaa',
  quicksand: 'Quicksand',
  fredoka: 'Fredoka',
}

export const FONT_GROUPS: readonly { name: string; fonts: readonly Font[] }[] = [
  { name: 'Professional', fonts: ['inter', 'roboto', 'openSans', 'sourceSans'] },
  { name: 'Fun', fonts: ['nunito', 'comfortaa', 'quicksand', 'fredoka'] },
]

export const isTheme = (value: unknown): value is Theme => THEMES.includes(value as Theme)
export const isAccent = (value: unknown): value is Accent => ACCENTS.includes(value as Accent)
export const isFont = (value: unknown): value is Font => FONTS.includes(value as Font)
