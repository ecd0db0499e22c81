import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { catalogue } from '@widgets/definitions'
import { describe, expect, it } from 'vitest'
import { verbs } from '../../action'
import { checkDocument } from '../../document'
import { collectMessages } from '../../text'
import { nodes } from '../nodes'
import { examplePage, examples, type NodeExample, variants } from '.'
import { verbExamples, verbPage } from './verbs'

const folder = 'schemas/locales/'
const messages = collectMessages(
  Object.fromEntries(
    readdirSync(folder).map((file) => [
      basename(file, '.json'),
      JSON.parse(readFileSync(folder + file, 'utf8')) as Record<string, unknown>,
    ]),
  ),
)

describe('the examples of nodes', () => {
  it('are there for each, and each can be found', () => {
    const shown = [...nodes.keys()].filter((name) => name !== 'gallery')
    expect(Object.keys(examples).sort()).toEqual(shown.sort())
  })

  const all: readonly (readonly [string, NodeExample])[] = [
    ...Object.entries<NodeExample>(examples),
    ...Object.entries(variants).flatMap(([name, some]) =>
      some.map(({ example }) => [name, example] as const),
    ),
  ]
  it.each(all)('%s is sound, and says nothing that is a default', (name, example) => {
    const { answers = {}, files = {}, body } = example
    const environment = {
      catalogue,
      resources: {},
      callNames: Object.keys(answers),
      exists: (file: string) => Object.hasOwn(files, file),
      localeKeys: new Map([...messages.keys()].map((key) => [key, []])),
    }
    const page = examplePage(example, name)
    expect(checkDocument(`pages/${name}.page.json`, JSON.stringify(page), environment).problems).toEqual([])
    for (const [file, content] of Object.entries(files))
      expect(checkDocument(file, JSON.stringify(content), environment).problems).toEqual([])
    expect(body).toMatchObject({ node: name })
    const { defaults = {} } = nodes.get(name) ?? {}
    for (const [word, value] of Object.entries(body))
      expect(JSON.stringify(value), word).not.toBe(JSON.stringify(defaults[word]))
  })
})

describe('the examples of verbs', () => {
  it('are there for each, and each holds its verb', () => {
    expect(Object.keys(verbExamples).sort()).toEqual([...verbs.keys()].sort())
    for (const [name, example] of Object.entries(verbExamples))
      expect(JSON.stringify(verbPage(example)), name).toContain(`"${name}":`)
  })

  it.each(Object.entries(verbExamples))('%s is sound', (name, example) => {
    const page = verbPage(example)
    const { answers = {} } = page
    const environment = {
      catalogue,
      callNames: [...Object.keys(answers), 'example.missing', 'example.export', 'dictionaryData.update'],
      exists: () => false,
      localeKeys: new Map([...messages.keys()].map((key) => [key, []])),
    }
    const { problems } = checkDocument(`pages/${name}.page.json`, JSON.stringify(examplePage(page, name)), {
      ...environment,
      resources: {},
    })
    // What it is about in a page of its own is not there: the row, the selection, the resource.
    expect(example.isRead ? [] : problems).toEqual([])
  })
})
