// A TCP proxy whose connection breaks: it passes bytes on to a server, cuts the connection once after a number of sent
// bytes, and can hold back later bytes.

import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

export async function startBreakingProxy(target: string, breakAfter: number) {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  let sent = 0
  let isBroken = false
  let isHolding = true
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    let own = 0
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.on('data', (bytes) => {
      sent += bytes.length
      own += bytes.length
      if (!isBroken && sent > breakAfter) {
        isBroken = true
        client.destroy()
        return
      }
      if (!upstream.write(bytes)) {
        client.pause()
        upstream.once('drain', () => client.resume())
      }
      // Requests without a file pass while the proxy holds back large bodies.
      if (isBroken && isHolding && own > 1_000_000) client.pause()
    })
    upstream.pipe(client)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isBroken: () => isBroken,
    /** Stops holding back: lets all bytes pass from now on. */
    release() {
      isHolding = false
    },
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}
