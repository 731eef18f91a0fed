// The list of uploads, for a screen that loads it on demand.
import { UploadList } from './upload-list'
import { useUploads } from './use-uploads'

export function UploadTray() {
  return <UploadList list={useUploads()} />
}
