// Layout assertions that poll: after a resize or a click the new layout comes a moment later.
import { expect, type Locator, type Page } from '@playwright/test'

/** Expects that no element is wider than the window. */
export async function expectNoSidewaysScroll(page: Page, where = 'scrolls sideways') {
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(overflow, where).toBeLessThanOrEqual(0)
}

export type Box = { x: number; y: number; width: number; height: number }

/** Expects that the bounding box of an element fits, or soon will; `what` describes the expectation. */
export async function expectBox(element: Locator, fits: (box: Box) => boolean, what: string) {
  const measured = async () => {
    const box = await element.boundingBox()
    return box !== null && fits(box) ? 'fits' : box
  }
  await expect.poll(measured, what).toBe('fits')
}
