// The dialog that issues a license for an existing sale: the kind is chosen, the other values come from the sale. The
// buyer does not accept the contract, and the record says so.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type * as v from 'valibot'
import type { Kind, Missing } from '@/entities/licenses/kind'
import { kindsQuery } from '@/entities/licenses/kinds'
import type { WholeLicense } from '@/entities/licenses/license'
import { missingOf, useLicenseSale } from '@/entities/licenses/mutations'
import type { Sale } from '@/entities/sales/sale'
import { LICENSE } from '@/shared/config/limits'
import { saleLicense as copy, issueForm } from '@/shared/copy/licenses/licenses'
import { checkedSchema, type FieldFault } from '@/shared/forms/checked-schema'
import { useEntry } from '@/shared/forms/use-entry'
import { Field } from '@/shared/ui/inputs/field'
import { Select } from '@/shared/ui/inputs/select'
import { Textarea } from '@/shared/ui/inputs/textarea'
import { EntryDialog } from '@/shared/ui/overlays/entry-dialog'
import { BeatPicker } from './beat-picker'
import { ContractCheck } from './contract-check'

const schema = checkedSchema<{ kind_id: string; beat: string; document_id: string; samples: string }>(
  (values) => [
    ...(values.kind_id === '' ? [['kind_id', issueForm.kindRequired] as FieldFault] : []),
    ...(values.document_id === '' ? [['beat', issueForm.beatRequired] as FieldFault] : []),
  ],
)

type SaleLicenseDialogProps = {
  open: boolean
  onClose: () => void
  sale: Sale
  onIssued: (license: WholeLicense) => void
}

export function SaleLicenseDialog(props: SaleLicenseDialogProps) {
  const { data: kinds } = useQuery(kindsQuery)
  return kinds ? <Form {...props} kinds={kinds} /> : null
}

type FormProps = SaleLicenseDialogProps & { kinds: readonly Kind[] }

function Form({ open, onClose, sale, onIssued, kinds }: FormProps) {
  const { mutateAsync: issue } = useLicenseSale()
  const [refused, setRefused] = useState<readonly Missing[]>([])
  // Preselects the first kind of the tier that was sold.
  const likely = kinds.find((kind) => kind.tier === sale.license) ?? kinds[0]
  const { form, field, errors, failure, isPending, submit } = useEntry({
    schema,
    values: { kind_id: likely?.id ?? '', beat: '', document_id: sale.beat_id ?? '', samples: '' },
    add: {
      bodyOf: ({ kind_id, document_id, samples }: v.InferOutput<typeof schema>) => ({
        kind_id,
        document_id,
        ...samplesOf(samples),
      }),
      send: async (body, { keyFor }) => {
        try {
          return await issue({ id: sale.id, body, key: keyFor({ sale: sale.id, ...body }) })
        } catch (error) {
          setRefused(missingOf(error))
          throw error
        }
      },
      done: issueForm.done,
    },
    failed: issueForm.failed,
    onDone: onIssued,
  })
  const [kindId, beat, documentId, samples] = form.watch(['kind_id', 'beat', 'document_id', 'samples'])
  const isEnough = kindId !== '' && documentId !== ''
  const body = isEnough
    ? { document_id: documentId, kind_id: kindId, sale_id: sale.id, ...samplesOf(samples) }
    : null

  return (
    <EntryDialog
      open={open}
      onClose={onClose}
      onSubmit={submit}
      isPending={isPending}
      failure={failure}
      size="lg"
      title={copy.title(sale.reference)}
      description={copy.intro}
      labels={{ cancel: issueForm.cancel, submit: copy.submit, pending: issueForm.saving }}
    >
      <Field label={issueForm.kind} error={errors.kind_id?.message} required>
        <Select
          value={kindId || null}
          placeholder={issueForm.kindRequired}
          options={kinds.map(({ id, name }) => ({ value: id, label: name }))}
          onValueChange={(id) => form.setValue('kind_id', id)}
        />
      </Field>
      {sale.beat_id === null ? (
        <BeatPicker
          title={beat}
          id={documentId}
          error={errors.beat?.message}
          onChange={({ title, id }) => {
            form.setValue('beat', title)
            form.setValue('document_id', id)
            form.clearErrors('beat')
          }}
        />
      ) : null}
      <Field label={issueForm.samples} error={errors.samples?.message} hint={issueForm.samplesHint}>
        <Textarea
          {...field('samples')}
          rows={1}
          maxLength={LICENSE.samplesMax}
          className="min-h-(--control)!"
        />
      </Field>
      <ContractCheck body={body} refused={refused} />
    </EntryDialog>
  )
}

/** The samples of the request body; left out if none were typed, so that the contract says that there are none. */
function samplesOf(typed: string): { samples?: string } {
  return typed.trim() === '' ? {} : { samples: typed.trim() }
}
