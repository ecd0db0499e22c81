import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { calls } from './calls'
import { describeResource } from './resource'
import { declaredNames, resources } from './resources'
import { resourceSkeletons } from './skeleton'

const read = (file: string) => readFileSync(new URL(`../../schemas/${file}`, import.meta.url), 'utf8')
const menu = read('menu.json')
const isText = (key: string) => {
  const [, area = '', name = ''] = /^@([\w-]+)\.([\w.-]+)$/.exec(key) ?? []
  return name in JSON.parse(read(`locales/${area}.json`))
}

/** What everybody has of their own; members are judged by the entry of the page on which they stand. */
const OWN: ReadonlySet<string> = new Set(['message', 'schedule', 'member'])

describe.each(Object.entries(resources))('%s', (name, resource) => {
  it('is judged by an entry of the menu, and its texts are there', () => {
    if (!OWN.has(name)) expect(menu).toContain(`"enCode": "${resource.right}"`)
    const sentences = Object.values(resource.rules).flatMap(({ required, longest }) => [
      ...(typeof required === 'string' ? [required] : []),
      ...(longest ? [longest.message] : []),
    ])
    const texts = [
      resource.title,
      ...Object.values(resource.dialog),
      ...Object.values(resource.titles),
      ...Object.values(resource.choices).flatMap((choices) => choices.map(({ label }) => label)),
      ...[resource.none ?? resource.title, resource.keyword ?? resource.title],
      ...sentences,
    ].filter((text) => text.startsWith('@'))
    expect(texts.filter((text) => !isText(text))).toEqual([])
  })

  it('refers to resources that are listed', () => {
    for (const { resource: name } of Object.values(resource.refers))
      expect(resources[name]?.calls['list'], name).toBeDefined()
  })

  it('acts on a record by its key', () => {
    // Of what there is once, or is a part of another record, there is no list.
    if (resource.calls['list'] === undefined) return
    const acting = Object.entries(resource.calls).filter(
      ([act]) => !['list', 'create', 'import'].includes(act),
    )
    for (const [, name] of acting)
      expect(calls[name as keyof typeof calls].path, name).toContain(`:${resource.key}`)
  })
})

it('tells what the calls accept, and a client all but the titles', () => {
  const { billRule } = resources
  expect(billRule?.accepts.create).toContain('prefix')
  expect(billRule?.titles).toMatchObject({ prefix: '@billRulePage.prefix', sortCode: '@common.sort' })
  const told = resourceSkeletons()['billRule'] ?? {}
  expect(told).toEqual(Object.fromEntries(Object.keys(told).map((key) => [key, billRule?.[key as 'name']])))
  const needed = ['title', 'files', 'dialog', 'key', 'name', 'tag', 'right', 'calls', 'accepts']
  expect(Object.keys(told).sort()).toEqual(needed.sort())
  expect(resources.dictionaryData?.rules).toMatchObject({
    fullName: {
      required: '@dictionaryPage.nameRequired',
      longest: { characters: 50, message: '@dictionaryPage.itemNameLength' },
    },
  })
  expect(resources.dictionaryData?.rules['description']).toEqual({
    type: 'text',
    maxLength: 500,
    isNullable: true,
  })
})

it('has each resource once', () => {
  expect(declaredNames.filter((name, index) => declaredNames.indexOf(name) !== index)).toEqual([])
})

it('names no call that there is not', () => {
  const words = { resource: 'x', title: '', key: 'id', name: 'id', tag: 'x', list: 'x.gone', right: 'x' }
  expect(() => describeResource(words, calls)).toThrow('x.gone')
})
