import { textBytes } from '../json-size'
import { tooDeepAt } from '../json-text'
import { MODEL_LIMIT, MODEL_NESTING } from '../limits'
import type { Reason } from './dialect'
import type { ModelTexts } from './document'

/** Why the texts of a model cannot be kept: larger together than a model may be, or nested deeper. Null: they can. */
export function misfitOf(texts: ModelTexts): Reason | null {
  const all = Object.values(texts)
  const size = all.reduce((sum, text) => sum + textBytes(text), 0)
  if (size > MODEL_LIMIT)
    return {
      reason: '@design.tooLarge',
      params: { size: inMegabytes(size), limit: inMegabytes(MODEL_LIMIT) },
    }
  return all.some((text) => tooDeepAt(text, MODEL_NESTING) !== null)
    ? { reason: '@design.tooDeep', params: { limit: MODEL_NESTING } }
    : null
}

/** Rounded up, so that what is a little too large does not read as the limit itself. */
function inMegabytes(bytes: number): string {
  return `${Math.ceil((bytes * 10) / 2 ** 20) / 10} MB`
}
