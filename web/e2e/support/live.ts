// Waits for a page's event stream: a change made before it is open would be missed.
import type { Page } from '@playwright/test'

/**
 * Returns a wait for the event stream. Call it before opening the page, and await it before changing something
 * elsewhere.
 */
export async function watchEventStream(page: Page) {
  await page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/events', {
    timeout: 60_000,
  })
}
