// A mail server on loopback that writes every message into a folder as a file, as the program itself does without a
// mail server. It implements just enough SMTP for one well-behaved client.
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

export type MailServer = { url: string; stop: () => Promise<void> }

export async function startMailServer(folder: string): Promise<MailServer> {
  await mkdir(folder, { recursive: true })
  const sockets = new Set<Socket>()
  let count = 0
  const saveMail = async (text: string) => {
    count += 1
    const name = `${String(count).padStart(6, '0')}.eml`
    await writeFile(join(folder, `.${name}.part`), text)
    await rename(join(folder, `.${name}.part`), join(folder, name))
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    converse(socket, saveMail)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}

function converse(socket: Socket, keep: (text: string) => Promise<void>) {
  let seen = ''
  let isMessage = false
  socket.write('220 localhost\r\n')
  socket.on('data', async (chunk) => {
    seen += chunk.toString('utf8')
    for (;;) {
      const end = seen.indexOf(isMessage ? '\r\n.\r\n' : '\r\n')
      if (end < 0) return
      const part = seen.slice(0, end)
      seen = seen.slice(end + (isMessage ? 5 : 2))
      if (isMessage) {
        isMessage = false
        await keep(`${part.replace(/^\.\./gm, '.')}\r\n`)
        socket.write('250 kept\r\n')
      } else if (/^DATA/i.test(part)) {
        isMessage = true
        socket.write('354 go on\r\n')
      } else if (/^QUIT/i.test(part)) {
        socket.end('221 bye\r\n')
      } else socket.write('250 fine\r\n')
    }
  })
}
