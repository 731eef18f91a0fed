// Small real media files, made by ffmpeg on demand, and added to a library over the API.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { APIRequestContext } from '@playwright/test'
import type { Account } from './account'

type Sample = 'mp3' | 'wav' | 'flac' | 'ogg' | 'webm' | 'weba' | 'avi'

const TYPES: Record<Sample, string> = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
  webm: 'video/webm',
  // WebM with sound only, as browsers record it.
  weba: 'video/webm',
  // MPEG-4 part 2 in AVI: a video that Chromium cannot show.
  avi: 'video/x-msvideo',
}

const PICTURE = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=4']
const SOUND = ['-f', 'lavfi', '-i', 'sine=frequency=330:sample_rate=44100']
const RECIPES: Record<Sample, string[]> = {
  mp3: SOUND,
  wav: SOUND,
  flac: SOUND,
  ogg: [...SOUND, '-c:a', 'libvorbis'],
  webm: [
    ...PICTURE,
    ...SOUND,
    '-c:v',
    'libvpx',
    '-deadline',
    'realtime',
    '-cpu-used',
    '8',
    '-b:v',
    '200k',
    '-c:a',
    'libvorbis',
  ],
  weba: [...SOUND, '-c:a', 'libvorbis', '-f', 'webm'],
  avi: [...PICTURE, '-c:v', 'mpeg4'],
}

const made = new Map<string, Buffer>()

/** Creates a media file. The same arguments give the same bytes; another tone gives another file. */
function sample(kind: Sample, seconds = 20, tone = 330): Buffer {
  const name = `${kind}-${seconds}-${tone}`
  const known = made.get(name)
  if (known) return known
  const file = join(mkdtempSync(join(tmpdir(), 'ledgerline-media-')), `sample.${kind}`)
  const recipe = RECIPES[kind].map((word) => word.replace('frequency=330', `frequency=${tone}`))
  execFileSync('ffmpeg', ['-hide_banner', '-loglevel', 'error', ...recipe, '-t', String(seconds), file])
  const bytes = readFileSync(file)
  made.set(name, bytes)
  return bytes
}

/** Returns a sample as a file for the file picker. */
export function fileOf(name: string, kind: Sample, seconds?: number, tone?: number) {
  return { name, mimeType: TYPES[kind], buffer: sample(kind, seconds, tone) }
}

/** Uploads files into the account's library, one after the other. */
export async function addToLibrary(
  request: APIRequestContext,
  url: string,
  account: Account,
  files: ReturnType<typeof fileOf>[],
): Promise<string[]> {
  const ids: string[] = []
  for (const file of files) {
    const answer = await request.post(`${url}/api/documents/upload`, {
      headers: { Authorization: `Bearer ${account.token}` },
      multipart: { document: file },
    })
    if (answer.status() !== 201) throw new Error(`${file.name}: ${answer.status()} ${await answer.text()}`)
    ids.push((await answer.json()).document.id)
  }
  return ids
}

/** Returns a ZIP file with one stored entry, for the file picker. */
export function zipOf(name: string, content: Buffer = Buffer.from('kick')) {
  const inner = Buffer.from('kick.wav')
  const sum = crc32(content)
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(20, 4)
  local.writeUInt32LE(sum, 14)
  local.writeUInt32LE(content.length, 18)
  local.writeUInt32LE(content.length, 22)
  local.writeUInt16LE(inner.length, 26)
  const central = Buffer.alloc(46)
  central.writeUInt32LE(0x02014b50, 0)
  central.writeUInt16LE(20, 4)
  central.writeUInt16LE(20, 6)
  central.writeUInt32LE(sum, 16)
  central.writeUInt32LE(content.length, 20)
  central.writeUInt32LE(content.length, 24)
  central.writeUInt16LE(inner.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length + inner.length, 12)
  end.writeUInt32LE(local.length + inner.length + content.length, 16)
  const buffer = Buffer.concat([local, inner, content, central, inner, end])
  return { name, mimeType: 'application/zip', buffer }
}
