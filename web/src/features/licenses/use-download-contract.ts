// Saves a license's contract, and shows a failure as a toast.
import { useMutation } from '@tanstack/react-query'
import type { License } from '@/entities/licenses/license'
import { fetchContract } from '@/entities/licenses/queries'
import { errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { licenses as copy } from '@/shared/copy/licenses/licenses'
import { saveFile } from '@/shared/lib/save-file'
import { toast } from '@/shared/ui/toast/toast'

export function useDownloadContract() {
  return useMutation({
    mutationFn: (license: Pick<License, 'id' | 'reference'>) => fetchContract(license),
    onSuccess: (file) => {
      saveFile(file)
      toast.success(copy.contractSaved(file.name), TOASTS.success)
    },
    onError: (error) =>
      toast.error(errorMessageOf(error, copy.contractFailed) ?? calls.offline, TOASTS.other),
  })
}
