// Watches one form for unsaved values. It reads the DOM fields, so that it works for every form, whatever manages its
// values. Passwords and codes do not count, because they are not kept as drafts.
import { type RefObject, useEffect, useRef } from 'react'
import { type UnsavedForm, unsaved } from './unsaved'

const CONTROLS = 'input, textarea, select, [role=radio], [role=checkbox], [role=switch], [role=combobox]'
const TEXTS = 'input, textarea, select'

/**
 * Registers a form for the check of unsaved values. `nameOf` returns its name, such as the title of its dialog.
 * `handle` is set while the form is mounted.
 */
export function useUnsavedForm(
  form: RefObject<HTMLFormElement | null>,
  nameOf: (form: HTMLFormElement) => string,
  handle?: RefObject<UnsavedForm | null>,
) {
  const naming = useRef(nameOf)
  naming.current = nameOf
  useEffect(() => {
    const element = form.current
    if (element === null) return
    const watched = watchForm(element, () => naming.current(element))
    if (handle) handle.current = watched.form
    const unregister = unsaved.add(watched.form)
    return () => {
      unregister()
      watched.stop()
      if (handle) handle.current = null
    }
  }, [form, handle])
}

function watchForm(element: HTMLFormElement, name: () => string) {
  let initial = snapshotOf(element)
  let isTouched = false
  let isSent = false
  // Values that are loaded before the first touch belong to the initial values.
  const takeInitial = () => {
    if (!isTouched) initial = snapshotOf(element)
  }
  const markTouched = () => {
    isTouched = true
    isSent = false
  }
  const markSent = () => {
    isSent = true
  }
  const events = [
    ['pointerdown', takeInitial],
    ['keydown', takeInitial],
    ['input', markTouched],
    ['change', markTouched],
    ['click', markTouched],
    ['submit', markSent],
  ] as const
  for (const [event, listener] of events) element.addEventListener(event, listener, { capture: true })

  const isDirty = () => isTouched && snapshotOf(element) !== initial
  // The title of a dialog is connected to it a moment after its form is mounted, so the draft is restored in a timeout.
  const restoring = setTimeout(() => {
    takeInitial()
    const draft = isTouched ? null : unsaved.takeDraft(name(), initial)
    if (draft !== null) fill(element, draft.values)
  })

  return {
    form: {
      isDirty,
      isDirtyForNavigation: () => !isSent && isDirty(),
      discard: () => {
        isTouched = false
        initial = snapshotOf(element)
      },
      draft: () => (isDirty() ? { name: name(), initial, values: textsOf(element).map(textOf) } : null),
    },
    stop: () => {
      clearTimeout(restoring)
      for (const [event, listener] of events) element.removeEventListener(event, listener, { capture: true })
    },
  }
}

type TextControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

function textsOf(element: HTMLFormElement): TextControl[] {
  return [...element.querySelectorAll<TextControl>(TEXTS)]
}

function isSecret(control: Element): boolean {
  if (!(control instanceof HTMLInputElement)) return false
  return control.type === 'password' || control.autocomplete === 'one-time-code'
}

function textOf(control: TextControl): string {
  return isSecret(control) || control.type === 'file' ? '' : control.value
}

/**
 * Serializes the values of all controls. Empty ones are left out, because another step of a dialog may have more of
 * them, which is no change.
 */
function snapshotOf(element: HTMLFormElement): string {
  const states = [...element.querySelectorAll(CONTROLS)].map(stateOf)
  return states.filter((state) => state !== '').join('\u0000')
}

function stateOf(control: Element): string {
  if (control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio'))
    return String(control.checked)
  if (
    control instanceof HTMLInputElement ||
    control instanceof HTMLTextAreaElement ||
    control instanceof HTMLSelectElement
  )
    return textOf(control)
  return control.getAttribute('aria-checked') ?? control.textContent ?? ''
}

/** Sets the values of the fields and dispatches input and change events, so that the form's state follows. */
function fill(element: HTMLFormElement, values: readonly string[]) {
  for (const [index, control] of textsOf(element).entries()) {
    const value = values[index]
    if (value === undefined || value === '' || value === control.value || isSecret(control)) continue
    if (control.type === 'checkbox' || control.type === 'radio' || control.type === 'file') continue
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value)
    control.dispatchEvent(new Event('input', { bubbles: true }))
    control.dispatchEvent(new Event('change', { bubbles: true }))
  }
}
