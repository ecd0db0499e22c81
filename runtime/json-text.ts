import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { JSON_NESTING } from './limits'
import type { TextParams } from './text'

/** A place in a text, as people count: line and column from 1, in UTF-16 units; `offset` from 0. */
export interface TextPlace {
  readonly offset: number
  readonly line: number
  readonly column: number
}

/** Why a text is no JSON, and where; `reason` is a locale key, said with `params`. */
export interface JsonFault extends TextPlace {
  readonly reason: string
  readonly params?: TextParams
}

/** The value of JSON text, or where and why it is none; also of one that is nested deeper than `deepest` levels. */
export function readJson(
  text: string,
  deepest: number = JSON_NESTING,
): { readonly value: unknown; readonly fault?: undefined } | { readonly fault: JsonFault } {
  const depth = tooDeepAt(text, deepest)
  if (depth !== null)
    return { fault: { ...placeAt(text, depth), reason: '@document.jsonTooDeep', params: { limit: deepest } } }
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    const errors: ParseError[] = []
    parseTree(text, errors, OPTIONS)
    const [first] = errors
    const reason = first ? `@document.json${printParseErrorCode(first.error)}` : '@document.jsonInvalidSymbol'
    return { fault: { ...placeAt(text, first?.offset ?? 0), reason } }
  }
}

const OPTIONS = { disallowComments: true, allowEmptyContent: false, allowTrailingComma: false } as const

export function placeAt(text: string, offset: number): TextPlace {
  const before = text.slice(0, offset)
  const line = before.split('\n').length
  return { offset, line, column: offset - before.lastIndexOf('\n') }
}

/** Where the value of a JSON pointer stands in sound JSON text; what is not there is said at what should hold it. */
export function placeOfPointer(text: string, pointer: string): TextPlace {
  const root = parseTree(text, [], OPTIONS)
  const path = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  for (let length = path.length; root && length > 0; length--) {
    const found = nodeAt(root, path.slice(0, length))
    if (found) return placeAt(text, found.offset)
  }
  return placeAt(text, root?.offset ?? 0)
}

/** Parts of a pointer are texts; of a list they are positions. */
function nodeAt(root: Node, path: readonly string[]): Node | undefined {
  let node: Node | undefined = root
  for (const part of path) {
    if (!node) return undefined
    node = findNodeAtLocation(node, [node.type === 'array' ? Number(part) : part])
  }
  return node
}

const [QUOTE, BACKSLASH] = [34, 92]
const isOpening = (code: number) => code === 91 || code === 123
const isClosing = (code: number) => code === 93 || code === 125

/** Where JSON text has more lists and objects inside each other than `deepest`; null: nowhere. */
export function tooDeepAt(text: string, deepest: number): number | null {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (inString) {
      if (code === BACKSLASH) at++
      else if (code === QUOTE) inString = false
    } else if (code === QUOTE) inString = true
    else if (isClosing(code)) depth--
    else if (isOpening(code) && ++depth > deepest) return at
  }
  return null
}
