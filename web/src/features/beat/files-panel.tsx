// The files of a beat: the file that plays, and the files of each role with their versions.
import { useQuery } from '@tanstack/react-query'
import {
  AudioLines,
  BadgeCheck,
  Download,
  Ellipsis,
  FileArchive,
  FileMusic,
  Image,
  Pause,
  Pencil,
  Play,
  Trash2,
  Upload,
  Video,
} from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { type Document, formatOf } from '@/entities/documents/document'
import { type BeatFile, byRole } from '@/entities/files/file'
import { filesQuery } from '@/entities/files/queries'
import { AUDIO_ROLES, ROLES, type Role } from '@/entities/files/role'
import { fileUrl } from '@/entities/files/tickets'
import { useSound } from '@/entities/player/use-sound'
import { fileQuestion } from '@/entities/uploads/file-question'
import { beat, beatFiles as copy } from '@/shared/copy/library/beat'
import { fileRoles } from '@/shared/copy/library/files'
import { cx } from '@/shared/lib/cx'
import { fileSize } from '@/shared/lib/file-size'
import { useRemovedIds } from '@/shared/lib/removals'
import { shortDayText, today } from '@/shared/lib/time/calendar'
import { trackTime } from '@/shared/lib/time/track-time'
import { Button } from '@/shared/ui/button'
import { IconButton } from '@/shared/ui/icon-button'
import { Segmented } from '@/shared/ui/inputs/segmented'
import { ListFailure } from '@/shared/ui/lists/list-failure'
import { Menu, MenuItem, MenuSeparator } from '@/shared/ui/overlays/menu'
import { Panel } from '@/shared/ui/panel'
import { Loading, Skeleton } from '@/shared/ui/skeleton'
import type { FileActions } from './use-file-actions'

type FilesPanelProps = {
  document: Document
  title: string
  actions: FileActions
  onDownload: () => void
  className?: string
}

export function FilesPanel({ document, title, actions, onDownload, className }: FilesPanelProps) {
  const { data, error, refetch } = useQuery(filesQuery(document.id))
  const removed = useRemovedIds()
  const files = data?.filter(({ id }) => !removed.has(id))
  const sound = useSound((file) => fileUrl(document.id, file, 'stream'), copy.playFailed)
  const bytes = document.file_size + (files ?? []).reduce((sum, { size }) => sum + size, 0)
  return (
    <Panel
      solid
      padded={false}
      title={copy.title}
      aside={
        files === undefined ? null : (
          <span className="num text-12 text-ink-3">{copy.summary(files.length + 1, fileSize(bytes))}</span>
        )
      }
      className={cx('@container flex flex-col', className)}
    >
      <table aria-label={copy.title} className="w-full table-fixed">
        <colgroup>
          <col className="w-[60px]" />
          <col />
          <col className="w-[84px] @min-[520px]:w-[76px]" />
          <col className="hidden @min-[520px]:table-column w-[92px]" />
          <col className="hidden @min-[520px]:table-column w-[68px]" />
          <col className="w-[80px]" />
        </colgroup>
        <thead className="sr-only">
          <tr>
            <th scope="col">{copy.columns.kind}</th>
            <th scope="col">{copy.columns.file}</th>
            <th scope="col">{copy.columns.version}</th>
            <th scope="col" className={WIDE}>
              {copy.columns.size}
            </th>
            <th scope="col" className={WIDE}>
              {copy.columns.added}
            </th>
            <th scope="col">{copy.columns.actions}</th>
          </tr>
        </thead>
        <tbody>
          <FileRow
            icon={document.category === 'video' ? <Video aria-hidden /> : <AudioLines aria-hidden />}
            title={document.is_tagged ? fileRoles.tagged : playingTitle(document)}
            detail={[document.file_name, document.duration === null ? null : trackTime(document.duration)]}
            version={copy.plays}
            size={document.file_size}
            added={document.uploaded_at}
          >
            <RowMenu name={document.file_name}>
              <MenuItem icon={<Download aria-hidden />} onSelect={onDownload}>
                {copy.download}
              </MenuItem>
            </RowMenu>
          </FileRow>
          {byRole(files ?? [], ROLES).map(({ role, versions }) =>
            versions.map((file) => (
              <FileOfBeat
                key={file.id}
                file={file}
                role={role}
                isPlaying={sound.playingId === file.id}
                onPlay={() => sound.toggle(file.id)}
                actions={actions}
              />
            )),
          )}
        </tbody>
      </table>
      {data === undefined && error === null ? <LoadingRows /> : null}
      {error === null || data !== undefined ? null : (
        <ListFailure
          className="mx-(--pad) my-3"
          text={copy.failed}
          retryLabel={beat.retry}
          onRetry={() => refetch()}
        />
      )}
      <TaggedAnswer document={document} onChange={actions.setTagged} />
      <AddFile into={{ id: document.id, title }} />
    </Panel>
  )
}

