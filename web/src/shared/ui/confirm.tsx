// The same question as a promise: `if (await confirm({ title, confirmLabel })) …`. One host, mounted once,
// shows them; a second question waits until the first is answered.
import { useState, useSyncExternalStore } from 'react'
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog'

export type ConfirmQuestion = Pick<
  ConfirmDialogProps,
  'title' | 'description' | 'confirmLabel' | 'cancelLabel' | 'danger'
>

interface Asked {
  question: ConfirmQuestion
  answer: (yes: boolean) => void
}

let queue: readonly Asked[] = []
const listeners = new Set<() => void>()

function replace(next: readonly Asked[]) {
  queue = next
  for (const listener of listeners) listener()
}

/** Resolves true when the person agrees, false when they leave it. */
export function confirm(question: ConfirmQuestion): Promise<boolean> {
  return new Promise((resolve) => replace([...queue, { question, answer: resolve }]))
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function ConfirmHost() {
  const asked = useSyncExternalStore(subscribe, () => queue)[0]
  const [last, setLast] = useState(asked)
  // The text stays while the dialog fades out.
  if (asked && asked !== last) setLast(asked)
  const shown = asked ?? last
  if (!shown) return null
  const answer = (yes: boolean) => {
    asked?.answer(yes)
    replace(queue.slice(1))
  }
  return (
    <ConfirmDialog
      {...shown.question}
      open={asked !== undefined}
      onOpenChange={(open) => {
        if (!open) answer(false)
      }}
      onConfirm={() => answer(true)}
    />
  )
}
