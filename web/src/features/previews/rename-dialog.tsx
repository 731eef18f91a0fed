// The dialog that gives a voice tag another name.
import { useUpdateVoiceTag, type VoiceTag } from '@/entities/previews/previews'
import { PREVIEW } from '@/shared/config/limits'
import { previewSettings } from '@/shared/copy/library/previews'
import { checkedSchema, type FieldFault } from '@/shared/forms/checked-schema'
import { useEntry } from '@/shared/forms/use-entry'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { EntryDialog } from '@/shared/ui/overlays/entry-dialog'

const { tags: copy } = previewSettings

const schema = checkedSchema<{ name: string }>(({ name }): FieldFault[] => {
  if (name.trim() === '') return [['name', copy.nameRequired]]
  return name.trim().length > PREVIEW.tagNameMax ? [['name', copy.nameTooLong]] : []
})

type RenameDialogProps = { open: boolean; onClose: () => void; tag: VoiceTag }

export function RenameDialog({ open, onClose, tag }: RenameDialogProps) {
  const { mutateAsync: update } = useUpdateVoiceTag()
  const { field, errors, failure, isPending, submit } = useEntry({
    schema,
    values: { name: tag.name },
    update: {
      before: tag,
      changeOf: (before, { name }) => (name.trim() === before.name ? {} : { name: name.trim() }),
      send: (body) => update({ id: tag.id, body }),
      done: copy.saved,
    },
    failed: copy.changeFailed,
    onDone: onClose,
  })
  return (
    <EntryDialog
      open={open}
      onClose={onClose}
      onSubmit={submit}
      isPending={isPending}
      failure={failure}
      size="sm"
      title={copy.renameTitle}
      labels={{ cancel: copy.cancel, submit: copy.save, pending: copy.saving }}
    >
      <Field label={copy.name} error={errors.name?.message} required>
        <Input {...field('name')} autoComplete="off" />
      </Field>
    </EntryDialog>
  )
}
