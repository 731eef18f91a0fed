// The dialog that groups several files into beats and assigns their roles. No file is uploaded before it is confirmed.
import { useQueryClient } from '@tanstack/react-query'
import { AudioLines, FileArchive, FileMusic, Image, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { ROLES, type Role } from '@/entities/files/role'
import { type FileQuestion, fileQuestion } from '@/entities/uploads/file-question'
import { queue } from '@/entities/uploads/queue'
import { limitsOf } from '@/entities/uploads/take-files'
import { grouping as copy, fileRoles } from '@/shared/copy/library/files'
import { cx } from '@/shared/lib/cx'
import { fileSize } from '@/shared/lib/file-size'
import { Badge } from '@/shared/ui/badge'
import { Button } from '@/shared/ui/button'
import { IconButton } from '@/shared/ui/icon-button'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { Select } from '@/shared/ui/inputs/select'
import { Dialog } from '@/shared/ui/overlays/dialog'
import {
  type ArrangedFile,
  type Arrangement,
  arrange,
  arrangeInto,
  beatsOf,
  faultOf,
  moveFile,
  NEW,
  OUT,
  playingRow,
  rowsOf,
  setRole,
  setTitle,
} from './arrangement'

export function GroupDialog({ question }: { question: FileQuestion }) {
  const { into, files } = question
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(true)
  const [isSending, setSending] = useState(false)
  const [arrangement, setArrangement] = useState(() =>
    into === null ? arrange(files) : arrangeInto(files, into.title),
  )
  const { beats, rows } = arrangement
  const out = rowsOf(arrangement, OUT)
  const sentCount = rows.length - out.length
  const hasFault = into === null && beats.some(({ id }) => faultOf(arrangement, id) !== null)

  async function confirm(event: FormEvent) {
    event.preventDefault()
    if (sentCount === 0 || hasFault) return
    setSending(true)
    if (into === null) queue.addBeats(beatsOf(arrangement), await limitsOf(client), client)
    else queue.addTo(into.id, beatsOf(arrangement)[0]?.files.map(fileAndRole) ?? [], client)
    setOpen(false)
  }

  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      onClosed={fileQuestion.close}
      size="xl"
      title={into === null ? copy.title : copy.intoTitle(into.title)}
      description={into === null ? copy.hint : copy.intoHint}
      footer={
        <>
          <Button onClick={() => setOpen(false)}>{copy.cancel}</Button>
          <Button
            variant="primary"
            pending={isSending}
            disabled={sentCount === 0 || hasFault}
            onClick={confirm}
          >
            {sentCount === 0
              ? copy.nothing
              : into === null
                ? copy.confirm(beats.length, sentCount)
                : copy.confirmInto(sentCount)}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {beats.map(({ id, title }, index) => (
          <section key={id} aria-label={into === null ? copy.beatOf(index + 1) : title}>
            {into === null ? (
              <Field
                label={copy.titleOf(index + 1)}
                labelHidden
                error={faultOf(arrangement, id)?.title ?? faultOf(arrangement, id)?.files}
              >
                <Input
                  value={title}
                  className="font-medium"
                  onChange={({ target }) => setArrangement(setTitle(arrangement, id, target.value))}
                />
              </Field>
            ) : null}
            <Rows
              arrangement={arrangement}
              rows={rowsOf(arrangement, id)}
              hasPlaces={into === null}
              hasNew={into === null}
              playing={into === null ? playingRow(arrangement, id) : null}
              onChange={setArrangement}
            />
          </section>
        ))}
        {out.length > 0 ? (
          <section aria-label={copy.leftOut}>
            <h3 className="text-14">{copy.leftOut}</h3>
            <p className="text-12 text-ink-3">{copy.leftOutHint}</p>
            <Rows
              arrangement={arrangement}
              rows={out}
              hasPlaces
              hasNew={into === null}
              playing={null}
              onChange={setArrangement}
            />
          </section>
        ) : null}
      </div>
    </Dialog>
  )
}

const fileAndRole = ({ file, role }: { file: ArrangedFile; role: Role }) => ({ file: file.file, role })

type RowsProps = {
  arrangement: Arrangement
  rows: readonly ArrangedFile[]
  /** Whether a file can be moved to another beat. */
  hasPlaces: boolean
  /** Whether the file can be moved to a new beat. */
  hasNew: boolean
  playing: ArrangedFile | null
  onChange: (arrangement: Arrangement) => void
}

function Rows({ arrangement, rows, hasPlaces, hasNew, playing, onChange }: RowsProps) {
  const places = [
    ...arrangement.beats.map(({ id, title }, index) => ({
      value: id,
      label: title.trim() || copy.beatOf(index + 1),
    })),
    ...(hasNew ? [{ value: NEW, label: copy.newBeat }] : []),
    { value: OUT, label: copy.notUploaded },
  ]
  return (
    <ul className="mt-1">
      {rows.map((row) => (
        <li
          key={row.key}
          className={cx(
            'grid items-center gap-x-2 gap-y-1.5 py-2 border-b border-line last:border-b-0',
            'grid-cols-[20px_minmax(0,1fr)_36px]',
            hasPlaces
              ? 'sm:grid-cols-[20px_minmax(0,1fr)_124px_200px_32px]'
              : 'sm:grid-cols-[20px_minmax(0,1fr)_124px_32px]',
          )}
        >
          <RoleIcon role={row.role} />
          <div className="min-w-0">
            <span className="flex items-center gap-2 min-w-0">
              <span className="truncate" title={row.name}>
                {row.name}
              </span>
              {row === playing ? (
                <Badge tone="outline" icon={null}>
                  {copy.plays}
                </Badge>
              ) : null}
            </span>
            <span className="num block text-12 text-ink-3">
              {fileSize(row.size)}
              {row.place === OUT ? ` · ${row.isLooseStem ? copy.looseStem : copy.unusable}` : null}
            </span>
          </div>
          <div className="flex gap-2 max-sm:row-start-2 max-sm:col-start-2 max-sm:col-span-2 sm:contents">
            {row.place === OUT ? (
              <span className="max-sm:hidden" />
            ) : (
              <Select
                aria-label={copy.roleOf(row.name)}
                value={row.role}
                onValueChange={(role) => onChange(setRole(arrangement, row.key, role))}
                options={ROLES.map((role) => ({ value: role, label: fileRoles[role] }))}
                className="max-sm:w-[116px] max-sm:flex-none"
              />
            )}
            {hasPlaces ? (
              <Select
                aria-label={copy.placeOf(row.name)}
                value={row.place}
                onValueChange={(place) => onChange(moveFile(arrangement, row.key, place))}
                options={places}
                className="max-sm:grow max-sm:min-w-0"
              />
            ) : null}
          </div>
          {row.place === OUT ? null : (
            <IconButton
              size="sm"
              tooltip={false}
              label={copy.leaveOut(row.name)}
              icon={<X aria-hidden className="size-[18px]" />}
              className="max-sm:row-start-1 max-sm:col-start-3"
              onClick={() => onChange(moveFile(arrangement, row.key, OUT))}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

function RoleIcon({ role }: { role: Role }) {
  const Icon =
    role === 'stems' || role === 'project'
      ? FileArchive
      : role === 'artwork'
        ? Image
        : role === 'midi' || role === 'other'
          ? FileMusic
          : AudioLines
  return <Icon aria-hidden className="size-5 text-ink-3" />
}
