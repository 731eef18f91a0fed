// Short messages from anywhere, React or not: toast.success('Saved'). Each corner has its own manager, an
// id is shown once wherever it was before, and what is said before the Toaster mounts waits for it.
import { Toast as Base } from '@base-ui/react/toast'
import type { ReactNode } from 'react'

export type ToastPosition = 'top-right' | 'bottom-right'
export type ToastKind = 'success' | 'error' | 'info' | 'warning'

export interface ToastOptions {
  /** The same id updates the toast that is showing. By default equal words count as the same toast. */
  id?: string
  position?: ToastPosition
  /** Milliseconds; 0 stays until it is closed. */
  duration?: number
  /** A second, quieter line. */
  description?: ReactNode
  action?: { label: string; onSelect: () => void }
  onClose?: () => void
}

/** A toast whose inside is drawn by the caller; `close` takes it away. */
export interface CustomToastOptions {
  id: string
  position?: ToastPosition
  duration?: number
  onClose?: () => void
  render: (close: () => void) => ReactNode
}

export interface ToastData {
  action?: ToastOptions['action']
  render?: CustomToastOptions['render']
}

export const POSITIONS: readonly ToastPosition[] = ['top-right', 'bottom-right']

const DEFAULT_POSITION: ToastPosition = 'top-right'
const DEFAULT_DURATION_MS = 5000

export const managers = {
  'top-right': Base.createToastManager<ToastData>(),
  'bottom-right': Base.createToastManager<ToastData>(),
} satisfies Record<ToastPosition, unknown>

interface Entry {
  id: string
  position: ToastPosition
  type: ToastKind | 'custom'
  title?: string
  description?: ReactNode
  timeout: number
  onClose?: () => void
  data: ToastData
}

const shownAt = new Map<string, ToastPosition>()
let waiting: Entry[] = []
let mounted = false

/** Called by the Toaster: says that someone listens, and hands over what was said before. */
export function toasterMounted(): () => void {
  mounted = true
  const entries = waiting
  waiting = []
  for (const entry of entries) show(entry)
  return () => {
    mounted = false
    shownAt.clear()
  }
}

function show(entry: Entry): string {
  if (!mounted) {
    waiting = [...waiting.filter((other) => other.id !== entry.id), entry]
    return entry.id
  }
  const { id, position, onClose, ...rest } = entry
  const before = shownAt.get(id)
  if (before && before !== position) managers[before].close(id)
  shownAt.set(id, position)
  managers[position].add({
    ...rest,
    id,
    onClose: () => {
      if (shownAt.get(id) === position) shownAt.delete(id)
      onClose?.()
    },
  })
  return id
}

function say(type: ToastKind, title: string, options: ToastOptions = {}): string {
  return show({
    id: options.id ?? `${type}:${title}`,
    position: options.position ?? DEFAULT_POSITION,
    type,
    title,
    description: options.description,
    timeout: options.duration ?? DEFAULT_DURATION_MS,
    onClose: options.onClose,
    data: { action: options.action },
  })
}

export const toast = {
  success: (text: string, options?: ToastOptions) => say('success', text, options),
  error: (text: string, options?: ToastOptions) => say('error', text, options),
  info: (text: string, options?: ToastOptions) => say('info', text, options),
  warning: (text: string, options?: ToastOptions) => say('warning', text, options),

  custom: (options: CustomToastOptions) =>
    show({
      id: options.id,
      position: options.position ?? DEFAULT_POSITION,
      type: 'custom',
      timeout: options.duration ?? 0,
      onClose: options.onClose,
      data: { render: options.render },
    }),

  /** Takes one away, or all of them. */
  dismiss(id?: string) {
    waiting = id === undefined ? [] : waiting.filter((entry) => entry.id !== id)
    for (const position of POSITIONS) managers[position].close(id)
  },
}
