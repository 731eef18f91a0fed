// An upload button for screens other than the library, with its file picker.
import { Upload } from 'lucide-react'
import { useRef } from 'react'
import { useTakeFiles } from '@/entities/uploads/use-take-files'
import { MEDIA_TYPES } from '@/shared/config/limits'
import { dashboard as copy } from '@/shared/copy/figures/dashboard'
import { Button, type ButtonVariant } from '@/shared/ui/button'

export function UploadButton({ variant = 'primary' }: { variant?: ButtonVariant }) {
  const take = useTakeFiles()
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button variant={variant} icon={<Upload aria-hidden />} onClick={() => picker.current?.click()}>
        {copy.upload}
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        accept={MEDIA_TYPES.picker}
        aria-label={copy.upload}
        onChange={({ target }) => {
          take([...(target.files ?? [])])
          // Emptied, so that choosing the same file again fires a change event.
          target.value = ''
        }}
      />
    </>
  )
}
