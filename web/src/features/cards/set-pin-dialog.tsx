// The dialog in the settings that sets or changes the card PIN.
import { pinHold } from '@/entities/cards/pin-hold'
import { TOASTS } from '@/shared/config/limits'
import { cardPin as copy } from '@/shared/copy/money/cards'
import { EntryDialog } from '@/shared/ui/overlays/entry-dialog'
import { toast } from '@/shared/ui/toast/toast'
import { SetPinFields, useSetPin } from './set-pin'

type SetPinDialogProps = {
  open: boolean
  onClose: () => void /** Whether there is one already. */
  isSet: boolean
}

export function SetPinDialog({ open, onClose, isSet }: SetPinDialogProps) {
  const form = useSetPin(() => {
    // Ends the hold of the old PIN, which hides the revealed card details.
    pinHold.end()
    toast.success(isSet ? copy.changed : copy.saved, TOASTS.success)
    onClose()
  })
  return (
    <EntryDialog
      open={open}
      onClose={onClose}
      onClosed={form.reset}
      onSubmit={form.submit}
      isPending={form.pending}
      size="sm"
      title={isSet ? copy.changeTitle : copy.setTitle}
      description={isSet ? copy.changeIntro : copy.setIntro}
      labels={{ cancel: copy.cancel, submit: isSet ? copy.change : copy.set, pending: copy.saving }}
    >
      <SetPinFields form={form} />
    </EntryDialog>
  )
}
