// The registry of forms on screen with unsaved values. Closing a dialog, leaving a screen and closing the page check it
// before values are discarded; a lock keeps the values as drafts until the same form is opened again.

export interface UnsavedForm {
  /** True if the form has unsaved values. */
  isDirty: () => boolean
  /** Like isDirty, but false for a form that was just submitted, whose own navigation loses no values. */
  isDirtyForNavigation: () => boolean
  /** Marks the current values as discarded, so that the form is no longer dirty. */
  discard: () => void
  draft: () => Draft | null
}

export interface Draft {
  /** The name of the dialog or the form. */
  name: string
  /** The form's values before it was touched: a draft fits only a form with the same initial values. */
  initial: string
  /** The values of the form's text fields, in their order. */
  values: readonly string[]
}

const forms = new Set<UnsavedForm>()
let drafts: readonly Draft[] = []

export const unsaved = {
  add(form: UnsavedForm) {
    forms.add(form)
    return () => {
      forms.delete(form)
    }
  },
  isAny: () => [...forms].some((form) => form.isDirty()),
  isAnyForNavigation: () => [...forms].some((form) => form.isDirtyForNavigation()),
  discardAll() {
    for (const form of forms) form.discard()
  },

  /** Stores drafts of the dirty forms on screen before they are unmounted. Returns the names of the forms. */
  keepDrafts() {
    drafts = [...forms].flatMap((form) => form.draft() ?? [])
  },
  draftNames: () => drafts.map(({ name }) => name),
  /** Returns the draft that fits this form, and removes it. */
  takeDraft(name: string, initial: string): Draft | null {
    const found = drafts.find((draft) => draft.name === name && draft.initial === initial) ?? null
    drafts = drafts.filter((draft) => draft !== found)
    return found
  },
  dropDrafts() {
    drafts = []
  },
}
