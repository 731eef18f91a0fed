// Saves a sale's receipt, and shows a failure as a toast.
import { useMutation } from '@tanstack/react-query'
import { fetchReceipt } from '@/entities/sales/receipt'
import type { Sale } from '@/entities/sales/sale'
import { errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { sales as copy } from '@/shared/copy/sales'
import { saveFile } from '@/shared/lib/save-file'
import { toast } from '@/shared/ui/toast/toast'

export function useDownloadReceipt() {
  return useMutation({
    mutationFn: (sale: Sale) => fetchReceipt(sale),
    onSuccess: (file) => {
      saveFile(file)
      toast.success(copy.receiptSaved(file.name), TOASTS.success)
    },
    onError: (error) => toast.error(errorMessageOf(error, copy.receiptFailed) ?? calls.offline, TOASTS.other),
  })
}
