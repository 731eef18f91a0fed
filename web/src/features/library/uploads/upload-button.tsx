// An upload button for screens other than the library: the same file picker and list, whose code is loaded when files
// have been chosen.
import { useQueryClient } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { useRef } from 'react'
import { MEDIA_TYPES } from '@/shared/config/limits'
import { dashboard as copy } from '@/shared/copy/dashboard'
import { Button, type ButtonVariant } from '@/shared/ui/button'

type UploadButtonProps = {
  /** Called when files were chosen, so that the list of uploads can be shown. */
  onTaken: () => void
  variant?: ButtonVariant
}

export function UploadButton({ onTaken, variant = 'primary' }: UploadButtonProps) {
  const client = useQueryClient()
  const picker = useRef<HTMLInputElement>(null)

  async function take(files: File[]) {
    if (files.length === 0) return
    onTaken()
    const { takeFiles } = await import('./take-files')
    await takeFiles(files, client)
  }

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
