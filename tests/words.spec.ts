import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isRecord } from '@runtime/json'
import { expect, it } from 'vitest'
import { root, sources } from './imports'

/** Stand for any word, in docstrings and in examples of documents. */
const EXAMPLES = new Set([
  ...['area.key', 'common.select', 'items.kind', 'role.title'],
  ...['user.passwordsDiffer', 'user.phoneOrMail'],
])

const FOLDERS = ['renderers', 'runtime', 'services', 'widgets']

function* wordsBelow(key: string, value: unknown): Generator<string> {
  yield key
  if (!isRecord(value)) return
  for (const [name, below] of Object.entries(value)) yield* wordsBelow(`${key}.${name}`, below)
}

it('every word that the code names is one that there is', () => {
  const folder = join(root, 'schemas/locales')
  const words = new Set(
    readdirSync(folder).flatMap((file) => [
      ...wordsBelow(basename(file, '.json'), JSON.parse(readFileSync(join(folder, file), 'utf8'))),
    ]),
  )
  const named = FOLDERS.flatMap((top) => [...sources(top)]).flatMap((file) => {
    const found = readFileSync(join(root, file), 'utf8').matchAll(/(['"`])@([a-zA-Z]+(?:\.\w+)+)\1/g)
    return [...found].map(([, , word = '']) => ({ file, word }))
  })
  expect(named.length).toBeGreaterThan(3000)
  expect(named.filter(({ word }) => !words.has(word) && !EXAMPLES.has(word))).toEqual([])
})
