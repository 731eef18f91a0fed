// Runs one export: requests the file, polls until it is ready, and downloads it. It can be aborted at every step.
import { useMutation } from '@tanstack/react-query'
import { api, unwrap } from '@/shared/api/client'
import { ApiError } from '@/shared/api/error'
import { EXPORT } from '@/shared/config/limits'
import { type ExportedFile, ExportFailed, type ExportStage, type ExportWish, fileNameOf } from './export'

type ExportOrder = { wish: ExportWish; signal: AbortSignal; onStage: (stage: ExportStage) => void }

export function useExport() {
  return useMutation({
    mutationFn: exportFile,
    // A file may be large, so the mutation cache does not keep it.
    gcTime: 0,
  })
}

export async function exportFile({ wish, signal, onStage }: ExportOrder): Promise<ExportedFile> {
  onStage('asking')
  const { type, format, filters } = wish
  const body = { type, format, ...(filters && Object.keys(filters).length > 0 ? { filters } : {}) }
  const { id } = (await unwrap(api.POST('/api/exports/request', { body, signal }))).export
  await waitUntilMade(id, signal, onStage)
  onStage('downloading')
  return download(id, `ledgerline-${type}.${format}`, signal)
}

/** Polls the export at growing intervals: most files are ready in a moment, a few take minutes. */
async function waitUntilMade(id: string, signal: AbortSignal, onStage: ExportOrder['onStage']) {
  for (let wait: number = EXPORT.firstAskMs; ; wait = Math.min(wait * 1.5, EXPORT.lastAskMs)) {
    await pause(wait, signal)
    const call = { params: { path: { id } }, signal }
    const { status, error } = (await unwrap(api.GET('/api/exports/status/{id}', call))).export
    if (status === 'completed') return
    if (status === 'failed') throw new ExportFailed(error ?? undefined)
    onStage(status === 'pending' ? 'pending' : 'processing')
  }
}

async function download(id: string, fallback: string, signal: AbortSignal): Promise<ExportedFile> {
  const { data, error, response } = await api.GET('/api/exports/download/{id}', {
    params: { path: { id } },
    parseAs: 'blob',
    signal,
  })
  if (!response.ok || data === undefined) {
    throw new ApiError(response.status, error, response.headers.get('Retry-After'))
  }
  // The generated API type says bytes; requested with `parseAs: 'blob'` the body is a Blob.
  return {
    name: fileNameOf(response.headers.get('Content-Disposition'), fallback),
    content: data as unknown as Blob,
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        reject(signal.reason)
      },
      { once: true },
    )
  })
}
