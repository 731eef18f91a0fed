// What axe thinks of the page as it stands, in all three themes. Everything is looked at in the theme that is on;
// in the others only what a theme can change, the colours, so that a screen is set up once and not three times.
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const THEMES = ['light', 'dark', 'glassmorphism'] as const
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** One line for each violation: theme, rule, places. */
export async function violationsIn(page: Page): Promise<string[]> {
  const own = await themeOf(page)
  const found = await look(page, own, new AxeBuilder({ page }).withTags(TAGS))
  for (const theme of THEMES) {
    if (theme === own) continue
    await wearNow(page, theme)
    found.push(...(await look(page, theme, new AxeBuilder({ page }).withRules(['color-contrast']))))
  }
  await wearNow(page, own)
  return found
}

async function look(page: Page, theme: string, axe: AxeBuilder): Promise<string[]> {
  // Colours that are still on their way would be judged half-way.
  await page.evaluate(async () => {
    const changing = document.getAnimations().filter((running) => running instanceof CSSTransition)
    await Promise.allSettled(changing.map((running) => running.finished))
  })
  const { violations } = await axe.analyze()
  return violations.map(
    ({ id, nodes }) => `${theme}: ${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  )
}

async function themeOf(page: Page): Promise<string> {
  return (await page.locator('html').getAttribute('data-theme')) ?? THEMES[0]
}

async function wearNow(page: Page, theme: string) {
  await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme)
}
