// A sale's receipt: a PDF made by the server, under the server's own file name.
import { type FetchedFile, fetchFile } from '@/shared/api/fetch-file'
import type { Sale } from './sale'

export function fetchReceipt({ id, reference }: Pick<Sale, 'id' | 'reference'>): Promise<FetchedFile> {
  return fetchFile(`/api/sales/${encodeURIComponent(id)}/receipt`, `${reference} receipt.pdf`)
}
