// Drags files over the page and drops them there.
import { expect, type Page } from '@playwright/test'

export type DroppedFile = { name: string; mimeType: string; buffer: Buffer }

export async function dropFiles(page: Page, ...files: DroppedFile[]) {
  const transfer = await page.evaluateHandle(
    (list) => {
      const data = new DataTransfer()
      for (const { name, type, bytes } of list) {
        data.items.add(new File([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))], name, { type }))
      }
      return data
    },
    files.map(({ name, mimeType, buffer }) => ({ name, type: mimeType, bytes: buffer.toString('base64') })),
  )
  await page.dispatchEvent('main', 'dragover', { dataTransfer: transfer })
  await expect(page.getByText('Drop to upload')).toBeVisible()
  await page.dispatchEvent('main', 'drop', { dataTransfer: transfer })
  await expect(page.getByText('Drop to upload')).toBeHidden()
}
