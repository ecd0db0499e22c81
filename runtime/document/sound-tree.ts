import type { Node } from 'jsonc-parser'
import { type MadeNode, newNode } from './node'

/**
 * The nodes of a text of JSON, as `parseTree` of jsonc-parser gives them and several times faster; undefined for what is no
 * JSON, of which only that parser knows what is wrong.
 */
export function soundTree(text: string): Node | undefined {
  try {
    // Of a text that is known to be sound nothing has to be looked at but where its parts end.
    JSON.parse(text)
  } catch {
    return undefined
  }
  return new Reader(text).root()
}

const [QUOTE, BACKSLASH] = ['"'.charCodeAt(0), '\\'.charCodeAt(0)]
const [OBJECT, OBJECT_END] = ['{'.charCodeAt(0), '}'.charCodeAt(0)]
const [ARRAY, ARRAY_END] = ['['.charCodeAt(0), ']'.charCodeAt(0)]
const [TRUE, FALSE, NULL] = ['t'.charCodeAt(0), 'f'.charCodeAt(0), 'n'.charCodeAt(0)]
const COMMA = ','.charCodeAt(0)
/** The last of the characters that may stand between the parts: a space, and before it tabs and ends of lines. */
const SPACE = ' '.charCodeAt(0)

/** Reads a text that is sound JSON. */
class Reader {
  private readonly text: string
  private at = 0
  /** Parts of what is being read; taken from here in one piece they take no more memory than they need. */
  private readonly parts: Node[] = []
  private count = 0

  constructor(text: string) {
    this.text = text
  }

  root(): Node {
    return this.value(undefined)
  }

  /** The next character that is not between the parts. */
  private next(): number {
    const { text } = this
    let { at } = this
    let code = text.charCodeAt(at)
    while (code <= SPACE) code = text.charCodeAt(++at)
    this.at = at
    return code
  }

  private value(parent: Node | undefined): Node {
    const code = this.next()
    if (code === QUOTE) return this.string(parent)
    if (code === OBJECT) return this.object(parent)
    if (code === ARRAY) return this.array(parent)
    if (code === TRUE) return this.literal('boolean', true, 4, parent)
    if (code === FALSE) return this.literal('boolean', false, 5, parent)
    if (code === NULL) return this.literal('null', null, 4, parent)
    return this.number(parent)
  }

  private object(parent: Node | undefined): Node {
    const object = newNode('object', undefined, this.at++, -1, parent, undefined)
    const first = this.count
    if (this.next() === OBJECT_END) return this.ended(object, first)
    for (;;) {
      // Nothing else can follow.
      const offset = this.text.indexOf('"', this.at)
      this.at = offset
      const property = newNode('property', undefined, offset, -1, object, undefined)
      const key = this.string(property)
      this.at = this.text.indexOf(':', this.at) + 1
      const value = this.value(property)
      property.children = [key, value]
      property.length = this.at - offset
      this.parts[this.count++] = property
      if (this.next() !== COMMA) return this.ended(object, first)
    }
  }

  private array(parent: Node | undefined): Node {
    const array = newNode('array', undefined, this.at++, -1, parent, undefined)
    const first = this.count
    if (this.next() === ARRAY_END) return this.ended(array, first)
    for (;;) {
      const item = this.value(array)
      this.parts[this.count++] = item
      if (this.next() !== COMMA) return this.ended(array, first)
      this.at++
    }
  }

  private ended(node: MadeNode, first: number): Node {
    this.at++
    node.children = this.parts.slice(first, this.count)
    this.count = first
    node.length = this.at - node.offset
    return node
  }

  private string(parent: Node | undefined): Node {
    const { text, at } = this
    let end = text.indexOf('"', at + 1)
    while (text.charCodeAt(end - 1) === BACKSLASH && isEscaped(text, end)) end = text.indexOf('"', end + 1)
    const inside = text.slice(at + 1, end)
    const value = inside.includes('\\') ? JSON.parse(text.slice(at, end + 1)) : inside
    this.at = end + 1
    return newNode('string', value, at, end + 1 - at, parent, undefined)
  }

  private number(parent: Node | undefined): Node {
    const { text, at } = this
    NUMBER.lastIndex = at
    NUMBER.test(text)
    const end = NUMBER.lastIndex
    this.at = end
    return newNode('number', Number(text.slice(at, end)), at, end - at, parent, undefined)
  }

  private literal(type: 'boolean' | 'null', value: unknown, length: number, parent: Node | undefined): Node {
    const { at } = this
    this.at = at + length
    return newNode(type, value, at, length, parent, undefined)
  }
}

const NUMBER = /[-+.\deE]+/y

/** Whether an odd number of backslashes stands before a quote. */
function isEscaped(text: string, quote: number): boolean {
  let first = quote
  while (text.charCodeAt(first - 1) === BACKSLASH) first--
  return (quote - first) % 2 === 1
}