const WIDE = 'hidden @min-[520px]:table-cell'
const WIDE_LINE = 'hidden @min-[520px]:block'

function playingTitle(document: Document): string {
  return document.category === 'video' ? copy.video : formatOf(document)
}

type FileOfBeatProps = {
  file: BeatFile
  role: Role
  isPlaying: boolean
  onPlay: () => void
  actions: FileActions
}

function FileOfBeat({ file, role, isPlaying, onPlay, actions }: FileOfBeatProps) {
  const { name, version, is_current, promised, duration, size, created_at } = file
  const isAudio = AUDIO_ROLES.includes(role)
  const note = promised > 0 ? copy.promised(promised) : null
  return (
    <FileRow
      icon={is_current ? <RoleIcon role={role} /> : null}
      title={is_current ? fileRoles[role] : name}
      detail={is_current ? [name, duration === null ? null : trackTime(duration), note] : [note]}
      version={copy.version(version)}
      isCurrent={is_current}
      isOld={!is_current}
      size={size}
      added={created_at}
    >
      {isAudio ? (
        <IconButton
          size="sm"
          tooltip={false}
          label={isPlaying ? copy.pauseOf(name) : copy.playOf(name)}
          icon={
            isPlaying ? (
              <Pause aria-hidden className="size-4 fill-current" />
            ) : (
              <Play aria-hidden className="size-4 fill-current" />
            )
          }
          onClick={onPlay}
        />
      ) : null}
      <RowMenu name={name}>
        {is_current ? null : (
          <MenuItem icon={<BadgeCheck aria-hidden />} onSelect={() => actions.makeCurrent(file)}>
            {copy.makeCurrent}
          </MenuItem>
        )}
        <MenuItem icon={<Pencil aria-hidden />} onSelect={() => actions.edit(file)}>
          {copy.rename}
        </MenuItem>
        <MenuItem icon={<Download aria-hidden />} onSelect={() => actions.download(file)}>
          {copy.download}
        </MenuItem>
        <MenuSeparator />
        <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => actions.remove(file)}>
          {copy.delete}
        </MenuItem>
      </RowMenu>
    </FileRow>
  )
}

type FileRowProps = {
  icon: ReactNode
  title: string
  detail: (string | null)[]
  version: string
  isCurrent?: boolean
  isOld?: boolean
  size: number
  added: string
  children: ReactNode
}

