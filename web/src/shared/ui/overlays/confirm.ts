// A confirmation as a promise: `if (await confirm({ title, confirmLabel })) …`. Questions are queued here;
// ConfirmHost, mounted once in the frame, shows them one after the other.
import type { ConfirmDialogProps } from './confirm-dialog'

type ConfirmQuestion = Pick<
  ConfirmDialogProps,
  'title' | 'description' | 'content' | 'confirmLabel' | 'cancelLabel' | 'danger'
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

/** Resolves true when the person confirms, false when they cancel. */
export function confirm(question: ConfirmQuestion): Promise<boolean> {
  return new Promise((resolve) => replace([...queue, { question, answer: resolve }]))
}

export const firstAsked = (): Asked | undefined => queue[0]

export function answerFirst(yes: boolean) {
  queue[0]?.answer(yes)
  replace(queue.slice(1))
}

export function subscribeToQuestions(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
