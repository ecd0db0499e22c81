import { isIP, Socket } from 'node:net'
import type { MailConfig as Schema } from '@services/contract/areas/platform/outbound'
import { createTransport } from 'nodemailer'
import type { Static } from 'typebox'
import { type AllowedHosts, HostRefused } from '../../../outgoing/hosts'
import type { Part } from './parts'
import { answerOf, OutboundProblem } from './problem'

export type MailConfig = Static<typeof Schema>

export const mailPart: Part<MailConfig> = {
  key: 'mailConfig',
  defaults: {
    emailSmtpHost: '',
    emailSmtpPort: 465,
    emailSsl: 1,
    emailAccount: '',
    emailPassword: '',
    emailSender: '',
    emailSenderName: '',
    version: 0,
  },
  secrets: {
    emailPassword: ({ emailSmtpHost, emailSmtpPort, emailAccount }) =>
      `${emailSmtpHost.toLowerCase()}:${emailSmtpPort}/${emailAccount}`,
  },
}

/** Whether mails go anywhere. */
export const isMailSet = ({ emailSmtpHost }: MailConfig): boolean => emailSmtpHost !== ''

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The same for every attempt, so that whoever gets it twice sees that it is one. */
  readonly id?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Whom a mail is from. */
export const senderOf = ({ emailSender, emailAccount }: MailConfig): string => emailSender || emailAccount

/** Milliseconds that a mail may take, from the name's resolution to the server's last word. */
const TIMEOUT = 10_000

/**
 * Hands a mail to the configured server; answers what it said.
 * @throws OutboundProblem
 */
export async function sendMail(
  config: MailConfig,
  mail: Mail,
  hosts: AllowedHosts,
  timeout = TIMEOUT,
): Promise<string> {
  if (!isMailSet(config)) throw new OutboundProblem('@outbound.noServer')
  const from = senderOf(config)
  if (!from.includes('@')) throw new OutboundProblem('@outbound.noSender')
  let timer: NodeJS.Timeout | undefined
  const socket = new Socket()
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new OutboundProblem('@outbound.timeout', named(config))), timeout)
  })
  try {
    return await Promise.race([handOver(config, mail, from, hosts, socket), late])
  } finally {
    clearTimeout(timer)
    socket.destroy()
  }
}

async function handOver(
  config: MailConfig,
  { to, subject, text, id, headers }: Mail,
  from: string,
  hosts: AllowedHosts,
  socket: Socket,
): Promise<string> {
  const { emailSmtpHost: host, emailSmtpPort: port, emailAccount: user, emailPassword: pass } = config
  try {
    const transport = createTransport({
      // The very address that was found to be allowed: a name may mean another one a moment later.
      host: await hosts.addressOf(host),
      ...(isIP(host) === 0 && { servername: host }),
      port,
      secure: config.emailSsl === 1,
      ...(user !== '' && pass !== '' && { auth: { user, pass } }),
      // Ours, so that it ends with the time that a mail may take, whatever the server still says.
      socket,
      maxResponseSize: 64 * 1024,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    try {
      const sent = await transport.sendMail({
        from: { name: config.emailSenderName, address: from },
        to: [{ name: '', address: to }],
        subject,
        text,
        ...(headers && { headers }),
        ...(id !== undefined && { messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>` }),
      })
      return answerOf(sent.response)
    } finally {
      transport.close()
    }
  } catch (error) {
    throw problemOf(error, config)
  }
}

const named = ({ emailSmtpHost: host, emailSmtpPort: port }: MailConfig) => ({ host, port })

/** What went wrong, in the words of who has configured it. */
function problemOf(error: unknown, config: MailConfig): OutboundProblem {
  if (error instanceof OutboundProblem) return error
  if (error instanceof HostRefused) return new OutboundProblem('@outbound.hostRefused', { host: error.host })
  const { code, originalCode, response, message } = error as {
    readonly [member in 'code' | 'originalCode' | 'response' | 'message']?: string
  }
  const where = named(config)
  const said = { ...where, answer: answerOf(response ?? message) }
  // A transport's own code says less than that of the socket below it.
  switch (originalCode ?? code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EDNS':
      return new OutboundProblem('@outbound.unknownHost', where)
    case 'ECONNREFUSED':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return new OutboundProblem('@outbound.refused', where)
    case 'ETIMEDOUT':
      return new OutboundProblem('@outbound.timeout', where)
  }
  switch (code) {
    case 'EAUTH':
      return new OutboundProblem('@outbound.wrongPassword', said)
    case 'ETLS':
      return new OutboundProblem('@outbound.tls', said)
    case 'ESOCKET':
      return new OutboundProblem(
        /certificate|ssl|tls/i.test(said.answer) ? '@outbound.tls' : '@outbound.failed',
        said,
      )
    case 'EENVELOPE':
      return new OutboundProblem('@outbound.addressRefused', said, isFinal(response))
    default:
      return new OutboundProblem('@outbound.failed', said, code === 'EMESSAGE' && isFinal(response))
  }
}

/** Answers that begin with 5 will be the same for the same mail; those with 4 pass. */
const isFinal = (response: string | undefined): boolean => response?.startsWith('5') === true
