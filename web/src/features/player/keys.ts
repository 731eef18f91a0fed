// The player's keyboard shortcuts: all of them while the focus is in its window, the space bar from anywhere that does
// not use it itself.

export type KeyAction =
  | 'toggle'
  | 'back'
  | 'forward'
  | 'louder'
  | 'softer'
  | 'mute'
  | 'maximize'
  | 'leave'
  | 'previous'
  | 'next'
  | 'queue'

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

export function actionOf(
  { key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress,
  target: string,
): KeyAction | null {
  if (ctrlKey || metaKey || altKey) return null
  if (key === 'Escape') return 'leave'
  // A range input handles the arrow keys itself, a button the space bar.
  if (target === 'INPUT' && key.startsWith('Arrow')) return null
  if (target === 'BUTTON' && key === ' ') return null
  if (shiftKey) return key === 'ArrowLeft' ? 'previous' : key === 'ArrowRight' ? 'next' : null
  switch (key) {
    case ' ':
      return 'toggle'
    case 'ArrowLeft':
      return 'back'
    case 'ArrowRight':
      return 'forward'
    case 'ArrowUp':
      return 'louder'
    case 'ArrowDown':
      return 'softer'
    case 'm':
    case 'M':
      return 'mute'
    case 'f':
    case 'F':
      return 'maximize'
    case 'q':
    case 'Q':
      return 'queue'
    default:
      return null
  }
}

/** A selector of elements that use the space bar themselves, and of overlays. */
const USES_SPACE =
  'input, textarea, select, button, a[href], summary, [contenteditable], [role="slider"], [role="menuitem"], [role="option"], [role="tab"], [role="switch"], [role="checkbox"]'
const OVER_THE_PAGE = ':is([role="dialog"], [role="alertdialog"], [role="menu"]):not(.player-window)'

/** True if the space bar is free to pause or play the music. */
export function isFreeSpace(event: KeyboardEvent): boolean {
  if (event.key !== ' ' || event.defaultPrevented || event.repeat) return false
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false
  const { target } = event
  if (target instanceof Element && target.closest(USES_SPACE) !== null) return false
  return document.querySelector(OVER_THE_PAGE) === null
}
