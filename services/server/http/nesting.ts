import { CODE } from '@services/contract/envelope'
import { ApiError } from './errors'

/** Lists and objects inside each other; a form of the designer has about thirty. */
const DEEPEST = 200

const QUOTE = 34
const BACKSLASH = 92
const isOpening = (code: number) => code === 91 || code === 123
const isClosing = (code: number) => code === 93 || code === 125

/**
 * Refuses JSON text nested so deep that whoever walks through its value by recursion would run out of stack.
 * @throws ApiError 400
 */
export function refuseDeepJson(text: string): void {
  let depth = 0
  let inString = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (inString) {
      if (code === BACKSLASH) index++
      else if (code === QUOTE) inString = false
    } else if (code === QUOTE) inString = true
    else if (isClosing(code)) depth--
    else if (isOpening(code) && ++depth > DEEPEST) throw new ApiError(CODE.badRequest, '@server.tooDeep')
  }
}
