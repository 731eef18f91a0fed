// Shows the dialog of confirm(). Its code is loaded with the first question.
import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { answerFirst, firstAsked, subscribeToQuestions } from './confirm'

const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog')).ConfirmDialog }))

export function ConfirmHost() {
  const asked = useSyncExternalStore(subscribeToQuestions, firstAsked)
  const [last, setLast] = useState(asked)
  // The text stays while the dialog fades out.
  if (asked && asked !== last) setLast(asked)
  const shown = asked ?? last
  if (!shown) return null
  return (
    <Suspense>
      <ConfirmDialog
        {...shown.question}
        open={asked !== undefined}
        onOpenChange={(open) => {
          if (!open) answerFirst(false)
        }}
        onConfirm={() => answerFirst(true)}
      />
    </Suspense>
  )
}
