// biome-ignore-all lint/suspicious/noThenProperty: `then` is a word of the language; nothing here is awaited.
import { readFileSync } from 'node:fs'
import { catalogue } from '@widgets/definitions'
import { describe, expect, it } from 'vitest'
import { collectMessages, createTranslator, LANGUAGES } from '../text'
import { type CheckEnvironment, checkDocument, nearestOf, sentenceOf } from './index'

const environment: CheckEnvironment = {
  catalogue,
  resources: {},
  callNames: ['dictionaryData.list', 'dictionaryData.update', 'dictionaryData.create'],
  exists: (file) => file === 'lists/item.list.json',
  files: ['lists/item.list.json', 'forms/item.form.json'],
  localeKeys: new Map(['dictionary.title', 'common.add'].map((key) => [key, []])),
}

const page = (change: object = {}) => ({
  title: '@dictionary.title',
  state: { category: null },
  data: {
    items: {
      call: 'dictionaryData.list',
      with: { id: '${page.category.id}' },
      when: 'page.category != null',
    },
  },
  body: { node: 'list', ref: 'item.list.json', source: 'items' },
  dialogs: { item: { title: '@common.add', form: 'item.form.json' } },
  ...change,
})

const text = (content: unknown) => JSON.stringify(content, null, 2)
const problemsOf = (content: unknown, file = 'pages/a.page.json') =>
  checkDocument(file, text(content), {
    ...environment,
    exists: (name) => environment.files?.includes(name) ?? false,
  }).problems

describe('a sound document', () => {
  it('keeps its content', () => {
    const loaded = checkDocument('pages/a.page.json', text(page()), { ...environment, exists: () => true })
    expect(loaded).toMatchObject({ problems: [], content: page() })
  })

  it('changes its version with its text', () => {
    const versions = [page(), page({ title: '标题' })].map(
      (content) => checkDocument('pages/a.page.json', text(content), environment).version,
    )
    expect(new Set(versions).size).toBe(2)
  })
})

describe('a broken document', () => {
  it('names file, line, column and reason of what is no JSON', () => {
    const { content, problems } = checkDocument(
      'pages/a.page.json',
      '{\n  "title": "a",\n  "body" 1\n}',
      environment,
    )
    expect(content).toBeNull()
    expect(problems[0]).toMatchObject({ file: 'pages/a.page.json', line: 3, message: '@document.json' })
  })

  const cases: readonly [string, object, object][] = [
    [
      'an unknown key',
      page({ bdoy: 1 }),
      { message: '@document.unknownKey', pointer: '/bdoy', nearest: 'body' },
    ],
    [
      'an unknown node',
      page({ body: { node: 'lst', source: 'items' } }),
      { message: '@document.unknownNode', pointer: '/body/node', nearest: 'list' },
    ],
    [
      'a form of neither a document nor a schema',
      page({ body: { node: 'form' } }),
      { message: '@document.missingKey', pointer: '/body' },
    ],
    [
      'a form of both a document and a schema',
      page({ body: { node: 'form', ref: 'item.form.json', schema: { type: 'object' } } }),
      { message: '@document.unknownKey', pointer: '/body/schema' },
    ],
    [
      'a schema whose reference leads nowhere',
      page({ body: { node: 'form', schema: { $ref: '#/$defs/gone' } } }),
      { message: '@document.value', pointer: '/body/schema' },
    ],
    [
      'a title of a schema that no locale has',
      page({ body: { node: 'form', schema: { properties: { a: { title: '@common.gone' } } } } }),
      { message: '@document.missingText', pointer: '/body/schema/properties/a/title' },
    ],
    [
      'a misspelt key that says what a node is',
      page({ body: { nodde: 'list', source: 'items' } }),
      { message: '@document.unknownKey', pointer: '/body/nodde', nearest: 'node' },
    ],
    [
      'a missing key',
      page({ body: { node: 'list', source: 'items' } }),
      { message: '@document.missingKey', pointer: '/body', params: { key: 'ref | columns' } },
    ],
    [
      'an unknown call',
      page({ data: { items: { call: 'dictionaryData.lst' } } }),
      { message: '@document.unknownCall', pointer: '/data/items/call', nearest: 'dictionaryData.list' },
    ],
    [
      'an unknown call inside an expression',
      page({ onOpen: { call: "${page.category ? 'dictionaryData.updat' : 'dictionaryData.create'}" } }),
      { message: '@document.unknownCall', nearest: 'dictionaryData.update' },
    ],
    [
      'an unknown verb',
      page({ onOpen: [{ relod: 'items' }] }),
      { message: '@document.unknownVerb', pointer: '/onOpen/0', nearest: 'reload' },
    ],
    [
      'an unknown source in a nested action',
      page({ onOpen: { if: 'page.category == null', then: [{ reload: 'itmes' }] } }),
      { message: '@document.unknownSource', pointer: '/onOpen/then/0/reload', nearest: 'items' },
    ],
    [
      'an unknown dialog',
      page({ onOpen: { open: 'itm' } }),
      { message: '@document.unknownDialog', pointer: '/onOpen/open', nearest: 'item' },
    ],
    [
      'an unknown state in an expression',
      page({ onOpen: { stop: true, when: 'page.categry == null' } }),
      { message: '@document.unknownState', params: { name: 'categry' }, nearest: 'category' },
    ],
    [
      'an unknown name in a template',
      page({ title: '${pge.category}' }),
      { message: '@document.unknownName', pointer: '/title', nearest: 'page' },
    ],
    [
      'a missing file',
      page({ body: { node: 'list', ref: 'itm.list.json', source: 'items' } }),
      { message: '@document.missingFile', pointer: '/body/ref', nearest: 'lists/item.list.json' },
    ],
    [
      'a missing text',
      page({ title: '@dictionary.titel' }),
      { message: '@document.missingText', pointer: '/title', nearest: 'dictionary.title' },
    ],
    [
      'a wrong choice',
      page({ onOpen: { toast: 'sucess', text: 'a' } }),
      { message: '@document.value', pointer: '/onOpen/toast', nearest: 'success' },
    ],
    [
      'a wrong type',
      page({ dialogs: { item: { title: 'a', width: '600' } } }),
      { message: '@document.type', pointer: '/dialogs/item/width' },
    ],
  ]
  it.each(cases)('points at %s', (_name, content, expected) => {
    expect(problemsOf(content)).toMatchObject([expected])
  })

  it('points into an expression', () => {
    const content = text(page({ onOpen: { stop: true, when: 'page.category ==' } }))
    const [problem] = checkDocument('pages/a.page.json', content, {
      ...environment,
      exists: () => true,
    }).problems
    const line = content.split('\n')[(problem?.line ?? 0) - 1] ?? ''
    expect(problem?.message).toBe('@document.expression')
    expect(line).toContain('page.category ==')
    expect(problem?.column).toBeGreaterThan(line.indexOf('"page.category'))
  })

  it('points at widgets, settings and names of a form', () => {
    const fields = [
      { widget: 'inpt', name: 'a' },
      { widget: 'input', name: 'b', requird: true },
      { widget: 'input', label: 'c' },
      { widget: 'input', name: 'b' },
      { widget: 'select', name: 'd', options: { call: 'dictionaryData.lst' } },
    ]
    expect(problemsOf({ fields }, 'forms/a.form.json')).toMatchObject([
      { message: '@document.unknownWidget', pointer: '/fields/0/widget', nearest: 'input' },
      { message: '@document.unknownKey', pointer: '/fields/1/requird', nearest: 'required' },
      { message: '@document.missingKey', pointer: '/fields/2', params: { key: 'name' } },
      { message: '@document.duplicateName', pointer: '/fields/3/name' },
      { message: '@document.unknownCall', pointer: '/fields/4/options/call', nearest: 'dictionaryData.list' },
    ])
  })

  it('points at a rule that forms do not share', () => {
    const patterns = [{ rule: 'mobile' }, { rule: 'digits', message: '只要数字' }, { rule: 'mobil' }]
    expect(
      problemsOf({ fields: [{ widget: 'input', name: 'a', patterns }] }, 'forms/a.form.json'),
    ).toMatchObject([{ pointer: '/fields/0/patterns/2/rule', nearest: 'mobile' }])
  })
})

