// The short fade between two themes: a cover with the old background lies over the page, the new theme is applied
// below it, and the cover fades out. Only opacity changes; with reduced motion nothing is animated.

const FADE_MS = 200

export function fadeOver(apply: () => void) {
  const still =
    typeof window.matchMedia === 'function' && window.matchMedia('(prefers-reduced-motion: reduce)').matches
  if (still || document.body === null || document.hidden) {
    apply()
    return
  }
  const cover = document.createElement('div')
  cover.className = 'theme-fade'
  cover.setAttribute('aria-hidden', 'true')
  cover.style.background = getComputedStyle(document.documentElement).getPropertyValue('--canvas')
  document.body.append(cover)
  apply()
  // Reading a size forces a layout, so that the following change of opacity runs as a transition.
  cover.getBoundingClientRect()
  cover.dataset.leaving = ''
  setTimeout(() => cover.remove(), FADE_MS)
}
