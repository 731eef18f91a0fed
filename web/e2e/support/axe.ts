// Runs axe on the page in all three themes. The current theme gets all rules; the others only the color rules, since
// a theme changes nothing else. axe runs inside the page and returns one line per violation. Playwright's usual axe
// wrapper opens a blank page per run and transfers every passed check, to support frames from other origins; this app
// has no frames, and that took most of the time.
import type { Page } from '@playwright/test'
import axe from 'axe-core'

const THEMES = ['light', 'dark', 'glassmorphism'] as const
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

type RuleSelection = { type: 'tag' | 'rule'; values: string[] }

/** Returns one line for each violation: theme, rule and elements. */
export async function violationsIn(page: Page): Promise<string[]> {
  await loadAxe(page)
  const own = await themeOf(page)
  const found = await runAxe(page, own, { type: 'tag', values: TAGS })
  for (const theme of THEMES) {
    if (theme === own) continue
    await applyTheme(page, theme)
    found.push(...(await runAxe(page, theme, { type: 'rule', values: ['color-contrast'] })))
  }
  await applyTheme(page, own)
  return found
}

/**
 * Returns the violations of a public page, which follows the browser's light or dark color scheme instead of an
 * account's theme.
 */
export async function publicViolationsIn(page: Page): Promise<string[]> {
  await loadAxe(page)
  const found: string[] = []
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    found.push(...(await runAxe(page, scheme, { type: 'tag', values: TAGS })))
  }
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}

/** Loads axe into the page once per document. */
async function loadAxe(page: Page) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
}

async function runAxe(page: Page, theme: string, runOnly: RuleSelection): Promise<string[]> {
  const lines = await page.evaluate(async (only) => {
    // Waits for running color transitions, which would be measured half-way.
    const changing = document.getAnimations().filter((running) => running instanceof CSSTransition)
    await Promise.allSettled(changing.map((running) => running.finished))
    const { axe: inside } = window as unknown as { axe: typeof axe }
    const { violations } = await inside.run(document, { runOnly: only, resultTypes: ['violations'] })
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    )
  }, runOnly)
  return lines.map((line) => `${theme}: ${line}`)
}

async function themeOf(page: Page): Promise<string> {
  return (await page.locator('html').getAttribute('data-theme')) ?? THEMES[0]
}

async function applyTheme(page: Page, theme: string) {
  await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme)
}
