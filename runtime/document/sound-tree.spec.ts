import { getNodeValue, type Node, parseTree } from 'jsonc-parser'
import { describe, expect, it } from 'vitest'
import { contentOf } from './node'
import { soundTree } from './sound-tree'

/** What both parsers say of a node and of all below it. */
function plain(node: Node | undefined): unknown {
  if (!node) return undefined
  const { type, offset, length, value, parent, children } = node
  return { type, offset, length, value, around: parent?.offset, children: children?.map(plain) }
}

describe('a tree of sound JSON', () => {
  it.each([
    '{"a":1,"b":[{"c":"x:y"},{"c" : "y: "}],"b":null}',
    '{"a\\"b":"\\\\","\\u0063":{"d":"\\\\\\"","e":"\\n"}}',
    ' \r\n\t[ ] \n',
    '{ }',
    '"a: b"',
    '[-0.5e+3, 1E2 ,0, true,false , null, "", {"":{"__proto__":{"a":1}}}]',
    '{"中":"文","2":1,"1":[[],[[]]]}',
  ])('is what jsonc-parser makes of it: %s', (text) => {
    const tree = parseTree(text)
    expect(plain(soundTree(text))).toEqual(plain(tree))
    expect(contentOf(soundTree(text) as Node)).toEqual(getNodeValue(tree as Node))
  })

  it.each(['', '{', '{"a":1,}', '{"a":1} // x', '{"a":01}', '\ufeff{}', '{"a":"\n"}', '[1 2]', "{'a':1}"])(
    'is not there for what is none: %s',
    (text) => {
      expect(soundTree(text)).toBeUndefined()
    },
  )
})
