import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface Received {
  readonly to: readonly string[]
  readonly from: string
  readonly user: string
  readonly text: string
}

/** A mail server on this machine that keeps what it gets. */
export interface FakeMailServer {
  readonly port: number
  readonly received: readonly Received[]
  /** What it says of the next mails instead of taking them. */
  refuse(answer: { readonly code: number; readonly text: string } | undefined): void
  close(): Promise<void>
}

/** @param ssl TLS from the start, by a certificate that nobody trusts */
export async function startMailServer({ ssl = false } = {}): Promise<FakeMailServer> {
  const received: Received[] = []
  let refusal: { readonly code: number; readonly text: string } | undefined
  const server = new SMTPServer({
    secure: ssl,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: true,
    logger: false,
    onAuth({ username, password }, _, answer) {
      if (password === 'right') return answer(null, { user: username ?? '' })
      answer(new Error('Authentication credentials invalid'))
    },
    onRcptTo({ address }, _, answer) {
      if (!address.startsWith('nobody')) return answer()
      answer(Object.assign(new Error('No such user here'), { responseCode: 550 }))
    },
    onData(stream, session, answer) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (refusal) return answer(Object.assign(new Error(refusal.text), { responseCode: refusal.code }))
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          to: rcptTo.map(({ address }) => address),
          from: mailFrom ? mailFrom.address : '',
          user: String(session.user ?? ''),
          text: Buffer.concat(chunks).toString('utf8'),
        })
        answer(null, 'queued')
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    refuse: (answer) => {
      refusal = answer
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
