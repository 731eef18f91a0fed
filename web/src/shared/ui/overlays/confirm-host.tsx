// Shows the dialog of confirm(). Its code is loaded with the first question.
import { Suspense, useState, useSyncExternalStore } from 'react'
import { lazy } from '@/shared/lib/lazy'
import { answerFirstQuestion, firstQuestion, subscribeToQuestions } from './confirm'

const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog')).ConfirmDialog }))

export function ConfirmHost() {
  const question = useSyncExternalStore(subscribeToQuestions, firstQuestion)
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
          if (!open) answerFirstQuestion(false)
        }}
        onConfirm={() => answerFirstQuestion(true)}
      />
    </Suspense>
  )
}
