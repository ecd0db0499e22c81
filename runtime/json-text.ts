import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'

/** Levels of nesting that JSON text may have: as much as a request. */
const DEEPEST_JSON = 200

/** A place in a text, as people count: line and column from 1, in UTF-16 units; `offset` from 0. */
export interface TextPlace {
  readonly offset: number
  readonly line: number
  readonly column: number
}

/** Why a text is no JSON, and where; `reason` is a locale key. */
export interface JsonFault extends TextPlace {
  readonly reason: string
}

/** The value of JSON text, or where and why it is none; also of one that is nested deeper than a request may be. */
export function readJson(
  text: string,
): { readonly value: unknown; readonly fault?: undefined } | { readonly fault: JsonFault } {
  const depth = depthFault(text)
  if (depth !== null) return { fault: { ...placeAt(text, depth), reason: '@document.jsonTooDeep' } }
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

/** Where a text goes deeper than any JSON here may; null: nowhere. */
function depthFault(text: string): number | null {
  let depth = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (quoted && sign === '\\') at += 1
    else if (sign === '"') quoted = !quoted
    else if (quoted) continue
    else if (sign === '{' || sign === '[') depth += 1
    else if (sign === '}' || sign === ']') depth -= 1
    if (depth > DEEPEST_JSON) return at
  }
  return null
}
