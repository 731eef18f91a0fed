// The card PIN from the settings: set for the first time, or changed.
import { pinHold } from '@/entities/cards/pin-hold'
import { TOASTS } from '@/shared/config/limits'
import { cardPin as copy } from '@/shared/copy/cards'
import { Button } from '@/shared/ui/button'
import { Dialog } from '@/shared/ui/overlays/dialog'
import { toast } from '@/shared/ui/toast/toast'
import { SetPinFields, useSetPin } from './set-pin'

type SetPinDialogProps = {
  open: boolean
  onClose: () => void /** Whether there is one already. */
  isSet: boolean
}

export function SetPinDialog({ open, onClose, isSet }: SetPinDialogProps) {
  const form = useSetPin(() => {
    // What the old one opened is closed with it.
    pinHold.end()
    toast.success(isSet ? copy.changed : copy.saved, TOASTS.success)
    onClose()
  })
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      onClosed={form.reset}
      dismissible={!form.pending}
      size="sm"
      title={isSet ? copy.changeTitle : copy.setTitle}
      description={isSet ? copy.changeIntro : copy.setIntro}
      onSubmit={form.submit}
      footer={
        <>
          <Button disabled={form.pending} onClick={onClose}>
            {copy.cancel}
          </Button>
          <Button type="submit" variant="primary" pending={form.pending} pendingLabel={copy.saving}>
            {isSet ? copy.change : copy.set}
          </Button>
        </>
      }
    >
      <SetPinFields form={form} />
    </Dialog>
  )
}
