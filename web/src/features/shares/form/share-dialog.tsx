// The dialog that shares beats: the beats, the recipients, title and message, and what each link allows. Afterwards it
// shows the addresses of the links.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { aboutQuery } from '@/entities/about/queries'
import { type Document, nameOf } from '@/entities/documents/document'
import { previewSettingsQuery } from '@/entities/previews/previews'
import { useCreateShare } from '@/entities/shares/mutations'
import type { Share, ShareLink } from '@/entities/shares/share'
import { PATHS } from '@/shared/config/paths'
import { shareForm as copy, shares } from '@/shared/copy/shares'
import { useEntry } from '@/shared/forms/use-entry'
import { Banner } from '@/shared/ui/banner'
import { Button, buttonClass } from '@/shared/ui/button'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { Textarea } from '@/shared/ui/inputs/textarea'
import { Dialog } from '@/shared/ui/overlays/dialog'
import { EntryDialog } from '@/shared/ui/overlays/entry-dialog'
import { AddressesDialog } from './addresses'
import { BeatsField } from './beats-field'
import { LinkFields, Toggle } from './link-fields'
import { PeopleField } from './people-field'
import { bodyOf, newShare, peopleOf, type ShareInput, shareSchema } from './share-schema'

type ShareDialogProps = {
  open: boolean
  onClose: () => void
  /** The preselected beats in their order. Videos among them are left out. */
  documents?: readonly Document[]
  onView?: (link: ShareLink) => void
}

export function ShareDialog(props: ShareDialogProps) {
  const [made, setMade] = useState<Share | null>(null)
  const { data: about } = useQuery(aboutQuery)
  const { open, onClose, onView } = props
  if (about?.publicPages === 'off') return <PagesOff open={open} onClose={onClose} />
  if (made) return <AddressesDialog open={open} onClose={onClose} links={made.links} onView={onView} />
  return <ShareForm {...props} onMade={setMade} />
}

function PagesOff({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={copy.title}
      footer={<Button onClick={onClose}>{copy.done}</Button>}
    >
      <Banner>{shares.pagesOff}</Banner>
    </Dialog>
  )
}

function ShareForm({
  open,
  onClose,
  documents = [],
  onMade,
}: ShareDialogProps & { onMade: (share: Share) => void }) {
  const { mutateAsync: create } = useCreateShare()
  const { data: settings } = useQuery(previewSettingsQuery)
  const [chosen] = useState(() => documents.filter(({ category }) => category === 'beat'))
  const videos = documents.length - chosen.length
  const { form, field, errors, failure, isPending, submit } = useEntry({
    schema: shareSchema,
    values: newShare(
      chosen.map((document) => ({
        id: document.id,
        title: nameOf(document),
        thumbnail: document.thumbnail,
      })),
    ),
    add: {
      bodyOf,
      send: (body) => create(body),
      done: (body) => copy.created(Math.max(1, body.recipients?.length ?? 0)),
    },
    failed: copy.failed,
    fieldOf: fieldOfServer,
    onDone: onMade,
  })
  const values = useWatch({ control: form.control }) as ShareInput
  const set = (change: Partial<ShareInput>) => {
    for (const [name, value] of Object.entries(change)) {
      form.setValue(name as keyof ShareInput, value as never)
      form.clearErrors(name as keyof ShareInput)
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
      title={copy.title}
      labels={{
        cancel: copy.cancel,
        submit: copy.submit(peopleOf(values).length),
        pending: copy.creating,
      }}
      gridClass="grid-cols-[minmax(0,1fr)]"
    >
      {settings?.is_tag_missing ? (
        <Banner
          action={
            <Link to={PATHS.previewSettings} className={buttonClass({ size: 'sm' })}>
              {shares.addTag}
            </Link>
          }
        >
          {shares.tagMissing}
        </Banner>
      ) : null}
      <BeatsField
        beats={values.beats}
        error={errors.beats?.message}
        hint={videos > 0 ? copy.videoLeftOut(videos) : undefined}
        onChange={(beats) => set({ beats })}
      />
      <PeopleField
        recipients={values.recipients}
        typed={values.typed}
        error={errors.recipients?.message}
        hint={copy.forHint}
        onChange={(recipients, typed) => set({ recipients, typed })}
      />
      <Field label={copy.name} error={errors.title?.message} required>
        <Input {...field('title')} autoComplete="off" placeholder={copy.namePlaceholder} />
      </Field>
      <Field label={copy.message} error={errors.message?.message}>
        <Textarea
          {...field('message')}
          rows={2}
          placeholder={copy.messagePlaceholder}
          className="min-h-[60px]!"
        />
      </Field>
      <LinkFields values={values} errors={errors} onChange={set} />
      <Toggle
        label={copy.keepSold}
        hint={copy.keepSoldHint}
        checked={values.keepsSold}
        onChange={(keepsSold) => set({ keepsSold })}
      />
    </EntryDialog>
  )
}

/** Maps a field name of the server's error messages to the form's field. */
export function fieldOfServer(name: string): keyof ShareInput | null {
  const fields: Record<string, keyof ShareInput> = {
    title: 'title',
    message: 'message',
    beats: 'beats',
    recipients: 'recipients',
    name: 'recipients',
    email: 'recipients',
    password: 'password',
    expires_on: 'endsOn',
  }
  return fields[name] ?? null
}