function FileRow({
  icon,
  title,
  detail,
  version,
  isCurrent,
  isOld = false,
  size,
  added,
  children,
}: FileRowProps) {
  const cell = cx('border-b border-line', isOld ? 'h-11 bg-surface-2 text-ink-2' : 'h-[52px]')
  const line = detail.filter(Boolean).join(' · ')
  return (
    <tr>
      <td className={cx(cell, 'pl-(--pad)')}>
        {icon === null ? null : (
          <span className="grid place-items-center size-8 rounded-control bg-surface-3 text-ink-2 [&>.lucide]:size-4">
            {icon}
          </span>
        )}
      </td>
      <td className={cx(cell, 'px-2 py-1.5 min-w-0')}>
        <span className={cx('block break-words', !isOld && 'font-medium')}>{title}</span>
        {line === '' ? null : <span className="num block py-px text-12 text-ink-3 break-words">{line}</span>}
      </td>
      <td className={cx(cell, 'num px-2')}>
        {version}
        {isCurrent ? <span className={cx('text-12 text-ink-3', WIDE_LINE)}>{copy.current}</span> : null}
        <span className="block text-12 text-ink-3 whitespace-nowrap @min-[520px]:hidden">
          {fileSize(size)}
        </span>
      </td>
      <td className={cx(cell, WIDE, 'num px-2 text-right text-ink-2 whitespace-nowrap')}>{fileSize(size)}</td>
      <td className={cx(cell, WIDE, 'num px-2 text-right text-ink-2 whitespace-nowrap')}>
        {shortDayText(today(new Date(added)))}
      </td>
      <td className={cx(cell, 'pr-3')}>
        <span className="flex justify-end">{children}</span>
      </td>
    </tr>
  )
}

function RowMenu({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Menu
      trigger={
        <IconButton
          size="sm"
          tooltip={false}
          label={copy.actionsOf(name)}
          icon={<Ellipsis aria-hidden className="size-[18px]" />}
        />
      }
    >
      {children}
    </Menu>
  )
}

function RoleIcon({ role }: { role: Role }) {
  if (role === 'stems' || role === 'project') return <FileArchive aria-hidden />
  if (role === 'artwork') return <Image aria-hidden />
  return AUDIO_ROLES.includes(role) ? <AudioLines aria-hidden /> : <FileMusic aria-hidden />
}

const ANSWERS = ['unsaid', 'yes', 'no'] as const

type TaggedAnswerProps = { document: Document; onChange: (isTagged: boolean | null) => void }

function TaggedAnswer({ document, onChange }: TaggedAnswerProps) {
  const hintId = useId()
  const { is_tagged } = document
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-(--pad) py-3">
      <div className="min-w-0">
        <p>{copy.tagged}</p>
        <p id={hintId} className="text-12 text-ink-3">
          {copy.taggedHint}
        </p>
      </div>
      <Segmented
        label={copy.tagged}
        value={is_tagged === true ? 'yes' : is_tagged === false ? 'no' : 'unsaid'}
        onValueChange={(answer) => onChange(answer === 'unsaid' ? null : answer === 'yes')}
        options={ANSWERS.map((value) => ({ value, label: copy.taggedAnswers[value] }))}
      />
    </div>
  )
}

function AddFile({ into }: { into: { id: string; title: string } }) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <div className="flex items-center gap-2.5 mt-auto mx-(--pad) mb-5 sm:h-[52px] sm:pl-4 sm:pr-2 sm:border border-dashed border-line-control rounded-control text-ink-2">
      <Upload aria-hidden className="max-sm:hidden size-5" />
      <span className="max-sm:hidden truncate">{copy.drop}</span>
      <Button
        size="sm"
        className="ml-auto max-sm:grow max-sm:h-9! max-sm:text-14!"
        onClick={() => picker.current?.click()}
      >
        {copy.add}
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        aria-label={copy.add}
        onChange={({ target }) => {
          const chosen = [...(target.files ?? [])].map((file) => ({ file, folder: '' }))
          if (chosen.length > 0) fileQuestion.ask(chosen, into)
          // Emptied, so that choosing the same file again fires a change event.
          target.value = ''
        }}
      />
    </div>
  )
}

function LoadingRows() {
  return (
    <Loading label={copy.loading}>
      {[160, 200, 140].map((width) => (
        <div key={width} className="flex items-center gap-4 h-[52px] px-(--pad) border-b border-line">
          <Skeleton width={32} height={32} />
          <Skeleton width={width} className="mr-auto" />
          <Skeleton width={60} />
        </div>
      ))}
    </Loading>
  )
}
