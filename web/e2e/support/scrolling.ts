// Scrolling through a list that loads its next page when the end comes near.
import { expect, type Page } from '@playwright/test'

/** Scrolls to the end of the page and waits until the list has grown by what it loaded. */
export async function scrollUntilMoreIsLoaded(page: Page) {
  const height = () => page.evaluate(() => document.documentElement.scrollHeight)
  const before = await height()
  await page.evaluate((bottom) => window.scrollTo(0, bottom), before)
  await expect.poll(height).toBeGreaterThan(before)
}
