// Watches one form in the page for something typed and not saved. It reads the fields themselves, so that every form
// works alike, whatever keeps its values. Passwords and codes do not count: nobody misses them.
import { type RefObject, useEffect, useRef } from 'react'
import { type UnsavedForm, unsaved } from './unsaved'

const CONTROLS = 'input, textarea, select, [role=radio], [role=checkbox], [role=switch], [role=combobox]'
const TEXTS = 'input, textarea, select'

/** `nameOf` names the form to its owner, such as the title of its dialog. `handle` is filled while the form is there. */
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
  // Values that arrive from the server before the first touch belong to the start.
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
  // A dialog's title is connected to it a moment after its form is in the page.
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

/** Empty fields are left out: a dialog's next step may have more of them, and that is no change. */
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

/** Types the values into the fields, as a person would, so that the form notices. */
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
