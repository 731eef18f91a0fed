// Moves the clock of a page by hand. The time of a page goes on like the machine's, also after `page.clock.install()`. A
// test about seconds stops it first, so that nothing depends on how fast the machine is.
import type { Page } from '@playwright/test'

/** The clock stops this far ahead, because a busy page may hear of it late, and cannot go back in time. */
const AHEAD_MS = 30_000

/** Stops the clock of a page, and lets the wait for inactivity begin at this moment. */
export async function stopClock(page: Page) {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + AHEAD_MS)
  await page.evaluate(() => window.dispatchEvent(new Event('click')))
}

/** Lets the stopped clock go on by single milliseconds while something is done that needs the page's timers. */
export async function tickDuring(page: Page, act: () => Promise<void>) {
  let isDone = false
  const end = () => {
    isDone = true
  }
  const work = act()
  work.then(end, end)
  while (!isDone) await page.clock.runFor(1)
  await work
}
