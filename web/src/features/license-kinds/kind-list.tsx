// The list of license kinds in their order. A row can be moved by its handle, with the pointer or the arrow keys,
// switched on and off, and opened to edit its terms below it.
import { ChevronDown, ChevronUp, GripVertical, Info, Plus } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { bodyOfKind, type Kind, type KindBody, MOST_KINDS } from '@/entities/licenses/kind'
import { useDeleteKind, useOrderKinds, useUpdateKind } from '@/entities/licenses/kinds'
import { errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { kinds as copy, kindForm } from '@/shared/copy/licenses/license-kinds'
import { confirmDiscard } from '@/shared/forms/confirm-discard'
import type { UnsavedForm } from '@/shared/forms/unsaved'
import { cx } from '@/shared/lib/cx'
import { formatAmount } from '@/shared/lib/money/money'
import { Badge } from '@/shared/ui/badge'
import { Button } from '@/shared/ui/button'
import { IconButton } from '@/shared/ui/icon-button'
import { Switch } from '@/shared/ui/inputs/switch'
import { confirm } from '@/shared/ui/overlays/confirm'
import { Panel } from '@/shared/ui/panel'
import { toast } from '@/shared/ui/toast/toast'
import { KindForm } from './kind-form'
import { kindText } from './kind-text'

/** The id of the form of a kind that is being added. */
export const NEW_KIND = 'new'

type KindListProps = {
  kinds: readonly Kind[]
  /** The initial values of a new kind. */
  initial: KindBody
  /** The id of the kind whose terms are open, or NEW_KIND. */
  open: string | null
  onOpen: (id: string | null) => void
}

export function KindList({ kinds, initial, open, onOpen }: KindListProps) {
  const { mutateAsync: update } = useUpdateKind()
  const { mutateAsync: remove } = useDeleteKind()
  const title = useRef<HTMLDivElement>(null)
  const form = useRef<UnsavedForm | null>(null)
  const { list, shown, held, announced, handleOf } = useOrder(kinds)

  async function goTo(next: string | null) {
    if (form.current?.isDirty() && !(await confirmDiscard())) return
    onOpen(next)
  }

  async function attempt(action: () => Promise<unknown>, failed: string) {
    try {
      await action()
      return true
    } catch (error) {
      toast.error(errorMessageOf(error, failed) ?? calls.offline, TOASTS.other)
      return false
    }
  }

  async function discard({ id, name }: Kind) {
    const isSure = await confirm({
      title: kindForm.deleteQuestion(name),
      description: kindForm.deleteMeaning,
      confirmLabel: kindForm.delete,
    })
    if (!isSure || !(await attempt(() => remove(id), kindForm.deleteFailed))) return
    toast.success(kindForm.deleted, TOASTS.success)
    onOpen(null)
    title.current?.focus()
  }

  const isFull = kinds.length >= MOST_KINDS
  return (
    <Panel
      solid
      padded={false}
      id="kinds"
      title={copy.title}
      aside={
        <span className="flex items-center gap-3">
          <span className="num text-12 text-ink-3">{copy.count(kinds.length, MOST_KINDS)}</span>
          <Button
            size="sm"
            icon={<Plus aria-hidden />}
            disabled={isFull || open === NEW_KIND}
            title={isFull ? copy.full : undefined}
            onClick={() => goTo(NEW_KIND)}
          >
            {copy.add}
          </Button>
        </span>
      }
      className="@container overflow-clip"
    >
      <div ref={title} tabIndex={-1} className="border-t border-line">
        <ul ref={list} aria-label={copy.title}>
          {shown.map((kind) => (
            <li key={kind.id} className="border-b border-line last:border-b-0">
              <KindRow
                kind={kind}
                isOpen={open === kind.id}
                isHeld={held === kind.id}
                handle={handleOf(kind)}
                onSwitch={(enabled) =>
                  attempt(
                    () => update({ id: kind.id, body: { ...bodyOfKind(kind), enabled } }),
                    copy.switchFailed,
                  )
                }
                onToggle={() => goTo(open === kind.id ? null : kind.id)}
              />
              {open === kind.id ? (
                <KindForm
                  kind={kind}
                  handle={form}
                  initial={bodyOfKind(kind)}
                  onClose={() => onOpen(null)}
                  onSaved={() => onOpen(null)}
                  onDelete={() => discard(kind)}
                />
              ) : null}
            </li>
          ))}
        </ul>
        {open === NEW_KIND ? (
          <div className="border-t border-line">
            <p className="px-(--pad) @min-[720px]:pl-[52px] pt-5 pb-3 font-medium bg-surface-2">
              {copy.newName}
            </p>
            <KindForm
              handle={form}
              initial={initial}
              onClose={() => onOpen(null)}
              onSaved={() => onOpen(null)}
            />
          </div>
        ) : null}
      </div>
      <p aria-live="polite" className="sr-only">
        {announced}
      </p>
    </Panel>
  )
}

type HandleEvents = {
  onKeyDown: (event: KeyboardEvent) => void
  onPointerDown: (event: PointerEvent) => void
}

type KindRowProps = {
  kind: Kind
  isOpen: boolean
  isHeld: boolean
  handle: HandleEvents
  onSwitch: (enabled: boolean) => void
  onToggle: () => void
}

function KindRow({ kind, isOpen, isHeld, handle, onSwitch, onToggle }: KindRowProps) {
  const { name, price, currency, enabled } = kind
  return (
    <div
      data-kind={kind.id}
      className={cx(
        'grid items-center gap-x-3 min-h-[60px] py-2 pl-3 pr-4',
        'grid-cols-[28px_minmax(0,1fr)_36px_32px] @min-[720px]:grid-cols-[28px_minmax(0,1fr)_110px_136px_36px_32px]',
        isOpen && 'bg-surface-2',
        isHeld && 'bg-accent-soft',
      )}
    >
      <IconButton
        {...handle}
        size="sm"
        tooltip={false}
        label={copy.move(name)}
        title={copy.moveHint}
        data-handle={kind.id}
        className="w-7! text-ink-3 cursor-grab touch-none"
        icon={<GripVertical aria-hidden className="size-[18px]" />}
      />
      <div className="min-w-0">
        <span className="block break-words font-medium">{name}</span>
        <span className="num block text-12 text-ink-3">{kindText(kind)}</span>
      </div>
      <span className="num @min-[720px]:text-right font-medium @max-[719px]:col-start-2 @max-[719px]:row-start-2 @max-[719px]:mt-1">
        {price === 0 ? copy.free : formatAmount(price, currency)}
      </span>
      <span className="@max-[719px]:col-start-2 @max-[719px]:row-start-2 @max-[719px]:justify-self-end @max-[719px]:mt-1">
        <State kind={kind} />
      </span>
      <Switch
        checked={enabled}
        onCheckedChange={onSwitch}
        aria-label={copy.sell(name)}
        className="@max-[719px]:col-start-3 @max-[719px]:row-start-1"
      />
      <IconButton
        size="sm"
        tooltip={false}
        label={copy.edit(name)}
        aria-expanded={isOpen}
        icon={
          isOpen ? (
            <ChevronUp aria-hidden className="size-[18px]" />
          ) : (
            <ChevronDown aria-hidden className="size-[18px]" />
          )
        }
        onClick={onToggle}
        className="@max-[719px]:col-start-4 @max-[719px]:row-start-1"
      />
    </div>
  )
}

function State({ kind: { enabled, can_be_sold, missing } }: { kind: Kind }) {
  if (!enabled) return <Badge>{copy.off}</Badge>
  if (can_be_sold || missing.length === 0) return <Badge tone="pos">{copy.ready}</Badge>
  const [first] = missing
  return (
    <Badge tone="warn" icon={<Info aria-hidden />}>
      {missing.length === 1 && first
        ? copy.needs(first.label.replace(/^Your /, ''))
        : copy.needsMany(missing.length)}
    </Badge>
  )
}

/** The order of the rows: the server's, or the dragged one while a row is held. */
function useOrder(kinds: readonly Kind[]) {
  const { mutate: save } = useOrderKinds()
  const list = useRef<HTMLUListElement>(null)
  const refocus = useRef<string | null>(null)
  const [held, setHeld] = useState<string | null>(null)
  const [dragged, setDragged] = useState<readonly string[] | null>(null)
  const [announced, setAnnounced] = useState('')
  const shown = dragged === null ? kinds : dragged.flatMap((id) => kinds.find((kind) => kind.id === id) ?? [])

  // A row that moves in the list loses the focus, so it is focused again.
  useEffect(() => {
    if (refocus.current === null) return
    list.current?.querySelector<HTMLElement>(`[data-handle="${CSS.escape(refocus.current)}"]`)?.focus()
    refocus.current = null
  })

  const ids = kinds.map((kind) => kind.id)

  function saveOrder(next: readonly string[], kind: Kind) {
    if (next.join() === ids.join()) return
    setAnnounced(copy.movedTo(kind.name, next.indexOf(kind.id) + 1, next.length))
    save([...next], {
      onError: (error) => toast.error(errorMessageOf(error, copy.orderFailed) ?? calls.offline, TOASTS.other),
    })
  }

  const handleOf = (kind: Kind): HandleEvents => ({
    onKeyDown(event) {
      const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
      const to = ids.indexOf(kind.id) + step
      if (step === 0 || to < 0 || to >= ids.length) return
      event.preventDefault()
      refocus.current = kind.id
      saveOrder(moveId(ids, kind.id, to), kind)
    },
    onPointerDown(event) {
      if (event.button !== 0) return
      event.preventDefault()
      ;(event.currentTarget as HTMLElement).focus()
      setHeld(kind.id)
      let order: readonly string[] = ids
      const released = new AbortController()
      const onMove = ({ clientY }: globalThis.PointerEvent) => {
        const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-kind]') ?? [])]
        const above = rows.filter((row) => {
          const { top, height } = row.getBoundingClientRect()
          return row.dataset.kind !== kind.id && top + height / 2 < clientY
        })
        order = moveId(ids, kind.id, above.length)
        setDragged(order)
      }
      const onEnd = (end: Event) => {
        released.abort()
        setHeld(null)
        setDragged(null)
        refocus.current = kind.id
        if (end.type === 'pointerup') saveOrder(order, kind)
      }
      const { signal } = released
      window.addEventListener('pointermove', onMove, { signal })
      window.addEventListener('pointerup', onEnd, { signal })
      window.addEventListener('pointercancel', onEnd, { signal })
    },
  })

  return { list, shown, held, announced, handleOf }
}

/** Returns the ids with one of them moved to the index `to`. */
function moveId(ids: readonly string[], id: string, to: number): string[] {
  const others = ids.filter((one) => one !== id)
  return [...others.slice(0, to), id, ...others.slice(to)]
}
