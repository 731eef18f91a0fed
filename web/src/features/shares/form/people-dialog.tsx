// The dialog that adds people to a share: a link for each, which allows what is chosen here.
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useAddLinks } from '@/entities/shares/mutations'
import type { ShareLink, WholeLink } from '@/entities/shares/share'
import { addPeople, shareForm as copy } from '@/shared/copy/shares'
import { useEntry } from '@/shared/forms/use-entry'
import { EntryDialog } from '@/shared/ui/overlays/entry-dialog'
import { AddressesDialog } from './addresses'
import { LinkFields } from './link-fields'
import { PeopleField } from './people-field'
import { morePeople, type PeopleForm, peopleBody, peopleOf, peopleSchema } from './share-schema'

type PeopleDialogProps = { open: boolean; onClose: () => void; whole: WholeLink }

export function PeopleDialog({ open, onClose, whole }: PeopleDialogProps) {
  const [made, setMade] = useState<ShareLink[] | null>(null)
  return made ? (
    <AddressesDialog open={open} onClose={onClose} links={made} />
  ) : (
    <Form open={open} onClose={onClose} whole={whole} onMade={setMade} />
  )
}

function Form({
  open,
  onClose,
  whole,
  onMade,
}: PeopleDialogProps & { onMade: (links: ShareLink[]) => void }) {
  const { mutateAsync: add } = useAddLinks()
  const { form, errors, failure, isPending, submit } = useEntry({
    schema: peopleSchema,
    values: morePeople(whole),
    add: {
      bodyOf: peopleBody,
      send: async (body) => {
        const { links } = await add({ shareId: whole.link.share_id, body })
        // The new links are the newest ones of the share.
        return [...links]
          .sort((one, other) => other.created_at.localeCompare(one.created_at))
          .slice(0, body.recipients?.length ?? 1)
      },
      done: (body) => copy.created(body.recipients?.length ?? 1),
    },
    failed: copy.failed,
    fieldOf: (name) =>
      name === 'password' ? 'password' : name === 'expires_on' ? 'endsOn' : ('recipients' as const),
    onDone: onMade,
  })
  const values = useWatch({ control: form.control }) as PeopleForm
  const set = (change: Partial<PeopleForm>) => {
    for (const [name, value] of Object.entries(change)) {
      form.setValue(name as keyof PeopleForm, value as never)
      form.clearErrors(name as keyof PeopleForm)
    }
  }
  return (
    <EntryDialog
      open={open}
      onClose={onClose}
      onSubmit={submit}
      isPending={isPending}
      failure={failure}
      size="lg"
      title={addPeople.title}
      description={whole.title}
      labels={{
        cancel: copy.cancel,
        submit: copy.submit(peopleOf(values).length),
        pending: copy.creating,
      }}
      gridClass="grid-cols-[minmax(0,1fr)]"
    >
      <PeopleField
        recipients={values.recipients}
        typed={values.typed}
        error={errors.recipients?.message}
        required
        onChange={(recipients, typed) => set({ recipients, typed })}
      />
      <LinkFields values={values} errors={errors} onChange={set} />
    </EntryDialog>
  )
}
