// The confirmation before typed form values are discarded.
import { unsavedForms as copy } from '@/shared/copy/shell'
import { confirm } from '@/shared/ui/overlays/confirm'

let asked: Promise<boolean> | null = null

/** Asks whether typed values may be discarded; resolves true if so. Simultaneous calls share one question. */
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
