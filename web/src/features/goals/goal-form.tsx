// The form that creates a goal or changes one, including what is saved so far.
import { GOAL_CATEGORIES, type Goal } from '@/entities/goals/goal'
import { useCreateGoal, useUpdateGoal } from '@/entities/goals/mutations'
import { GOAL } from '@/shared/config/limits'
import { goalForm as copy, goals } from '@/shared/copy/money/goals'
import { namedOptions } from '@/shared/forms/named-options'
import { useEntry } from '@/shared/forms/use-entry'
import { today } from '@/shared/lib/time/calendar'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { Select } from '@/shared/ui/inputs/select'
import { Textarea } from '@/shared/ui/inputs/textarea'
import { changeOf, goalBodyOf, goalSchema, knownGoalSchema, NEW_GOAL, valuesOf } from './goal-schema'

const CATEGORY_OPTIONS = namedOptions(GOAL_CATEGORIES, goals.categories)

type GoalFormProps = {
  /** The goal to change. Without it a new one is created. */
  goal?: Goal
  onDone: () => void
  onCancel: () => void
}

export function GoalForm({ goal, onDone, onCancel }: GoalFormProps) {
  const { mutateAsync: create } = useCreateGoal()
  const { mutateAsync: update } = useUpdateGoal()
  const { field, errors, failure, isPending, submit } = useEntry({
    schema: goal ? knownGoalSchema(goal) : goalSchema,
    values: goal ? valuesOf(goal) : NEW_GOAL,
    add: { bodyOf: goalBodyOf, send: (body) => create(body), done: goals.created },
    update: goal && {
      before: goal,
      changeOf,
      send: (change) => update({ id: goal.id, change }),
      done: goals.updated,
    },
    failed: goal ? goals.updateFailed : goals.createFailed,
    onDone,
  })

  return (
    <form noValidate onSubmit={submit} className="grid sm:grid-cols-2 gap-4">
      {failure ? (
        <Banner tone="error" className="sm:col-span-2">
          {failure}
        </Banner>
      ) : null}
      <Field label={copy.name} error={errors.title?.message} required className="sm:col-span-2">
        <Input {...field('title')} autoComplete="off" placeholder={copy.namePlaceholder} />
      </Field>
      <Field label={copy.targetAmount} error={errors.target_amount?.message} required>
        <Input
          {...field('target_amount')}
          figures="amount"
          inputMode="decimal"
          autoComplete="off"
          placeholder={copy.amountPlaceholder}
          step={GOAL.targetStep}
        />
      </Field>
      <Field label={copy.targetDate} error={errors.target_date?.message} required>
        <Input {...field('target_date')} type="date" min={today()} className="num" />
      </Field>
      {goal ? (
        <Field label={copy.saved} error={errors.current_amount?.message}>
          <Input
            {...field('current_amount')}
            figures="amount"
            inputMode="decimal"
            autoComplete="off"
            placeholder={copy.amountPlaceholder}
          />
        </Field>
      ) : null}
      <Field label={copy.category} error={errors.category?.message} className={goal ? '' : 'sm:col-span-2'}>
        <Select {...field('category')} options={CATEGORY_OPTIONS} />
      </Field>
      <Field
        label={copy.description}
        error={errors.description?.message}
        aside={<span className="text-12 text-ink-3">{copy.optional}</span>}
        className="sm:col-span-2"
      >
        <Textarea {...field('description')} rows={2} className="min-h-[60px]!" />
      </Field>
      <div className="flex justify-end gap-2 sm:col-span-2 -mx-(--pad) -mb-5 mt-1 px-(--pad) py-4 border-t border-line">
        <Button disabled={isPending} onClick={onCancel}>
          {goals.cancel}
        </Button>
        <Button
          type="submit"
          variant="primary"
          pending={isPending}
          pendingLabel={goal ? copy.saving : copy.pending}
        >
          {goal ? copy.save : copy.submit}
        </Button>
      </div>
    </form>
  )
}
