// The dialog that changes a share: the content that all its links show, and the permissions of this link.
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useUpdateLink } from '@/entities/shares/mutations'
import { shareQuery } from '@/entities/shares/queries'
import type { WholeLink } from '@/entities/shares/share'
import { editShare as copy, shareForm } from '@/shared/copy/shares'
import { useEntry } from '@/shared/forms/use-entry'
import { Checkbox } from '@/shared/ui/inputs/checkbox'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { Textarea } from '@/shared/ui/inputs/textarea'
import { EntryDialog } from '@/shared/ui/overlays/entry-dialog'
import { BeatsField } from './beats-field'
import { LinkFields, Toggle } from './link-fields'
import { changeOf, type EditInput, editSchema, editValues, type ShareChange } from './share-schema'

type EditDialogProps = { open: boolean; onClose: () => void; whole: WholeLink }

export function EditDialog({ open, onClose, whole }: EditDialogProps) {
  const { mutateAsync: update } = useUpdateLink()
  const { data: share } = useQuery(shareQuery(whole.link.share_id))
  const { form, field, errors, failure, isPending, submit } = useEntry({
    schema: editSchema,
    values: editValues(whole),
    update: {
      before: whole,
      changeOf: (before, values): Partial<ShareChange> => {
        const change = changeOf(before, values)
        const isSame = [change.share, change.body].every((part) => Object.keys(part).length === 0)
        return isSame ? {} : change
      },
      send: async ({ share: shown = {}, body = {} }) => {
        await update({ link: whole.link, share: shown, body })
        return whole
      },
      done: copy.saved,
    },
    failed: copy.failed,
    fieldOf: (name) =>
      name === 'expires_on' ? 'endsOn' : name in editValues(whole) ? (name as 'title') : null,
    onDone: onClose,
  })
  const values = useWatch({ control: form.control }) as EditInput
  const set = (change: Partial<EditInput>) => {
    for (const [name, value] of Object.entries(change)) {
      form.setValue(name as keyof EditInput, value as never)
      form.clearErrors(name as keyof EditInput)
    }
  }
  const heading = 'text-12 font-medium text-ink-3'
  return (
    <EntryDialog
      open={open}
      onClose={onClose}
      onSubmit={submit}
      isPending={isPending}
      failure={failure}
      size="lg"
      title={copy.title}
      labels={{ cancel: copy.cancel, submit: copy.save, pending: copy.saving }}
      gridClass="grid-cols-[minmax(0,1fr)]"
    >
      <h3 className={heading}>{copy.wholeShare(share?.links.length ?? 1)}</h3>
      <Field label={shareForm.name} error={errors.title?.message} required>
        <Input {...field('title')} autoComplete="off" />
      </Field>
      <Field label={shareForm.message} error={errors.message?.message}>
        <Textarea {...field('message')} rows={2} className="min-h-[60px]!" />
      </Field>
      <BeatsField beats={values.beats} error={errors.beats?.message} onChange={(beats) => set({ beats })} />
      <Toggle
        label={shareForm.keepSold}
        hint={shareForm.keepSoldHint}
        checked={values.keepsSold}
        onChange={(keepsSold) => set({ keepsSold })}
      />
      <h3 className={`${heading} pt-4 border-t border-line`}>{copy.thisLink}</h3>
      {whole.link.client_id === null ? (
        <div className="grid sm:grid-cols-2 gap-4">
          <Field label={copy.name} error={errors.name?.message}>
            <Input {...field('name')} autoComplete="off" />
          </Field>
          <Field label={copy.email} error={errors.email?.message}>
            <Input {...field('email')} type="email" autoComplete="off" />
          </Field>
        </div>
      ) : null}
      <LinkFields
        values={values}
        errors={errors}
        onChange={set}
        passwordPlaceholder={whole.link.has_password ? copy.passwordKept : undefined}
      />
      {whole.link.has_password ? (
        <Checkbox
          label={copy.passwordRemove}
          checked={values.removesPassword}
          onCheckedChange={(removesPassword) => set({ removesPassword })}
        />
      ) : null}
    </EntryDialog>
  )
}
