// Saves the files that a license promises: one of them, or all of them together with the contract.
import { useState } from 'react'
import { download } from '@/entities/documents/tickets'
import { downloadFile } from '@/entities/files/tickets'
import type { LicensedFile, WholeLicense } from '@/entities/licenses/license'
import { fetchContract } from '@/entities/licenses/queries'
import { errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { library } from '@/shared/copy/library/library'
import { saveFile } from '@/shared/lib/save-file'
import { toast } from '@/shared/ui/toast/toast'

/** The pause between two downloads: a browser drops downloads that start at the same moment. */
const BETWEEN_MS = 400

export function useDownloadFiles(license: WholeLicense) {
  const [isPending, setPending] = useState(false)
  const { document_id, files } = license

  /**
   * Starts the download of one file. The file that plays belongs to the document itself; the others have endpoints of
   * their own.
   */
  async function start({ id }: LicensedFile) {
    if (document_id === null) return
    if (id === document_id) await download(document_id)
    else await downloadFile(document_id, id)
  }

  async function run(steps: (() => Promise<unknown>)[]) {
    setPending(true)
    try {
      for (const [at, step] of steps.entries()) {
        if (at > 0) await new Promise((done) => setTimeout(done, BETWEEN_MS))
        await step()
      }
      toast.success(library.downloadStarted, TOASTS.success)
    } catch (error) {
      toast.error(errorMessageOf(error, library.downloadCallFailed) ?? calls.offline, TOASTS.other)
    } finally {
      setPending(false)
    }
  }

  return {
    isPending,
    one: (file: LicensedFile) => run([() => start(file)]),
    all: () =>
      run([async () => saveFile(await fetchContract(license)), ...files.map((file) => () => start(file))]),
  }
}
