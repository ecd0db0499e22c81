import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { catalogue } from '@widgets/definitions'
import { describe, expect, it } from 'vitest'
import { collectMessages, createTranslator, LANGUAGES } from '../text'
import { type CallContract, Project } from './index'
import { codeOf, sentenceOf } from './problem'
import { PROBLEM_CODES } from './report'

/** One edit of the sound project under `base/`, and what has to be said of it. */
interface WrongDocument {
  readonly name: string
  /** Below `base/`; `put` alone makes a file of its own. */
  readonly file: string
  /** Text that stands once in the file, and what stands in its place; `¦` marks where the finding has to point. */
  readonly find?: string
  readonly put: string
  readonly code: string
  readonly pointer: string
  readonly nearest?: string
}

const fixtures = fileURLToPath(new URL('../../tests/fixtures/wrong-documents/', import.meta.url))
const folder = `${fixtures}base/`
const base = new Map(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .map((file) => [file.replaceAll('\\', '/'), readFileSync(folder + file, 'utf8')]),
)

const text = { type: 'string' }
const number = { type: 'number' }
const kind = { type: 'object', properties: { id: text, name: text } }
const item = {
  type: 'object',
  properties: {
    id: text,
    name: text,
    count: { type: 'integer' },
    state: { type: 'integer', enum: [0, 1] },
    price: { anyOf: [number, { type: 'null' }] },
    kind: { $ref: 'Kind' },
  },
  $defs: { Kind: kind },
}
const listOf = (items: object) => ({ type: 'object', properties: { list: { type: 'array', items } } })
const NOTHING = {}
const body = { name: { type: 'string', maxLength: 50 }, count: { type: 'integer', minimum: 0 } }
const READS = { isRead: true, takesFile: false, answersBytes: false }
const WRITES = { ...READS, isRead: false }
const contract = (
  inAddress: object,
  inBody: object,
  required: readonly string[],
  answer: object,
  does: Pick<CallContract, 'isRead' | 'takesFile' | 'answersBytes'> = READS,
): CallContract => ({ inAddress, inBody, required, isOpen: false, answer, ...does }) as CallContract

const calls = new Map([
  ['kind.list', contract({ keyword: text }, {}, [], listOf(kind))],
  [
    'item.list',
    contract({ kindId: text, state: { type: 'integer', enum: [0, 1] }, keyword: text }, {}, [], listOf(item)),
  ],
  ['item.info', contract({ id: text }, {}, ['id'], item)],
  ['item.create', contract({}, body, ['name'], { type: 'object', properties: { id: text } }, WRITES)],
  ['item.update', contract({ id: text }, body, ['id', 'name'], NOTHING, WRITES)],
  ['item.delete', contract({ id: text }, {}, ['id'], NOTHING, WRITES)],
  ['item.drop', contract({}, { ids: { type: 'array', items: text } }, ['ids'], NOTHING, WRITES)],
  ['item.file', contract({ id: text }, {}, ['id'], {}, { ...READS, answersBytes: true })],
  ['item.take', contract({}, {}, [], NOTHING, { ...WRITES, takesFile: true })],
  ['item.sheet', contract({}, {}, [], { type: 'object', properties: { url: text, name: text } })],
  ['item.verify', contract({ progressId: text }, {}, [], NOTHING)],
])
const resources = {
  item: {
    title: '@items.title',
    dialog: { add: '@items.title', edit: '@items.edit' },
    key: 'id',
    name: 'name',
    tag: 'items',
    right: 'items',
    calls: {
      list: 'item.list',
      read: 'item.info',
      create: 'item.create',
      update: 'item.update',
      delete: 'item.delete',
    },
    acts: { release: { call: 'item.update', accepts: ['id'] } },
    accepts: { create: ['name', 'count'], update: ['name', 'count'] },
    titles: { name: '@items.name', count: '@items.count' },
    rules: {},
    reserved: [],
  },
}
const user = { type: 'object', properties: { userId: text, userName: text } } as const
const registries = { catalogue, calls, resources, user }
/** No code names anything. */
const NO_CODE = { usesText: () => false, usesFile: () => false }

