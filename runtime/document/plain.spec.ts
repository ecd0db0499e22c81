import { describe, expect, it } from 'vitest'
import { plainContent } from './plain'

describe('a text of JSON that is read without places', () => {
  it.each([
    '{"a":1,"b":[{"c":"x:y"},{"c" : "y: "}]}',
    '{"a\\"b":"\\\\","c":{"d":null}}',
    '[]',
    '"a: b"',
    '{"__proto__": {"a": 1}}',
  ])('says what it says: %s', (text) => {
    expect(plainContent(text)).toEqual(JSON.parse(text))
  })

  it.each(['{"a":1,"a":2}', '{"a":{"b":1,"b":1}}', '[{"a\\"":1,"a\\"":1}]', '{"a":1,}', '{"a":1} // x', ''])(
    'says nothing where there is something to tell: %s',
    (text) => {
      expect(plainContent(text)).toBeUndefined()
    },
  )

  it.each(['{"a":":"}', '{"a":"b\\":"}', '{"a":":","a":1}'])(
    'leaves to the long way what looks like a key: %s',
    (text) => {
      expect(plainContent(text)).toBeUndefined()
    },
  )
})
