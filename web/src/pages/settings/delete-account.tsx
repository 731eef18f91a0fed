// The dialogs that delete the account in two steps: the password first, then the last confirmation.
import { useRef, useState } from 'react'
import { useVerifyPassword } from '@/entities/user/mutations'
import { DeleteAccountDialog } from '@/features/account/delete-account-dialog'
import { ConfirmPasswordDialog } from '@/features/password/confirm-password-dialog'
import { errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { accountDeletion as copy } from '@/shared/copy/identity/account'
import { verifyPassword } from '@/shared/copy/identity/password'
import { toast } from '@/shared/ui/toast/toast'

export function DeleteAccount({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [password, setPassword] = useState<string | null>(null)
  // The password dialog also calls onClose after a correct password; this flag distinguishes that case from a cancel.
  const isConfirmed = useRef(false)
  const verify = useVerifyPassword()
  return (
    <>
      <ConfirmPasswordDialog
        open={open && password === null}
        intro={copy.passwordIntro}
        onClose={() => {
          if (!isConfirmed.current) onClose()
        }}
        onPassword={async (typed) => {
          await verify.mutateAsync(typed)
          isConfirmed.current = true
          setPassword(typed)
        }}
        onFailure={(error) =>
          toast.error(
            errorMessageOf(error, verifyPassword.failedRetry) ?? verifyPassword.failedRetry,
            TOASTS.other,
          )
        }
      />
      <DeleteAccountDialog
        open={open && password !== null}
        password={password ?? ''}
        onClose={() => {
          isConfirmed.current = false
          setPassword(null)
          onClose()
        }}
      />
    </>
  )
}