const messages = collectMessages(
  Object.fromEntries(
    [
      ...['document', 'expression', 'form', 'list'].map((area) => `schemas/locales/${area}.json`),
      `${folder}locales/items.json`,
    ].map((file) => [
      basename(file, '.json'),
      JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>,
    ]),
  ),
)

/** The project with the edit, and the place of the mark as line and column. */
function edited({ file, find, put }: WrongDocument) {
  const before = base.get(file) ?? ''
  if (find !== undefined) expect(before.split(find).length, `“${find}” stands once in ${file}`).toBe(2)
  const marked = find === undefined ? put : before.replace(find, () => put)
  const lines = marked.slice(0, marked.indexOf('¦')).split('\n')
  expect(marked, 'the place is marked').toContain('¦')
  const project = new Project(new Map([...base, [file, marked.replace('¦', '')]]), registries)
  return { project, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}

describe('the sound project', () => {
  it('has nothing wrong', () => {
    expect(new Project(base, registries).problems(NO_CODE)).toEqual([])
  })
})

/** One file a subject. */
const wrong: readonly WrongDocument[] = readdirSync(`${fixtures}cases`).flatMap(
  (file) => JSON.parse(readFileSync(`${fixtures}cases/${file}`, 'utf8')) as WrongDocument[],
)

describe('a wrong document', () => {
  it.each(wrong.map((one) => [one.name, one] as const))('%s', (_name, one) => {
    const { project, line, column } = edited(one)
    const problems = project.problems(NO_CODE)
    const { file, code, pointer, nearest } = one
    const found = problems.map((problem) => ({
      file: problem.file,
      line: problem.line,
      column: problem.column,
      pointer: problem.pointer,
      code: codeOf(problem),
      nearest: problem.nearest,
    }))
    expect(found).toContainEqual({ file, line, column, pointer, code, nearest })
    for (const problem of problems)
      for (const language of LANGUAGES) {
        const sentence = sentenceOf(problem, createTranslator(language, messages).text)
        expect(sentence).not.toMatch(/@[a-z]+\.|\{\w+\}|undefined/)
        expect(sentence).not.toBe('')
      }
  })

  it('is told at the same place where its file is one line', () => {
    for (const one of wrong.filter(({ code }) => code !== 'json' && code !== 'duplicateKey')) {
      const { file, find, put } = one
      const before = base.get(file) ?? ''
      const text = (find === undefined ? put : before.replace(find, () => put)).replace('¦', '')
      if (text.trim() === '') continue
      const minified = JSON.stringify(JSON.parse(text))
      const places = (written: string) =>
        new Project(new Map([...base, [file, written]]), registries)
          .problemsOf(file)
          .map(({ line, column, pointer, message }) => {
            const lines = written.split('\n').slice(line - 1)
            return [
              pointer,
              message,
              lines
                .join('\n')
                .slice(column - 1)
                .replace(/\s/g, '')
                .slice(0, 6),
            ]
          })
      expect(places(minified).sort(), one.name).toEqual(places(text).sort())
    }
  })

  it('is here at least 120 times, in no two ways alike', () => {
    expect(new Set(wrong.map(({ name }) => name)).size).toBe(wrong.length)
    expect(wrong.length).toBeGreaterThanOrEqual(120)
  })

  it('that is not there is named with the nearest that is', () => {
    expect(new Project(base, registries).problemsOf('forms/itm.form.json')).toMatchObject([
      { message: '@document.noSuchFile', line: 1, column: 1, nearest: 'forms/item.form.json' },
    ])
  })

  it('is here for each code that the check can give', () => {
    const codes = new Set([...wrong.map(({ code }) => code), 'noSuchFile'])
    expect(PROBLEM_CODES.filter((code) => !codes.has(code))).toEqual([])
  })
})
