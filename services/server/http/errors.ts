import type { Text, TextParams } from '@runtime/text'
import { CODE } from '@services/contract/envelope'

/** One field at fault: `items.2.amount` and what is wrong with it, in the caller's language. */
export interface InputError {
  readonly path: string
  readonly message: string
  /** The message with `{name}` where it names the member: a form puts the label of its field there. */
  readonly sentence?: string
}

/**
 * A refusal as the wire says it. `message` is a locale key (`@server.noRight`) or a text, said in the caller's language;
 * `errors` go to `data.errors`, `data` goes beside them.
 */
export class ApiError extends Error {
  readonly code: number
  readonly text: Text
  readonly params: TextParams | undefined
  readonly errors: readonly InputError[] | undefined
  readonly data: unknown
  /** HTTP status; 200 for most refusals, which only the envelope tells. */
  readonly status: number
  constructor(
    code: number,
    message: Text,
    options: { params?: TextParams; errors?: readonly InputError[]; data?: unknown; status?: number } = {},
  ) {
    super(typeof message === 'string' ? message : message.zh)
    this.name = 'ApiError'
    this.code = code
    this.text = message
    this.params = options.params
    this.errors = options.errors
    this.data = options.data
    this.status = options.status ?? 200
  }
}

/**
 * Without the right of this name.
 * @param code of the menu (`system.dictionary:btn_edit`), as `data.right`: who may ask why the right is lacking asks by it
 */
export const noRight = (right: string, code?: string) =>
  new ApiError(CODE.forbidden, '@server.noRight', {
    params: { right },
    ...(code !== undefined && { data: { right: code } }),
  })

/** A password that somebody else has given, or one that is older than the policy lets it be. */
export type PasswordDue = 'first' | 'expired'

/** To whoever has yet to change a password. */
export const passwordDue = (why: PasswordDue) =>
  new ApiError(CODE.forbidden, why === 'first' ? '@session.changeFirst' : '@session.changeOld')

export const notFound = () => new ApiError(CODE.notFound, '@server.notFound')
