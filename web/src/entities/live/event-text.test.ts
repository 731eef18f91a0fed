import { describe, expect, it } from 'vitest'
import { readEvents, type ServerEvent } from './event-text'

function eventsOf(...pieces: Uint8Array[]): ServerEvent[] {
  const events: ServerEvent[] = []
  const read = readEvents((event) => events.push(event))
  for (const piece of pieces) read(piece)
  return events
}

const bytes = (text: string) => new TextEncoder().encode(text)

describe('the text of a stream', () => {
  const text =
    'retry: 2000\nevent: ready\nid: 7\ndata: {}\n\n: \n\nevent: changed\nid: 8\ndata: {"topics":["é"]}\n\n'
  const events = [
    { name: 'ready', id: '7', data: '{}' },
    { name: 'changed', id: '8', data: '{"topics":["é"]}' },
  ]

  it('tells each event once, and signs of life not at all', () => {
    expect(eventsOf(bytes(text))).toEqual(events)
  })

  it('may come in pieces that end anywhere, also within a letter', () => {
    const whole = bytes(text)
    for (let cut = 1; cut < whole.length; cut += 1) {
      expect(eventsOf(whole.slice(0, cut), whole.slice(cut))).toEqual(events)
    }
  })

  it('waits for the end of an event', () => {
    expect(eventsOf(bytes('event: ready\ndata: {}\n'))).toEqual([])
  })
})
