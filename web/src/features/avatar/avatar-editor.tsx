// The person's photo with the buttons to choose another and to remove it.
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react'
import { useRemoveAvatar } from '@/entities/user/mutations'
import { useAvatarUrl } from '@/entities/user/queries'
import type { User } from '@/entities/user/user'
import { errorMessageOf } from '@/shared/api/error'
import { AVATAR, TOASTS } from '@/shared/config/limits'
import { avatar } from '@/shared/copy/identity/profile'
import { pictureFault } from '@/shared/lib/picture-fault'
import { Avatar } from '@/shared/ui/avatar'
import { Button } from '@/shared/ui/button'
import { confirm } from '@/shared/ui/overlays/confirm'
import { toast } from '@/shared/ui/toast/toast'
import { CropDialog } from './crop-dialog'

/** The photo with its buttons; `children` are rendered beside it, such as the person's name. */
export function AvatarEditor({ user, children }: { user: User; children: ReactNode }) {
  const url = useAvatarUrl(user)
  const remove = useRemoveAvatar()
  const chooser = useRef<HTMLInputElement>(null)
  const [picture, setPicture] = useState<ImageBitmap | null>(null)
  const [cropping, setCropping] = useState(false)
  const has = Boolean(user.avatar)

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    // Emptied, so that choosing the same file again fires a change event.
    event.target.value = ''
    if (file === undefined) return
    const fault = pictureFault(file)
    if (fault !== null) {
      toast.error(fault, TOASTS.other)
      return
    }
    try {
      setPicture(await createImageBitmap(file))
      setCropping(true)
    } catch {
      toast.error(avatar.unreadable, TOASTS.other)
    }
  }

  const removePhoto = async () => {
    const sure = await confirm({
      title: avatar.removeTitle,
      description: avatar.removeText,
      confirmLabel: avatar.remove,
    })
    if (!sure) return
    remove.mutate(undefined, {
      onSuccess: () => toast.success(avatar.removed, TOASTS.success),
      onError: (error) => toast.error(errorMessageOf(error, avatar.failed) ?? avatar.failed, TOASTS.other),
    })
  }

  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
      <Avatar name={user.name} src={url} size="xl" />
      <div className="grow basis-48 min-w-0">{children}</div>
      <div className="grid gap-2">
        <div className="flex flex-wrap gap-2 sm:justify-end">
          <Button onClick={() => chooser.current?.click()}>{has ? avatar.change : avatar.add}</Button>
          {has ? (
            <Button variant="danger" pending={remove.isPending} onClick={removePhoto}>
              {avatar.remove}
            </Button>
          ) : null}
        </div>
        <p className="text-12 text-ink-3 sm:text-right">{avatar.hint}</p>
      </div>
      <input
        ref={chooser}
        type="file"
        accept={AVATAR.types.join(',')}
        onChange={choose}
        className="hidden"
        aria-label={avatar.add}
      />
      {picture === null ? null : (
        <CropDialog
          picture={picture}
          open={cropping}
          onClose={() => setCropping(false)}
          onClosed={() => {
            picture.close()
            setPicture(null)
          }}
        />
      )}
    </div>
  )
}
