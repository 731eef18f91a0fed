// axe on every component in all its states, in three themes. The gallery is built but not shipped; its files are
// served from disk, under the server's content security policy.
import { readFile } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/test'

const BUILT = resolve(import.meta.dirname, '../../dist-gallery')
const ORIGIN = 'http://gallery.localhost'
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}

async function open(page: Page, policy: string) {
  await page.route(`${ORIGIN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    const file = pathname === '/' ? '/index.html' : pathname
    await route.fulfill({
      body: await readFile(join(BUILT, file)),
      contentType: TYPES[extname(file)] ?? 'application/octet-stream',
      headers: { 'content-security-policy': policy },
    })
  })
  await page.goto(ORIGIN)
}

test('every component is accessible', async ({ expectAccessible, page, request, baseURL }) => {
  const app = await request.get(`${baseURL}/`)
  await open(page, app.headers()['content-security-policy'] ?? '')
  await expect(page.getByRole('button', { name: 'Primary' }).first()).toBeVisible()
  await expectAccessible()
})
