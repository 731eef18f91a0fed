// The forms on screen that hold something typed but not saved. Closing a dialog, leaving a screen and closing the page
// ask here before anything is thrown away; a lock keeps what was typed until the same form is opened again.

export interface UnsavedForm {
  /** True if something typed would be lost. */
  isDirty: () => boolean
  /** The same, but false for a form that was just submitted: its own navigation is not a loss. */
  isDirtyForNavigation: () => boolean
  /** Counts what was typed as thrown away. */
  discard: () => void
  draft: () => Draft | null
}

export interface Draft {
  /** The name of the dialog or the form. */
  name: string
  /** What the form held before it was touched: a draft fits only a form that starts the same. */
  initial: string
  /** The values of its text fields, in their order. */
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

  /** Keeps what is typed in the forms on screen, before they are removed. Returns their names. */
  keepDrafts() {
    drafts = [...forms].flatMap((form) => form.draft() ?? [])
  },
  draftNames: () => drafts.map(({ name }) => name),
  /** Returns the draft that fits this form, and forgets it. */
  takeDraft(name: string, initial: string): Draft | null {
    const found = drafts.find((draft) => draft.name === name && draft.initial === initial) ?? null
    drafts = drafts.filter((draft) => draft !== found)
    return found
  },
  dropDrafts() {
    drafts = []
  },
}
