// A line that asks to confirm the account's email address, with a button that sends another mail.
import { useSendConfirmation } from '@/entities/user/email-confirmation'
import { errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { emailConfirmation as copy } from '@/shared/copy/identity/email-confirmation'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { toast } from '@/shared/ui/toast/toast'

export function ConfirmEmailLine({ email }: { email: string }) {
  const { mutateAsync, isPending } = useSendConfirmation()

  const sendAgain = async () => {
    try {
      await mutateAsync()
      toast.success(copy.sent(email), TOASTS.success)
    } catch (error) {
      toast.error(errorMessageOf(error, copy.sendFailed) ?? copy.sendFailed, TOASTS.other)
    }
  }

  return (
    <Banner
      title={copy.lineTitle}
      action={
        <Button size="sm" pending={isPending} pendingLabel={copy.sending} onClick={sendAgain}>
          {copy.again}
        </Button>
      }
    >
      {copy.line(email)}
    </Banner>
  )
}
