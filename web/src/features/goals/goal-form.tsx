// The tab that creates a goal.
import { GOAL_CATEGORIES } from '@/entities/goals/goal'
import { useCreateGoal } from '@/entities/goals/mutations'
import { GOAL } from '@/shared/config/limits'
import { goalForm as copy, goals } from '@/shared/copy/goals'
import { namedOptions } from '@/shared/forms/named-options'
import { useEntry } from '@/shared/forms/use-entry'
import { today } from '@/shared/lib/calendar'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { Select } from '@/shared/ui/inputs/select'
import { Textarea } from '@/shared/ui/inputs/textarea'
import { goalBodyOf, goalSchema, NEW_GOAL } from './goal-schema'

const CATEGORY_OPTIONS = namedOptions(GOAL_CATEGORIES, goals.categories)

export function GoalForm({ onCreated, onCancel }: { onCreated: () => void; onCancel: () => void }) {
  const { mutateAsync: create } = useCreateGoal()
  const { field, errors, failure, isPending, submit } = useEntry({
    schema: goalSchema,
    values: NEW_GOAL,
    add: { bodyOf: goalBodyOf, send: (body) => create(body), done: goals.created },
    failed: goals.createFailed,
    onDone: onCreated,
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
      <Field label={copy.category} error={errors.category?.message} className="sm:col-span-2">
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
        <Button type="submit" variant="primary" pending={isPending} pendingLabel={copy.pending}>
          {copy.submit}
        </Button>
      </div>
    </form>
  )
}
