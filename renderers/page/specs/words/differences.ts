import { examples, type NodeExample } from '@runtime/page/examples'
import { nodes } from '@runtime/page/nodes'
import type { JsonSchema } from '@runtime/schema/json-schema'
import { wordPaths } from '@tests/fixtures/word-paths'
import { afterAll, describe, expect, it } from 'vitest'
import { content } from './content-pairs'
import { data } from './data-pairs'
import { close, seenOf } from './drawn'
import { layout } from './layout-pairs'
import { list } from './list-pairs'
import { type Pairs, pair } from './pair'

const visible = pair({}, { visible: 'false' })
const pairs: Readonly<Record<string, Pairs>> = Object.fromEntries(
  Object.entries({ ...layout, ...list, ...data, ...content }).map(([node, words]) => [
    node,
    { visible, ...words },
  ]),
)
/** Written out before anything is drawn (`runtime/document/every-word.spec.ts`, of slots `expand/fragments.spec.ts`); `left-columns.browser.spec` draws priorities at their widths. */
const EXPANDED: Readonly<Record<string, readonly string[]>> = {
  slot: ['name'],
  list: ['resource', 'columns[].priority'],
  tree: ['resource'],
  table: ['resource'],
}

/** Every word of every node has a pair of documents that differ in it alone; of the nodes that are tried each is drawn differently. */
export function wordsAreDrawn(isTried: (node: string) => boolean): void {
  afterAll(close)

  describe.each([...nodes])('the words of %s', (name, { schema }) => {
    const words = wordPaths(schema as JsonSchema).filter(
      (word) => word !== 'node' && !EXPANDED[name]?.includes(word),
    )
    const example: NodeExample = examples[name as keyof typeof examples] ?? { body: { node: name } }
    const seen = new Map<string, string>()

    it('have a pair each, and nothing else has', () => {
      expect(Object.keys(pairs[name] ?? {}).sort()).toEqual([...words].sort())
    })

    if (!isTried(name)) return

    it('draw the same twice, once all is there that they need', async () => {
      const isSteady = async () => {
        const once = await seenOf(example, {})
        return once === (await seenOf(example, {}))
      }
      await expect.poll(isSteady).toBe(true)
    })

    it.each(Object.entries(pairs[name] ?? {}))('%s', async (_word, { without, written, act, width }) => {
      const key = JSON.stringify([without, width])
      const before = (act ? undefined : seen.get(key)) ?? (await seenOf(example, without, act, width))
      if (!act) seen.set(key, before)
      expect(await seenOf(example, written, act, width)).not.toBe(before)
    })
  })
}
