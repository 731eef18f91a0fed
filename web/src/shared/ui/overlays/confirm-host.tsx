// Shows the dialog of confirm(). Its code is loaded with the first question.
import { Suspense, useState, useSyncExternalStore } from 'react'
import { lazy } from '@/shared/lib/lazy'
import { answerFirst, firstAsked, subscribeToQuestions } from './confirm'

const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog')).ConfirmDialog }))

export function ConfirmHost() {
  const question = useSyncExternalStore(subscribeToQuestions, firstAsked)
  const [last, setLast] = useState(question)
  // The text stays while the dialog fades out.
  if (question && question !== last) setLast(question)
  const shown = question ?? last
  if (!shown) return null
  return (
    <Suspense>
      <ConfirmDialog
        {...shown.question}
        open={question !== undefined}
        onOpenChange={(open) => {
          if (!open) answerFirst(false)
        }}
        onConfirm={() => answerFirst(true)}
      />
    </Suspense>
  )
}
