// The one question before something typed is thrown away.
import { unsavedForms as copy } from '@/shared/copy/shell'
import { confirm } from '@/shared/ui/overlays/confirm'

let asked: Promise<boolean> | null = null

/** Resolves true if the person gives up what they typed. Asked twice at the same time, it is one question. */
export function confirmDiscard(): Promise<boolean> {
  asked ??= confirm({
    title: copy.question,
    description: copy.meaning,
    confirmLabel: copy.discard,
    cancelLabel: copy.keep,
  }).finally(() => {
    asked = null
  })
  return asked
}
