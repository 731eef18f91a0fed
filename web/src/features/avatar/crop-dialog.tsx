// Crops the chosen picture and uploads it.
import { type FormEvent, useRef, useState } from 'react'
import { useUploadAvatar } from '@/entities/user/mutations'
import { errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { avatar } from '@/shared/copy/identity/profile'
import { Button } from '@/shared/ui/button'
import { Dialog } from '@/shared/ui/overlays/dialog'
import { toast } from '@/shared/ui/toast/toast'
import { centeredCrop } from './crop-geometry'
import { Cropper } from './cropper'

/**
 * The type of the uploaded image. A browser that cannot encode WebP encodes PNG, and sets the blob's type accordingly.
 */
const UPLOAD_TYPE = 'image/webp'
const UPLOAD_QUALITY = 0.92

type CropDialogProps = { picture: ImageBitmap; open: boolean; onClose: () => void; onClosed: () => void }

export function CropDialog({ picture, open, onClose, onClosed }: CropDialogProps) {
  const [crop, setCrop] = useState(() => centeredCrop(picture))
  const canvas = useRef<HTMLCanvasElement>(null)
  const upload = useUploadAvatar()

  const save = async (event: FormEvent) => {
    event.preventDefault()
    const image = await toBlob(canvas.current)
    if (image === null) {
      toast.error(avatar.unreadable, TOASTS.other)
      return
    }
    try {
      await upload.mutateAsync(image)
      onClose()
      toast.success(avatar.saved, TOASTS.success)
    } catch (error) {
      toast.error(errorMessageOf(error, avatar.failed) ?? avatar.failed, TOASTS.other)
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      onClosed={onClosed}
      dismissible={!upload.isPending}
      size="sm"
      title={avatar.cropTitle}
      onSubmit={save}
      footer={
        <>
          <Button onClick={onClose} disabled={upload.isPending}>
            {avatar.cancel}
          </Button>
          <Button type="submit" variant="primary" pending={upload.isPending} pendingLabel={avatar.saving}>
            {avatar.save}
          </Button>
        </>
      }
    >
      <Cropper picture={picture} crop={crop} canvas={canvas} onCrop={setCrop} />
    </Dialog>
  )
}

function toBlob(canvas: HTMLCanvasElement | null): Promise<Blob | null> {
  return new Promise((resolve) => {
    if (canvas === null) resolve(null)
    else canvas.toBlob(resolve, UPLOAD_TYPE, UPLOAD_QUALITY)
  })
}
