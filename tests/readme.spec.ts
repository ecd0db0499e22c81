import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ListSchema } from '@runtime/list/document'
import { expect, it } from 'vitest'

const readme = readFileSync(join(import.meta.dirname, '../schemas/README.md'), 'utf8')

it('schemas/README.md has every word of a list, and none that there is not', () => {
  const section = readme.split(/^## /m).find((part) => part.startsWith('A list\n')) ?? ''
  const words = Object.keys(ListSchema.properties).filter((word) => word !== '$schema')
  const [before = ''] = section.split('|')
  const rows = section.split('\n').filter((line) => line.startsWith('| `'))
  const first = rows.map((row) => row.split('|')[1] ?? '')
  const named = [before, ...first].flatMap((text) => [...text.matchAll(/`(\w+)`/g)].map(([, word]) => word))
  expect([...new Set(named)].toSorted()).toEqual(words.toSorted())
})
