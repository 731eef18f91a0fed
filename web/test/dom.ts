// Prepares a test in jsdom: the matchers, a clean document, empty storage, and the few browser features that jsdom
// lacks but the components use.
import '@testing-library/jest-dom/vitest'
import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

class QuietObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return []
  }
}

export function prepare() {
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
