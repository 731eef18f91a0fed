// Reads the mails that a server has written to the outbox in its data folder.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type APIRequestContext, expect } from '@playwright/test'
import { dataOf } from './servers'

/** Waits for the nth mail to an address with a subject, and returns its text. */
export async function waitForMail(
  url: string,
  to: string,
  subject: string | RegExp,
  nth = 1,
): Promise<string> {
  const data = process.env[dataOf(url)]
  if (!data) throw new Error(`the server at ${url} was not started by this run: its mail cannot be read`)
  let found: string[] = []
  await expect
    .poll(
      async () => {
        found = (await readMails(join(data, 'outbox'))).filter(
          (text) =>
            (text.includes(`<${to}>`) || text.includes(`\r\nTo: ${to}\r\n`)) && isAbout(text, subject),
        )
        return found.length
      },
      { message: `${subject} to ${to}` },
    )
    .toBeGreaterThanOrEqual(nth)
  return found[nth - 1] ?? ''
}

function isAbout(text: string, subject: string | RegExp): boolean {
  const own = /\r\nSubject: (.*)\r\n/.exec(text)?.[1] ?? ''
  return typeof subject === 'string' ? own === subject : subject.test(own)
}

/**
 * Confirms the email address of a new account by the link in its mail, so that the account may send mails to other
 * people.
 */
export async function confirmEmail(request: APIRequestContext, url: string, email: string) {
  const token = linkIn(await waitForMail(url, email, 'Confirm your email address')).split('#confirm=')[1]
  const answer = await request.post(`${url}/api/auth/confirm-email`, { data: { token } })
  if (answer.status() !== 200) throw new Error(`confirming answered ${answer.status()}`)
}

/** Returns the path of the link in a mail. */
export function linkIn(text: string): string {
  const link = /https?:\/\/[^/\s]+(\/\S+)/.exec(text.split('\r\n\r\n-- ')[0] ?? '')
  if (link?.[1] === undefined) throw new Error(`no link in ${text}`)
  return link[1]
}

async function readMails(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => name.endsWith('.eml')).sort()
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))
  return texts.map(fromQuotedPrintable)
}

/** Decodes only ASCII, which is enough for links. */
function fromQuotedPrintable(text: string): string {
  return text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
