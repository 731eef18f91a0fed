// The voice tags of the account: adding, listening, choosing the one in use, renaming, replacing and deleting.
import { useQuery } from '@tanstack/react-query'
import { Check, Ellipsis, Pause, Pencil, Play, RefreshCw, Trash2, Upload } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { useSound } from '@/entities/player/use-sound'
import {
  useAddVoiceTag,
  useDeleteVoiceTag,
  useReplaceVoiceTag,
  useUpdateVoiceTag,
  type VoiceTag,
  voiceTagsQuery,
  voiceTagUrl,
} from '@/entities/previews/previews'
import { errorMessageOf } from '@/shared/api/error'
import { PREVIEW, TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { previewSettings } from '@/shared/copy/library/previews'
import { lazy } from '@/shared/lib/lazy'
import { removeWithUndo, useRemovedIds } from '@/shared/lib/removals'
import { Badge } from '@/shared/ui/badge'
import { Button } from '@/shared/ui/button'
import { IconButton } from '@/shared/ui/icon-button'
import { Menu, MenuItem, MenuSeparator } from '@/shared/ui/overlays/menu'
import { Panel } from '@/shared/ui/panel'
import { toast } from '@/shared/ui/toast/toast'

const RenameDialog = lazy(async () => ({ default: (await import('./rename-dialog')).RenameDialog }))

const { tags: copy } = previewSettings
const TYPES = 'audio/*,.mp3,.wav,.flac,.ogg,.m4a,.aac'

export function VoiceTagsPanel({ className }: { className?: string }) {
  const { data } = useQuery(voiceTagsQuery)
  const removed = useRemovedIds()
  const { mutateAsync: add, isPending: isAdding } = useAddVoiceTag()
  const { mutateAsync: replace, isPending: isReplacing } = useReplaceVoiceTag()
  const { mutateAsync: update } = useUpdateVoiceTag()
  const send = useDeleteVoiceTag()
  const sound = useSound(voiceTagUrl, copy.playFailed)
  const picker = useRef<HTMLInputElement>(null)
  const replaced = useRef<VoiceTag | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const [renamed, setRenamed] = useState<{ tag: VoiceTag; isOpen: boolean; serial: number } | null>(null)
  const tags = data?.tags.filter(({ id }) => !removed.has(id)) ?? []
  const most = data?.most ?? 5
  const isFull = (data?.tags.length ?? 0) >= most

  async function attempt(action: () => Promise<unknown>, done: string, failed: string) {
    try {
      await action()
      toast.success(done, TOASTS.success)
    } catch (error) {
      toast.error(errorMessageOf(error, failed) ?? calls.offline, TOASTS.other)
    }
  }

  function take(file: File | undefined) {
    const old = replaced.current
    replaced.current = null
    if (file === undefined) return
    if (file.size > PREVIEW.tagMaxBytes) toast.error(copy.tooLarge, TOASTS.other)
    else if (old) attempt(() => replace({ old, file }), copy.replaced, copy.addFailed)
    else attempt(() => add(file), copy.added, copy.addFailed)
  }

  function pick(old: VoiceTag | null) {
    replaced.current = old
    picker.current?.click()
  }

  return (
    <Panel
      solid
      padded={false}
      id="voice-tags"
      className={className}
      title={copy.title}
      aside={
        <span className="flex items-center gap-3">
          <span className="num text-12 text-ink-3">{copy.count(tags.length, most)}</span>
          <Button
            size="sm"
            icon={<Upload aria-hidden />}
            disabled={isFull}
            title={isFull ? copy.full : undefined}
            pending={isAdding || isReplacing}
            pendingLabel={copy.adding}
            onClick={() => pick(null)}
          >
            {copy.add}
          </Button>
        </span>
      }
    >
      <input
        ref={picker}
        type="file"
        hidden
        accept={TYPES}
        aria-label={copy.add}
        onChange={({ target }) => {
          take(target.files?.[0])
          // Emptied, so that choosing the same file again fires a change event.
          target.value = ''
        }}
      />
      <div ref={list} tabIndex={-1}>
        {tags.length === 0 ? (
          <p className="px-(--pad) pb-1 font-medium">{copy.empty}</p>
        ) : (
          <ul aria-label={copy.title} className="border-t border-line">
            {tags.map((tag) => (
              <TagRow
                key={tag.id}
                tag={tag}
                isPlaying={sound.playingId === tag.id}
                canReplace={!isFull}
                onToggle={() => sound.toggle(tag.id)}
                onUse={() =>
                  attempt(
                    () => update({ id: tag.id, body: { is_default: true } }),
                    copy.inUse(tag.name),
                    copy.changeFailed,
                  )
                }
                onRename={() => setRenamed((now) => ({ tag, isOpen: true, serial: (now?.serial ?? 0) + 1 }))}
                onReplace={() => pick(tag)}
                onDelete={() => {
                  removeWithUndo({
                    id: tag.id,
                    text: copy.deleted(tag.name),
                    send: () => send(tag.id),
                    failed: copy.deleteFailed,
                  })
                  // Deleting the row removes the focused menu, so the focus moves to the list.
                  list.current?.focus()
                }}
              />
            ))}
          </ul>
        )}
        <p className="px-(--pad) pt-2 pb-4 text-12 text-ink-3">{isFull ? copy.full : copy.hint}</p>
      </div>
      {renamed ? (
        <Suspense>
          <RenameDialog
            key={renamed.serial}
            open={renamed.isOpen}
            onClose={() => setRenamed((now) => now && { ...now, isOpen: false })}
            tag={renamed.tag}
          />
        </Suspense>
      ) : null}
    </Panel>
  )
}

type TagRowProps = {
  tag: VoiceTag
  isPlaying: boolean
  canReplace: boolean
  onToggle: () => void
  onUse: () => void
  onRename: () => void
  onReplace: () => void
  onDelete: () => void
}

function TagRow({ tag, isPlaying, canReplace, ...on }: TagRowProps) {
  return (
    <li className="flex items-center gap-3 min-h-14 px-(--pad) py-2 border-b border-line">
      <IconButton
        label={isPlaying ? copy.pauseOf(tag.name) : copy.playOf(tag.name)}
        tooltip={false}
        icon={isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
        onClick={on.onToggle}
        className="flex-none -ml-2"
      />
      <span className="grow min-w-0">
        <span className="block truncate font-medium">{tag.name}</span>
        <span className="num block text-12 text-ink-3">{copy.seconds(tag.duration)}</span>
      </span>
      {tag.is_default ? <Badge tone="pos">{copy.default}</Badge> : null}
      <Menu
        trigger={
          <IconButton
            size="sm"
            tooltip={false}
            label={copy.actionsOf(tag.name)}
            icon={<Ellipsis aria-hidden className="size-[18px]" />}
          />
        }
      >
        <MenuItem icon={<Check aria-hidden />} disabled={tag.is_default} onSelect={on.onUse}>
          {copy.use}
        </MenuItem>
        <MenuItem icon={<Pencil aria-hidden />} onSelect={on.onRename}>
          {copy.rename}
        </MenuItem>
        <MenuItem icon={<RefreshCw aria-hidden />} disabled={!canReplace} onSelect={on.onReplace}>
          {canReplace ? copy.replace : copy.replaceFull}
        </MenuItem>
        <MenuSeparator />
        <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={on.onDelete}>
          {copy.delete}
        </MenuItem>
      </Menu>
    </li>
  )
}
