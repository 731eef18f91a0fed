// One goal of the modal: its figures, adding to the saved amount, deleting it.
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Goal } from '@/entities/goals/goal'
import { useAddProgress, useDeleteGoal } from '@/entities/goals/mutations'
import { errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { goals as copy, goalForm } from '@/shared/copy/money/goals'
import { useAttempts } from '@/shared/forms/attempts'
import { readAmount, toNumber } from '@/shared/lib/money/read-amount'
import { Badge } from '@/shared/ui/badge'
import { Button } from '@/shared/ui/button'
import { IconButton } from '@/shared/ui/icon-button'
import { Input } from '@/shared/ui/inputs/input'
import { confirm } from '@/shared/ui/overlays/confirm'
import { toast } from '@/shared/ui/toast/toast'
import { GoalFigures } from './goal-figures'
import { GoalForm } from './goal-form'

type GoalRowProps = { goal: Goal; onDeleted: () => void }

export function GoalRow({ goal, onDeleted }: GoalRowProps) {
  const [isAdding, setAdding] = useState(false)
  const [isEditing, setEditing] = useState(false)
  const editor = useRef<HTMLButtonElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const { mutateAsync: remove } = useDeleteGoal()

  const stopAdding = () => {
    setAdding(false)
    requestAnimationFrame(() => opener.current?.focus())
  }

  const askAndRemove = async () => {
    const isSure = await confirm({
      title: copy.deleteQuestion,
      description: copy.deleteMeaning(goal.title),
      confirmLabel: copy.delete,
    })
    if (!isSure) return
    try {
      await remove(goal.id)
      toast.success(copy.deleted, TOASTS.success)
      onDeleted()
    } catch (error) {
      toast.error(errorMessageOf(error, copy.deleteFailed) ?? calls.offline, TOASTS.other)
    }
  }

  const stopEditing = () => {
    setEditing(false)
    requestAnimationFrame(() => editor.current?.focus())
  }

  if (isEditing) {
    return (
      <li className="py-4 border-t border-line first:border-t-0 first:pt-0">
        <GoalForm goal={goal} onDone={stopEditing} onCancel={stopEditing} />
      </li>
    )
  }
  return (
    <li className="py-4 border-t border-line first:border-t-0 first:pt-0">
      <GoalFigures goal={goal} />
      {goal.description ? (
        <p className="mt-2 whitespace-pre-line break-words text-ink-2">{goal.description}</p>
      ) : null}
      <div className="flex flex-wrap items-center gap-2 mt-3">
        <Badge tone="outline">{copy.categories[goal.category]}</Badge>
        {isAdding ? (
          <ProgressForm goal={goal} onDone={stopAdding} />
        ) : (
          <span className="flex gap-1 ml-auto">
            <Button
              ref={opener}
              size="sm"
              icon={<Plus aria-hidden />}
              aria-label={copy.addProgressTo(goal.title)}
              onClick={() => setAdding(true)}
            >
              {copy.addProgress}
            </Button>
            <IconButton
              ref={editor}
              size="sm"
              tooltip={false}
              label={copy.editOf(goal.title)}
              icon={<Pencil aria-hidden className="size-[18px]" />}
              onClick={() => setEditing(true)}
              className="-my-0.5"
            />
            <IconButton
              size="sm"
              tooltip={false}
              label={copy.deleteOf(goal.title)}
              icon={<Trash2 aria-hidden className="size-[18px]" />}
              onClick={askAndRemove}
              className="-my-0.5"
            />
          </span>
        )}
      </div>
    </li>
  )
}

/** The form that adds to a goal's saved amount. It submits only an amount above zero. */
function ProgressForm({ goal, onDone }: { goal: Goal; onDone: () => void }) {
  const [typed, setTyped] = useState('')
  const { mutateAsync, isPending } = useAddProgress()
  const attempts = useAttempts()
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => input.current?.focus(), [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { minor } = readAmount(typed)
    if (minor === undefined || isPending) return
    const amount = toNumber(minor)
    try {
      await mutateAsync({ id: goal.id, amount, key: attempts.keyFor({ id: goal.id, amount }) })
      attempts.done()
      toast.success(copy.progressUpdated, TOASTS.success)
      onDone()
    } catch (error) {
      toast.error(errorMessageOf(error, copy.progressFailed) ?? calls.offline, TOASTS.other)
    }
  }

  return (
    <form
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // Escape closes this form, not the whole dialog.
        event.stopPropagation()
        onDone()
      }}
      className="flex items-center gap-2 ml-auto max-sm:w-full"
    >
      <Input
        ref={input}
        aria-label={copy.progressAmount(goal.title)}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        figures="amount"
        inputMode="decimal"
        autoComplete="off"
        placeholder={goalForm.amountPlaceholder}
        className="w-32! h-8! max-sm:grow"
      />
      <Button size="sm" disabled={isPending} onClick={onDone} className="h-8!">
        {copy.cancel}
      </Button>
      <Button
        type="submit"
        size="sm"
        variant="primary"
        pending={isPending}
        pendingLabel={copy.adding}
        className="h-8!"
      >
        {copy.add}
      </Button>
    </form>
  )
}
