import { MARKUP_AT_ONCE } from '../limits'
import { sanitise, sanitisePrint } from '../sanitise'
import type { Workers } from './pool'
import { refusalOf } from './refusal'

/**
 * Cleans all the markup of one request (`sanitise.ts`). Few characters are cleaned at once; with more a thread does it, since
 * what is nested without end takes the square of its length.
 * @throws ApiError 400: markup that takes too long to read; 429: too much waits already
 */
export async function cleanMarkup(
  workers: Workers,
  kind: 'text' | 'print',
  texts: readonly string[],
): Promise<readonly string[]> {
  const length = texts.reduce((sum, text) => sum + text.length, 0)
  if (length <= MARKUP_AT_ONCE) return texts.map(kind === 'print' ? sanitisePrint : sanitise)
  try {
    return await workers.run('sanitise', { kind, texts })
  } catch (error) {
    throw refusalOf(error, '@server.markupTooDear')
  }
}
