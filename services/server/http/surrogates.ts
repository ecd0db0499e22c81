import { CODE } from '@services/contract/envelope'
import { ApiError } from './errors'

const BACKSLASH = '\\'
const isHigh = (code: number) => code >= 0xd800 && code <= 0xdbff
const isLow = (code: number) => code >= 0xdc00 && code <= 0xdfff

/**
 * Refuses JSON text in which half of a surrogate pair stands alone: no character, which a text of the database would lose
 * and its JSON not take. On the wire one can only be written as an escape.
 * @throws ApiError 400
 */
export function refuseHalfCharacters(text: string): void {
  let at = text.indexOf(BACKSLASH)
  while (at >= 0) {
    const code = escapedAt(text, at)
    const isPair = isHigh(code) && isLow(escapedAt(text, at + 6))
    if (!isPair && (isHigh(code) || isLow(code))) throw new ApiError(CODE.badRequest, '@server.badRequest')
    // What follows a backslash is part of its escape, another backslash too.
    at = text.indexOf(BACKSLASH, at + (isPair ? 12 : 2))
  }
}

/** The code unit that an escape (`\ud83d`) writes, where it can be half a pair; else NaN. */
function escapedAt(text: string, at: number): number {
  const isEscape = text[at] === BACKSLASH && text[at + 1] === 'u'
  if (!isEscape || (text[at + 2] !== 'd' && text[at + 2] !== 'D')) return Number.NaN
  return Number.parseInt(text.slice(at + 2, at + 6), 16)
}

/**
 * Whether the database was given characters that it cannot hold: a NUL (22021, 22P05), or half a surrogate pair inside
 * JSON, which came as text inside a text. Any other value that does not fit its type (22P02) is a fault of the server.
 */
export function isUnstorable(error: unknown): boolean {
  const { code, detail = '' } = error as { readonly code?: unknown; readonly detail?: string }
  return code === '22021' || code === '22P05' || (code === '22P02' && /\bsurrogate\b/.test(detail))
}
