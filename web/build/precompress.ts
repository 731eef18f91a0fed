// Writes name.br and name.gz beside each compressible file of a finished build, at the highest compression level; the
// server only picks the variant that the browser accepts.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const COMPRESSIBLE = new Set(['.css', '.html', '.js', '.json', '.map', '.svg', '.txt', '.webmanifest'])

const brotli = promisify(brotliCompress)
const gz = promisify(gzip)

export function precompress(): Plugin {
  let outDir = ''
  return {
    name: 'ledgerline-precompress',
    apply: 'build',
    configResolved(config) {
      outDir = join(config.root, config.build.outDir)
    },
    // Public files are copied without passing the bundle, so walk the folder after everything is written.
    closeBundle: {
      sequential: true,
      order: 'post',
      async handler() {
        await compressFolder(outDir)
      },
    },
  }
}

export async function compressFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    if (!entry.isFile() || !COMPRESSIBLE.has(extname(entry.name))) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path)
    const variants: [string, Buffer][] = [
      ['.br', await brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })],
      ['.gz', await gz(bytes, { level: 9 })],
    ]
    for (const [suffix, packed] of variants) {
      if (packed.length < bytes.length) await writeFile(path + suffix, packed)
    }
  }
}
