import { createHash } from 'node:crypto'
import { OUTBOUND } from '../../../limits'
import type { AllowedHosts } from '../../../outgoing/hosts'
import { type Answer, ask, jsonOf } from './ask'
import { OutboundProblem } from './problem'
import type { Tokens } from './tokens'

/** What codes of a provider mean; those that are not named fail, and may go better later. */
export interface Meanings {
  /** The token is none any more. */
  readonly token: ReadonlySet<number>
  /** Asked too often, or too busy: later. */
  readonly busy: ReadonlySet<number>
  /** Key or secret are wrong. */
  readonly secret: ReadonlySet<number>
  /** Nobody of this name, nothing to send: never. */
  readonly final: ReadonlySet<number>
}

/** An account at a provider whose answers have `errcode` and `errmsg`, and whose calls need an access token. */
export interface Account {
  readonly base: URL
  /** Whoever runs the server has set the address. */
  readonly isTrusted: boolean
  readonly tokenPath: string
  readonly tokenQuery: Readonly<Record<string, string>>
  readonly secret: string
  readonly meanings: Meanings
}

export interface Request {
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  /** Sent as JSON by POST; without it the call is a GET. */
  readonly body?: object
  readonly most?: number
  readonly timeout?: number
}

export interface Said {
  readonly body: Readonly<Record<string, unknown>>
  /** As it came, without the secret and the token. */
  readonly shown: string
}

/** Calls providers that answer with `errcode`: WeCom and DingTalk. */
export function createErrcodeClient(hosts: AllowedHosts, tokens: Tokens) {
  /** A real request for a token, and what was answered. @throws OutboundProblem */
  const askToken = async (account: Account, timeout?: number): Promise<Said> => {
    const { base, tokenPath: path, tokenQuery: query, isTrusted, secret, meanings } = account
    const at = { url: addressOf(base, path, query), method: 'GET' as const, isTrusted, secrets: [secret] }
    const said = judged(await ask({ ...at, ...(timeout && { timeout }) }, hosts), meanings)
    const token = said.body['access_token']
    if (typeof token !== 'string' || token === '')
      throw new OutboundProblem('@outbound.failed', { answer: said.shown })
    return { body: said.body, shown: said.shown.replaceAll(token, '••••••') }
  }
  const token = (account: Account, timeout?: number) =>
    tokens.of(nameOf(account), async () => {
      const { body } = await askToken(account, timeout)
      const seconds = Number(body['expires_in'])
      return {
        token: String(body['access_token']),
        until: Date.now() + (Number.isFinite(seconds) ? seconds * 1_000 : 0),
      }
    })
  return {
    askToken,
    /** @throws OutboundProblem */
    async call(account: Account, request: Request): Promise<Said> {
      const { base, isTrusted, secret, meanings } = account
      const attempt = async (isLast: boolean): Promise<Said> => {
        const used = await token(account, request.timeout)
        const answer = await ask(
          {
            url: addressOf(base, request.path, { ...request.query, access_token: used }),
            method: request.body ? 'POST' : 'GET',
            ...(request.body && {
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify(request.body),
            }),
            ...{ isTrusted, secrets: [secret, used], most: request.most ?? OUTBOUND.answer },
            ...(request.timeout && { timeout: request.timeout }),
          },
          hosts,
        )
        if (!isLast && meanings.token.has(codeOf(jsonOf(answer)))) {
          tokens.forget(nameOf(account), used)
          return attempt(true)
        }
        return judged(answer, meanings)
      }
      return attempt(false)
    },
  }
}
export type ErrcodeClient = ReturnType<typeof createErrcodeClient>

/** The answer of a call that went well. @throws OutboundProblem */
function judged(answer: Answer, { busy, secret, final }: Meanings): Said {
  const body = jsonOf(answer)
  const code = codeOf(body)
  const said = { answer: answer.shown }
  if (code === 0) return { body, shown: answer.shown }
  if (busy.has(code)) throw new OutboundProblem('@outbound.tooOften', said)
  if (secret.has(code)) throw new OutboundProblem('@outbound.wrongSecret', said)
  throw new OutboundProblem('@outbound.failed', said, final.has(code))
}

/** DingTalk says 88 for what its own parts refuse, and their code beside it. */
function codeOf(body: Readonly<Record<string, unknown>>): number {
  const code = Number(body['errcode'] ?? Number.NaN)
  const part = Number(body['sub_code'])
  return code === 88 && Number.isFinite(part) ? part : code
}

function addressOf(base: URL, path: string, query: Readonly<Record<string, string>>): URL {
  const url = new URL(base.href.replace(/\/$/, '') + path)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}

/** Tokens of one account are those of its very secret: with another one the old ones are nothing. */
const nameOf = ({ base, tokenQuery, secret }: Account): string =>
  createHash('sha256')
    .update(JSON.stringify([base.href, tokenQuery, secret]))
    .digest('hex')