describe('a button in a form', () => {
  const steps = (steps: object[]) =>
    problemsOf({ fields: [{ widget: 'button', do: steps }] }, 'forms/a.form.json')

  it('has steps of the action language, checked like a page’s', () => {
    expect(steps([{ call: 'dictionaryData.list' }, { toast: 'success', text: '${result.msg}' }])).toEqual([])
    expect(steps([{ cal: 'x' }, { call: 'dictionaryData.lst' }])).toMatchObject([
      { message: '@document.unknownVerb', pointer: '/fields/0/do/0', nearest: 'call' },
      { message: '@document.unknownCall', pointer: '/fields/0/do/1/call', nearest: 'dictionaryData.list' },
    ])
  })
})

describe('the nearest choice', () => {
  it.each([
    ['itmes', 'items'],
    ['ITEMS', 'items'],
    ['splt', 'split'],
    ['xyz', undefined],
  ])('of %s is %s', (written, nearest) => {
    expect(nearestOf(written, ['items', 'split', 'tree'])).toBe(nearest)
  })

  it('finds what only compiling finds, at its line: formulas that read each other', () => {
    const fields = ['a', 'b'].map((name) => ({
      widget: 'number-input',
      name,
      formula: `${name === 'a' ? 'b' : 'a'} + 1`,
    }))
    const [problem] = problemsOf({ fields }, 'forms/item.form.json')
    expect(problem?.line).toBeGreaterThan(2)
    expect(problem?.pointer).toMatch(/^\/fields\/[01]/)
  })

  it('says its reason in words of three languages, never as a key', () => {
    const messages = collectMessages(
      Object.fromEntries(
        ['document', 'expression', 'form'].map((area) => [
          area,
          JSON.parse(readFileSync(`schemas/locales/${area}.json`, 'utf8')) as Record<string, unknown>,
        ]),
      ),
    )
    const broken = checkDocument('pages/a.page.json', '{ "title": "a", "body" 1 }', environment).problems
    const wrong = problemsOf(page({ body: { node: 'text', text: 'a', visible: 'page.category ==' } }))
    for (const language of LANGUAGES)
      for (const problem of [...broken, ...wrong])
        expect(sentenceOf(problem, createTranslator(language, messages).text)).not.toMatch(
          /@|CommaExpected|ColonExpected/,
        )
    expect(sentenceOf(broken[0] as never, createTranslator('zh', messages).text)).toContain('冒号')
  })
})
