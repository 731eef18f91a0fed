// The player's keyboard shortcuts while the focus is in its window.

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

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

export function actionOf(
  { key, ctrlKey, metaKey, altKey, shiftKey }: Pressed,
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
    default:
      return null
  }
}
