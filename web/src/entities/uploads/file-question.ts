// The files of the grouping dialog, which asks for their beats and roles before anything is sent. The dialog is loaded
// when there are such files. A screen that shows one beat takes dropped files for that beat.
import { useEffect, useSyncExternalStore } from 'react'

/** A chosen or dropped file with the folders around it. */
export interface ChosenFile {
  file: File
  /** The folder path, such as "Midnight Drive/Stems"; empty for a file that was chosen by itself. */
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
  /** The beat that the files are added to; null for new beats. */
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

/** Makes files dropped on the current screen belong to this beat. Called by the screen of one beat. */
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
