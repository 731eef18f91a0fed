// Files that wait for an answer about their beats and roles before anything is sent. The dialog for it is loaded when
// there are some. A screen that shows one beat takes dropped files for that beat.
import { useEffect, useSyncExternalStore } from 'react'

/** A chosen or dropped file with the folders around it. */
export interface ChosenFile {
  file: File
  /** Such as "Midnight Drive/Stems"; empty for a file that was chosen by itself. */
  folder: string
}

/** The beat that files are added to. */
export interface TargetBeat {
  id: string
  title: string
}

export interface FileQuestion {
  serial: number
  files: readonly ChosenFile[]
  /** null for new beats. */
  into: TargetBeat | null
}

let question: FileQuestion | null = null
let target: TargetBeat | null = null
let serial = 0
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function notifyListeners() {
  for (const listener of listeners) listener()
}

export const fileQuestion = {
  get: () => question,
  ask(files: readonly ChosenFile[], into: TargetBeat | null) {
    serial += 1
    question = { serial, files, into }
    notifyListeners()
  },
  close() {
    question = null
    notifyListeners()
  },
}

export function useFileQuestion(): FileQuestion | null {
  return useSyncExternalStore(subscribe, fileQuestion.get)
}

/** The beat on screen that dropped files are added to, or null. */
export function useDropTarget(): TargetBeat | null {
  return useSyncExternalStore(subscribe, () => target)
}

export const getDropTarget = () => target

/** Called by the screen of one beat. */
export function useAcceptDrops(id: string | undefined, title: string) {
  useEffect(() => {
    if (id === undefined) return
    const own = { id, title }
    target = own
    notifyListeners()
    return () => {
      if (target === own) target = null
      notifyListeners()
    }
  }, [id, title])
}
