import { SECRET_MASK } from '@runtime/form/secret'
import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../../http/errors'

/** Why something could not be sent, by a locale key. */
export class OutboundProblem extends Error {
  readonly text: string
  readonly params: Readonly<Record<string, string | number>>
  /** Whether it will not go better later: an address that is none, a person who is unknown there. */
  readonly isFinal: boolean
  /** Milliseconds for which the other side wants to be left alone. */
  readonly retryAfter: number | undefined
  /** When it may be tried again, where its recipient wants none before. */
  readonly notBefore: Date | undefined
  constructor(
    text: string,
    params: Readonly<Record<string, string | number>> = {},
    isFinal = false,
    retryAfter?: number,
    notBefore?: Date,
  ) {
    super(`${text} ${JSON.stringify(params)}`)
    this.name = 'OutboundProblem'
    this.text = text
    this.params = params
    this.isFinal = isFinal
    this.retryAfter = retryAfter
    this.notBefore = notBefore
  }
}

/** Runs what sends for somebody who waits: why it could not is refused in its words. */
export async function asRefusal<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof OutboundProblem)) throw error
    throw new ApiError(CODE.badRequest, error.text, { params: error.params })
  }
}

/** Characters of a stranger's answer that are shown. */
const SHOWN = 300

/** What a server answered, as one line that may be shown; without the secrets that it was asked with, should it repeat them. */
export function answerOf(text: unknown, secrets: readonly string[] = []): string {
  const said = secrets
    .filter((secret) => secret.length > 3)
    .reduce((left, secret) => left.replaceAll(secret, SECRET_MASK), String(text ?? ''))
  return said
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, SHOWN)
}
