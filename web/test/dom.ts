// Prepares a test in jsdom: the matchers, a clean document, empty storage, and the few browser features that jsdom
// lacks but the components use.
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

class QuietObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return []
  }
}

/** How long `waitFor` and `findBy…` wait at most. Their default of one second is too short for a busy machine. */
const PATIENCE_MS = 30_000

export function prepare() {
  configure({ asyncUtilTimeout: PATIENCE_MS })
  globalThis.ResizeObserver ??= QuietObserver as unknown as typeof ResizeObserver
  globalThis.IntersectionObserver ??= QuietObserver as unknown as typeof IntersectionObserver
  Element.prototype.scrollIntoView ??= () => {}
  Element.prototype.getAnimations ??= () => []
  // jsdom hides an element with this attribute but cannot show it.
  HTMLElement.prototype.showPopover ??= function (this: HTMLElement) {
    this.removeAttribute('popover')
  }
  window.scrollTo = () => {}
  window.matchMedia ??= (query: string) =>
    ({
      matches: false,
      media: query,
      onchange: null,
      addEventListener() {},
      removeEventListener() {},
      dispatchEvent: () => false,
    }) as unknown as MediaQueryList

  afterEach(() => {
    cleanup()
    localStorage.clear()
    sessionStorage.clear()
  })
}
