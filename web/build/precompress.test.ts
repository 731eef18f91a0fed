import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { compressFolder } from './precompress'

it('writes both variants of what shrinks and leaves the rest alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ledgerline-'))
  const text = 'a ledger line '.repeat(200)
  await writeFile(join(folder, 'app.js'), text)
  await writeFile(join(folder, 'tiny.css'), 'a')
  await writeFile(join(folder, 'font.woff2'), text)
  await compressFolder(folder)
  expect((await readdir(folder)).sort()).toEqual([
    'app.js',
    'app.js.br',
    'app.js.gz',
    'font.woff2',
    'tiny.css',
  ])
  expect(brotliDecompressSync(await readFile(join(folder, 'app.js.br'))).toString()).toBe(text)
  expect(gunzipSync(await readFile(join(folder, 'app.js.gz'))).toString()).toBe(text)
})
