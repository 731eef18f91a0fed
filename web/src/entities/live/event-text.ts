// Parses server-sent events: takes pieces of text and returns whole events. A piece may end anywhere, within a line
// or within a character's bytes.

export interface ServerEvent {
  name: string
  /** The position in the stream after this event, sent back when reconnecting. */
  id: string | null
  data: string
}

/** Returns a parser: a function that takes the next bytes and calls `onEvent` for each event that they complete. */
export function readEvents(onEvent: (event: ServerEvent) => void): (bytes: Uint8Array) => void {
  const decoder = new TextDecoder()
  let rest = ''
  return (bytes) => {
    rest += decoder.decode(bytes, { stream: true })
    const blocks = rest.replaceAll('\r\n', '\n').split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = eventOf(block)
      if (event !== null) onEvent(event)
    }
  }
}

/** Parses one block of the stream. Returns null for a block with only comments or unknown fields. */
function eventOf(block: string): ServerEvent | null {
  const event: ServerEvent = { name: 'message', id: null, data: '' }
  let isSaid = false
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^([^:]+)(?::\s?(.*))?$/.exec(line) ?? []
    if (field === 'event') event.name = value
    if (field === 'id') event.id = value
    if (field === 'data') {
      event.data = isSaid ? `${event.data}\n${value}` : value
      isSaid = true
    }
  }
  return isSaid ? event : null
}
