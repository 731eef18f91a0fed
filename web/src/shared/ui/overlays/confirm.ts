// A confirmation as a promise: `if (await confirm({ title, confirmLabel })) …`. Questions are queued here;
// ConfirmHost, mounted once in the frame, shows them one after the other.
import type { ConfirmDialogProps } from './confirm-dialog'

type ConfirmQuestion = Pick<
  ConfirmDialogProps,
  'title' | 'description' | 'content' | 'confirmLabel' | 'cancelLabel' | 'danger'
>

interface OpenQuestion {
  question: ConfirmQuestion
  answer: (yes: boolean) => void
}

let queue: readonly OpenQuestion[] = []
const listeners = new Set<() => void>()

function replaceQueue(next: readonly OpenQuestion[]) {
  queue = next
  for (const listener of listeners) listener()
}

/** Resolves true when the person confirms, false when they cancel. */
export function confirm(question: ConfirmQuestion): Promise<boolean> {
  return new Promise((resolve) => replaceQueue([...queue, { question, answer: resolve }]))
}

export const firstQuestion = (): OpenQuestion | undefined => queue[0]

export function answerFirstQuestion(yes: boolean) {
  queue[0]?.answer(yes)
  replaceQueue(queue.slice(1))
}

export function subscribeToQuestions(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
