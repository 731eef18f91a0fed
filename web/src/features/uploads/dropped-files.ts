// Reads the files dropped on the page, including all files in dropped folders.
import type { ChosenFile } from '@/entities/uploads/file-question'

/** The maximum number of files that are read from dropped folders. */
const MOST_FILES = 500

/** Reads the dropped files. It must be called synchronously in the drop event; the folders are read afterwards. */
export function readDropped(data: DataTransfer): Promise<ChosenFile[]> {
  const entries = [...data.items].map((item) => item.webkitGetAsEntry?.() ?? null)
  const filesAlone = () => [...data.files].map((file) => ({ file, folder: '' }))
  if (!entries.some((entry) => entry?.isDirectory)) return Promise.resolve(filesAlone())
  return readEntries(entries.filter((entry) => entry !== null))
}

async function readEntries(entries: readonly FileSystemEntry[]): Promise<ChosenFile[]> {
  const found: ChosenFile[] = []
  const waiting = entries.map((entry) => ({ entry, folder: '' }))
  for (let next = waiting.shift(); next && found.length < MOST_FILES; next = waiting.shift()) {
    const { entry, folder } = next
    if (entry.isDirectory) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      const inside = await contentOf(entry as FileSystemDirectoryEntry)
      waiting.push(...inside.map((one) => ({ entry: one, folder: path })))
    } else found.push({ file: await fileOf(entry as FileSystemFileEntry), folder })
  }
  return found
}

/** Returns the entries of a directory. The API returns them in batches, until a batch is empty. */
async function contentOf(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (part.length === 0) return all
    all.push(...part)
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}
