// Keys that work on every screen: "/", Ctrl+K, "?" and "]". They are left alone while a dialog is open or while
// somebody types.

/** True if a plain key, without Ctrl, Alt or ⌘, is free to act on the frame. */
export function isFreeKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false
  return !isModalOpen() && !isTyping(event.target)
}

/** The player's window is a dialog too, but the page beside it stays usable. */
export function isModalOpen(): boolean {
  return document.querySelector(':is([role="dialog"], [role="alertdialog"]):not(.player-window)') !== null
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))
  )
}
