import type { TextParams } from '@runtime/text'
import { CODE } from '@services/contract/envelope'
import { ApiError } from '../http/errors'

/** What breaking a constraint means to a person: the field at fault, if one is, and the sentence. */
export interface Broken {
  readonly path?: string
  readonly message: string
}

/**
 * Runs a write and says a broken constraint (unique, foreign key) in the caller's words. The database checks, so two
 * writers at once cannot both pass.
 * @throws ApiError 400 for a constraint named in `rules`; anything else as it was.
 */
export async function withConstraints<T>(
  rules: Readonly<Record<string, Broken>>,
  translate: (text: string, params?: TextParams) => string,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const { constraint } = error as { constraint?: unknown }
    const rule =
      typeof constraint === 'string' && Object.hasOwn(rules, constraint) ? rules[constraint] : undefined
    if (!rule) throw error
    const errors =
      rule.path === undefined ? undefined : [{ path: rule.path, message: translate(rule.message) }]
    throw new ApiError(CODE.badRequest, rule.message, errors ? { errors } : {})
  }
}
