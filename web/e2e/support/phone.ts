// A phone browser without an account, for public pages.
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'

/**
 * The user agent of a phone: visits of bots and of the owner's own browser are not counted and cause no notification.
 */
const USER_AGENT =
  'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'

export async function openPhone(browser: Browser, more: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    userAgent: USER_AGENT,
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    ...more,
  })
  return context.newPage()
}
