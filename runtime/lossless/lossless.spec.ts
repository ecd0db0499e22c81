import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { type Node, parseTree } from 'jsonc-parser'
import { describe, expect, it } from 'vitest'
import { anyJsonText } from '../../tests/fixtures/json-texts'
import { MODEL_NESTING } from '../limits'
import {
  isRepeated,
  keysOf,
  type LosslessText,
  printLossless,
  printText,
  readLossless,
  spellingOf,
  withMember,
  withoutMember,
  withValue,
} from '.'

function read(text: string): LosslessText {
  const found = readLossless(text)
  if (found.fault) throw new Error(`${found.fault.reason} at ${found.fault.offset} of ${text}`)
  return found
}

const RUNS = { numRuns: 2000 }

describe('a lossless text', () => {
  it('is printed as it was read, and its value is what JSON says', () => {
    fc.assert(
      fc.property(anyJsonText, (text) => {
        const found = read(text)
        expect(printText(found)).toBe(text)
        expect(found.value).toEqual(JSON.parse(text))
      }),
      RUNS,
    )
  })

  it('is printed as it was read, for every demo model and what it holds', () => {
    const folder = new URL('../../schemas/models/', import.meta.url)
    for (const file of readdirSync(folder)) {
      const text = readFileSync(new URL(file, folder), 'utf8')
      expect(printText(read(text))).toBe(text)
      const compact = JSON.stringify(JSON.parse(text))
      expect(printText(read(compact))).toBe(compact)
    }
  })

  it('keeps every byte but those of the value that is replaced', () => {
    fc.assert(
      fc.property(anyJsonText, fc.nat(), (text, pick) => {
        const places = valuesIn(parseTree(text) as Node)
        const place = places[pick % Math.max(1, places.length)]
        if (!place) return
        const found = read(text)
        const value = replaced(found.value, place.path, 'neu')
        expect(printText({ before: found.before, after: found.after, value })).toBe(
          `${text.slice(0, place.offset)}"neu"${text.slice(place.offset + place.length)}`,
        )
      }),
      RUNS,
    )
  })

  it('has its bytes again when what was taken away is put back, and when what was added is taken away', () => {
    fc.assert(
      fc.property(anyJsonText, fc.nat(), (text, pick) => {
        const { value } = read(text)
        if (typeof value !== 'object' || value === null) return
        const before = printLossless(value)
        const keys = keysOf(value)
        const added = Array.isArray(value) ? pick % (keys.length + 1) : 'a key that is new'
        expect(printLossless(withoutMember(withMember(value, added, [1]), added))).toBe(before)
        const key = keys[pick % Math.max(1, keys.length)]
        if (key === undefined || isRepeated(value, key)) return
        const { at, spelling } = spellingOf(value, key)
        const without = withoutMember(value, key)
        // What a command carries comes back from text as it went.
        const carried = read(printLossless({ value: (value as never)[key], ...spelling })).value as never
        const back = withMember(without, key, carried['value'], { at, ...(spelling && { spelling }) })
        expect(printLossless(back)).toBe(before)
      }),
      RUNS,
    )
  })

  it('writes a new member as its neighbours are', () => {
    const pretty = '{\n  "a": 1,\n  "b": 2\n}'
    expect(printLossless(withMember(objectOf(pretty), 'c', true))).toBe(
      '{\n  "a": 1,\n  "b": 2,\n  "c": true\n}',
    )
    expect(printLossless(withMember(objectOf('["a", "b", "c"]'), 1, 'x'))).toBe('["a", "x", "b", "c"]')
    expect(printLossless(withMember(objectOf('{}'), 'c', { d: undefined, e: 'f' }))).toBe('{"c":{"e":"f"}}')
  })

  it('keeps keys that look like integers where they stand', () => {
    const text = '{"b":1,"10":2,"2":3}'
    const next = withMember(withValue(objectOf(text), '10', 4), '1', 5, { at: 1 })
    expect(printLossless(next)).toBe('{"b":1,"1":5,"10":4,"2":3}')
  })

  it('takes __proto__ for a key like others', () => {
    const next = withValue(objectOf('{"__proto__":{"a":1},"b":2}'), 'b', 3)
    expect(Object.getPrototypeOf(next)).toBe(Object.prototype)
    expect(printLossless(next)).toBe('{"__proto__":{"a":1},"b":3}')
    expect(({} as Record<string, unknown>)['a']).toBeUndefined()
  })

  it('keeps the earlier values of a key that stands twice, and changes the one that counts', () => {
    const value = objectOf('{"a":1,"b":2,"a":3}')
    expect(value).toEqual({ a: 3, b: 2 })
    expect(printLossless(withValue(value, 'a', 4))).toBe('{"a":1,"b":2,"a":4}')
    expect(printLossless(withoutMember(value, 'b'))).toBe('{"a":3}')
    expect(printLossless(withoutMember(value, 'a'))).toBe('{"b":2}')
  })

  it('reads as many levels as a model may have, and says where a text is deeper', () => {
    const nested = (levels: number) => `${'[ '.repeat(levels)}1.0${' ]'.repeat(levels)}`
    expect(printText(read(nested(MODEL_NESTING)))).toBe(nested(MODEL_NESTING))
    expect(readLossless(nested(MODEL_NESTING + 1)).fault).toMatchObject({
      ...{ reason: '@document.jsonTooDeep', offset: 2 * MODEL_NESTING, params: { limit: MODEL_NESTING } },
    })
    expect(readLossless('{"a": }').fault).toMatchObject({ line: 1, column: 7 })
  })

  it('keeps 10 MB', () => {
    const item = '{"id": 12345678901234567890, "n": 1.0, "\\u4e2d": "\\"", "e": [ ]}'
    const text = `[${Array.from({ length: 160_000 }, () => item).join(',')}]`
    const { value } = read(text)
    expect(printLossless(value) === text).toBe(true)
    const next = replaced(value, [80_000, 'n'], 2)
    const middle = 1 + 80_000 * (item.length + 1)
    const changed = item.replace('1.0', '2')
    expect(printLossless(next) === text.slice(0, middle) + changed + text.slice(middle + item.length)).toBe(
      true,
    )
  })

  it('refuses what is not there', () => {
    const value = objectOf('{"a":[1]}')
    expect(() => withValue(value, 'toString', 1)).toThrow(RangeError)
    expect(() => withoutMember(value, 'b')).toThrow(RangeError)
    expect(() => withMember(value, 'a', 1)).toThrow(RangeError)
    expect(() => withMember(objectOf('[1]'), 3, 1)).toThrow(RangeError)
    expect(() => withValue(objectOf('[1]'), -1, 1)).toThrow(RangeError)
    expect(() => withoutMember(objectOf('[1]'), 'x')).toThrow(RangeError)
  })
})

function objectOf(text: string): object {
  return read(text).value as object
}

/** A value with another at a path, as commands do it. */
function replaced(value: unknown, [key, ...rest]: readonly (string | number)[], by: unknown): unknown {
  if (key === undefined) return by
  const holder = value as Record<string | number, unknown>
  return withValue(holder, key, replaced(holder[key], rest, by))
}

interface ValuePlace {
  readonly path: readonly (string | number)[]
  readonly offset: number
  readonly length: number
}

/** Every value of a text that counts: of keys that stand twice the last. */
function valuesIn(node: Node, path: readonly (string | number)[] = []): readonly ValuePlace[] {
  const children = node.children ?? []
  const own = { path, offset: node.offset, length: node.length }
  if (node.type === 'array')
    return [own, ...children.flatMap((child, index) => valuesIn(child, [...path, index]))]
  if (node.type !== 'object') return [own]
  const last = new Map(
    children.map((property) => [String(property.children?.[0]?.value), property.children?.[1]]),
  )
  return [own, ...[...last].flatMap(([name, child]) => (child ? valuesIn(child, [...path, name]) : []))]
}
