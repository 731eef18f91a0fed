// Short messages from anywhere, React or not: toast.success('Saved'). One id is one toast; a toast's timer pauses
// while the pointer or the focus is on it, or the page is hidden.
import type { ReactNode } from 'react'

export type ToastPosition = 'top-right' | 'bottom-right'
export type ToastKind = 'success' | 'error' | 'info' | 'warning'

interface ToastOptions {
  /** A toast with the same id is updated. By default toasts with equal text count as the same toast. */
  id?: string
  position?: ToastPosition
  /** The duration in milliseconds; 0 keeps the toast until it is closed. */
  duration?: number
  /** A second, muted line. */
  description?: ReactNode
  action?: { label: string; onSelect: () => void }
  onClose?: () => void
}

/** A toast with content rendered by the caller; `close` removes it. */
interface CustomToastOptions {
  id: string
  position?: ToastPosition
  duration?: number
  onClose?: () => void
  render: (close: () => void) => ReactNode
}

export interface ToastEntry {
  id: string
  position: ToastPosition
  kind: ToastKind | 'custom'
  text?: string
  description?: ReactNode
  action?: ToastOptions['action']
  render?: CustomToastOptions['render']
  duration: number
  onClose?: () => void
  /** True while the toast fades out. */
  leaving?: boolean
}

const DEFAULT_POSITION: ToastPosition = 'top-right'
const DEFAULT_DURATION_MS = 5000
/** The duration of the fade. */
const LEAVE_MS = 160
/** The most toasts in one corner. Beyond that the oldest one with a timer is removed. */
const LIMIT = 4

interface Timer {
  remaining: number
  startedAt: number
  handle?: ReturnType<typeof setTimeout>
}

let entries: readonly ToastEntry[] = []
const listeners = new Set<() => void>()
const timers = new Map<string, Timer>()
const holds = new Set<string>()

export const getToasts = (): readonly ToastEntry[] => entries

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function replace(next: readonly ToastEntry[]) {
  entries = next
  for (const listener of listeners) listener()
}

/** Pauses all timers for a reason, such as a pointer over a corner, until the reason is released. */
export function holdToasts(reason: string) {
  holds.add(reason)
  for (const timer of timers.values()) {
    if (timer.handle === undefined) continue
    clearTimeout(timer.handle)
    timer.handle = undefined
    timer.remaining -= Date.now() - timer.startedAt
  }
}

export function releaseToasts(reason: string) {
  if (!holds.delete(reason) || holds.size > 0) return
  for (const [id, timer] of timers) run(id, timer)
}

function run(id: string, timer: Timer) {
  timer.startedAt = Date.now()
  timer.handle = setTimeout(() => close(id), Math.max(timer.remaining, 0))
}

function startTimer({ id, duration }: ToastEntry) {
  stopTimer(id)
  if (duration <= 0) return
  const timer: Timer = { remaining: duration, startedAt: Date.now() }
  timers.set(id, timer)
  if (holds.size === 0) run(id, timer)
}

function stopTimer(id: string) {
  clearTimeout(timers.get(id)?.handle)
  timers.delete(id)
}

function show(entry: ToastEntry): string {
  const before = entries.find((other) => other.id === entry.id)
  // A toast in the same corner is updated in place; one in another corner or fading out is replaced.
  if (before && before.position === entry.position && !before.leaving) {
    replace(entries.map((other) => (other.id === entry.id ? entry : other)))
  } else {
    replace([entry, ...entries.filter((other) => other.id !== entry.id)])
  }
  startTimer(entry)
  makeRoom(entry.position)
  return entry.id
}

function makeRoom(position: ToastPosition) {
  const shown = entries.filter((entry) => entry.position === position && !entry.leaving)
  const oldestFirst = shown.filter((entry) => entry.duration > 0).reverse()
  for (const entry of oldestFirst.slice(0, Math.max(0, shown.length - LIMIT))) close(entry.id)
}

function close(id: string) {
  const entry = entries.find((other) => other.id === id)
  if (!entry || entry.leaving) return
  stopTimer(id)
  const leaving = { ...entry, leaving: true }
  replace(entries.map((other) => (other === entry ? leaving : other)))
  setTimeout(() => replace(entries.filter((other) => other !== leaving)), LEAVE_MS)
  entry.onClose?.()
}

function showText(kind: ToastKind, text: string, options: ToastOptions = {}): string {
  return show({
    id: options.id ?? `${kind}:${text}`,
    position: options.position ?? DEFAULT_POSITION,
    kind,
    text,
    description: options.description,
    action: options.action,
    duration: options.duration ?? DEFAULT_DURATION_MS,
    onClose: options.onClose,
  })
}

export const toast = {
  success: (text: string, options?: ToastOptions) => showText('success', text, options),
  error: (text: string, options?: ToastOptions) => showText('error', text, options),
  info: (text: string, options?: ToastOptions) => showText('info', text, options),
  warning: (text: string, options?: ToastOptions) => showText('warning', text, options),

  custom: (options: CustomToastOptions) =>
    show({
      id: options.id,
      position: options.position ?? DEFAULT_POSITION,
      kind: 'custom',
      render: options.render,
      duration: options.duration ?? 0,
      onClose: options.onClose,
    }),

  /** Removes one toast, or all of them. */
  dismiss(id?: string) {
    for (const entry of entries) {
      if (id === undefined || entry.id === id) close(entry.id)
    }
  },
}
