import { describe, expect, it } from 'vitest'
import { USUAL_LIMITS } from '@/entities/documents/queries'
import { checkFile, titleOf } from './file-check'

const file = (name: string, type: string, size = 1000) => ({ name, type, size })

// MED-02
describe('a file before it is sent', () => {
  it.each([
    ['a.mp3', 'audio/mpeg', 'beat'],
    ['a.mp3', 'audio/mp3', 'beat'],
    ['a.wav', 'audio/x-wav', 'beat'],
    ['a.m4a', 'audio/x-m4a', 'beat'],
    ['a.flac', 'audio/x-flac', 'beat'],
    ['a.MOV', 'video/quicktime', 'video'],
    ['a.avi', 'video/avi', 'video'],
    ['a.webm', '', 'video'],
    ['a.ogg', '', 'beat'],
  ])('%s of type "%s" is a %s', (name, type, category) => {
    expect(checkFile(file(name, type), USUAL_LIMITS)).toEqual({ category, title: 'a' })
  })

  it.each([
    ['a.txt', 'text/plain', 'text/plain'],
    ['a.mp3', 'text/html', 'text/html'],
    ['a.exe', '', 'exe'],
    ['noname', '', 'unknown'],
    ['a.mid', 'audio/midi', 'audio/midi'],
  ])('%s of type "%s" is refused as %s', (name, type, claimed) => {
    expect(checkFile(file(name, type), USUAL_LIMITS)).toEqual({
      fault: `File type "${claimed}" not supported. Please upload audio files (MP3, WAV, OGG, FLAC, AAC) or video files (MP4, MOV, AVI, WebM)`,
    })
  })

  it('may be as large as its kind allows and no larger', () => {
    const mb = 1024 * 1024
    expect(checkFile(file('a.wav', 'audio/wav', 50 * mb), USUAL_LIMITS).fault).toBeUndefined()
    expect(checkFile(file('a.wav', 'audio/wav', 50 * mb + 1), USUAL_LIMITS)).toEqual({
      fault: 'File size too large. Maximum size is 50MB.',
    })
    expect(checkFile(file('a.mp4', 'video/mp4', 200 * mb), USUAL_LIMITS).fault).toBeUndefined()
    expect(checkFile(file('a.mp4', 'video/mp4', 200 * mb + 1), USUAL_LIMITS)).toEqual({
      fault: 'File size too large. Maximum size is 200MB.',
    })
    // The limit that the operator has set applies.
    expect(checkFile(file('a.wav', 'audio/wav', 61 * mb), { beat: 60 * mb, video: mb })).toEqual({
      fault: 'File size too large. Maximum size is 60MB.',
    })
  })

  it.each([
    ['Midnight Drive.wav', 'Midnight Drive'],
    ['v1.2 final.mp3', 'v1.2 final'],
    ['.hidden', '.hidden'],
    ['none', 'none'],
    [`${'ä'.repeat(300)}.wav`, 'ä'.repeat(200)],
  ])('%s is titled %s', (name, title) => {
    expect(titleOf(name)).toBe(title)
  })
})
