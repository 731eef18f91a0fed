// The list of uploads for a screen that fetches it when it is needed.
import { UploadList } from './upload-list'
import { useUploads } from './use-uploads'

export function UploadTray() {
  return <UploadList list={useUploads()} />
}
