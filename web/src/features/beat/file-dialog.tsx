// The dialog that changes the name and the role of a file.
import { useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import type { BeatFile } from '@/entities/files/file'
import { changeFile, type FileChange } from '@/entities/files/mutations'
import { ROLES } from '@/entities/files/role'
import { LIBRARY } from '@/shared/config/limits'
import { beatFiles as copy } from '@/shared/copy/library/beat'
import { fileRoles } from '@/shared/copy/library/files'
import { namedOptions } from '@/shared/forms/named-options'
import { useEntry } from '@/shared/forms/use-entry'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { Select } from '@/shared/ui/inputs/select'
import { EntryDialog } from '@/shared/ui/overlays/entry-dialog'

const schema = v.object({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(copy.nameRequired),
    v.maxLength(LIBRARY.titleMax, copy.nameTooLong),
  ),
  role: v.picklist(ROLES),
})

type FileDialogProps = { open: boolean; onClose: () => void; documentId: string; file: BeatFile }

export function FileDialog({ open, onClose, documentId, file }: FileDialogProps) {
  const client = useQueryClient()
  const { field, errors, failure, isPending, submit } = useEntry({
    schema,
    values: { name: file.name, role: file.role },
    update: {
      before: file,
      changeOf,
      send: (change) => changeFile(client, documentId, file.id, change),
      done: copy.saved,
    },
    failed: copy.changeFailed,
    onDone: onClose,
  })
  // The server re-encodes artwork on upload, so no other file can become artwork, and artwork cannot become another
  // role.
  const roles = file.role === 'artwork' ? (['artwork'] as const) : ROLES.filter((role) => role !== 'artwork')
  return (
    <EntryDialog
      open={open}
      onClose={onClose}
      onSubmit={submit}
      isPending={isPending}
      failure={failure}
      title={copy.renameTitle}
      labels={{ cancel: copy.cancel, submit: copy.save, pending: copy.saving }}
    >
      <Field label={copy.name} error={errors.name?.message} required>
        <Input {...field('name')} autoComplete="off" />
      </Field>
      <Field label={copy.role} error={errors.role?.message}>
        <Select {...field('role')} options={namedOptions(roles, fileRoles)} />
      </Field>
    </EntryDialog>
  )
}

function changeOf(before: BeatFile, { name, role }: v.InferOutput<typeof schema>): FileChange {
  return { ...(name === before.name ? {} : { name }), ...(role === before.role ? {} : { role }) }
}
