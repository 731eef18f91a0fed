// Waits for a page's event stream, because a change made before it is open would not reach the page.
import type { Page } from '@playwright/test'

/**
 * Returns a promise that resolves when the event stream is open. Call this before opening the page, and await the
 * promise before changing something elsewhere.
 */
export async function watchEventStream(page: Page) {
  await page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/events')
}
