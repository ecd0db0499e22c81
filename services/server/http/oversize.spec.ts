import { type TSchema, Type } from 'typebox'
import { expect, it } from 'vitest'
import { ApiError } from './errors'
import { oversize } from './oversize'
import { compileInput, MOST_FAULTS } from './validate'

const faults = (schema: TSchema, value: unknown, most = 50) =>
  oversize(schema as never, value, most).errors.map(
    ({ keyword, instancePath, params }) => `${instancePath} ${keyword} ${params['limit']}`,
  )

it.each<[string, TSchema, unknown, readonly string[]]>([
  ['a text', Type.String({ maxLength: 2 }), 'abc', [' maxLength 2']],
  ['a text of wide characters that fits', Type.String({ maxLength: 2 }), '😀😀', []],
  ['a list', Type.Array(Type.Integer(), { maxItems: 1 }), [1, 2], [' maxItems 1']],
  [
    'a record',
    Type.Record(Type.String(), Type.Integer(), { maxProperties: 1 }),
    { a: 1, b: 2 },
    [' maxProperties 1'],
  ],
  ['any value', Type.Unknown({ maxBytes: 6 }), [1, 2, 3], [' maxBytes 6']],
  ['any value that fits', Type.Unknown({ maxBytes: 7 }), [1, 2, 3], []],
  [
    'members of members',
    Type.Object({ 'a/b': Type.Array(Type.Object({ c: Type.String({ maxLength: 1 }) }), { maxItems: 5 }) }),
    { 'a/b': [{ c: 'x' }, { c: 'xx' }] },
    ['/a~1b/1/c maxLength 1'],
  ],
  [
    'what fits one schema of a union',
    Type.Union([Type.String({ maxLength: 1 }), Type.Array(Type.Integer(), { maxItems: 3 })]),
    [1, 2, 3],
    [],
  ],
  [
    'what fits none',
    Type.Union([Type.String({ maxLength: 3 }), Type.String({ maxLength: 5 })]),
    'abcdef',
    [' maxLength 5'],
  ],
  ['what may be null', Type.Union([Type.String({ maxLength: 3 }), Type.Null()]), null, []],
  [
    'values of another type, which are not its business',
    Type.Array(Type.Integer(), { maxItems: 1 }),
    'text',
    [],
  ],
])('judges the size of %s', (_, schema, value, expected) => {
  expect(faults(schema, value)).toEqual(expected)
})

it('looks at no item of a list that is too long', () => {
  const looked: string[] = []
  const items = new Proxy(
    Array.from({ length: 100_000 }, () => 1),
    {
      get: (list, name) => {
        looked.push(String(name))
        return Reflect.get(list, name)
      },
    },
  )
  expect(faults(Type.Array(Type.String({ maxLength: 5 }), { maxItems: 10_000 }), items)).toEqual([
    ' maxItems 10000',
  ])
  expect(looked).not.toContain('0')
  expect(looked.length).toBeLessThan(10)
})

const call = (body: TSchema) =>
  ({ name: 'test', method: 'POST', path: '/', summary: '', body, response: Type.Any() }) as const
const translate = (text: unknown) => String(text)

function refusalOf(body: TSchema, value: unknown): ApiError {
  try {
    compileInput(call(body))({ params: {}, query: {}, body: value }, translate)
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  throw new Error('was taken')
}

const Ids = Type.Object({ ids: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 10_000 }) })

it('refuses a hundred thousand wrong items in one sentence, that there are too many', () => {
  const { errors } = refusalOf(Ids, { ids: Array.from({ length: 100_000 }, (_, at) => at) })
  expect(errors).toEqual([{ path: 'ids', message: '@server.input_maxItems' }])
})

it('names at most fifty faults of an input, and of a large one the first', () => {
  const wrong = (count: number) => ({ ids: Array.from({ length: count }, (_, at) => at) })
  expect(refusalOf(Ids, wrong(1_000)).errors).toHaveLength(MOST_FAULTS)
  expect(refusalOf(Ids, wrong(10_000)).errors).toEqual([{ path: 'ids.0', message: '@server.input_type' }])
  expect(refusalOf(Ids, wrong(3)).errors?.map(({ path }) => path)).toEqual(['ids.0', 'ids.1', 'ids.2'])
})

it('says of a member that is too large what its schema says of it, or the union around it', () => {
  const own = Type.String({ maxLength: 1, messages: { maxLength: 'own' } })
  const union = Type.Union([Type.String({ maxLength: 1 }), Type.Null()], { messages: { other: 'union' } })
  expect(refusalOf(Type.Object({ a: own, b: union }), { a: 'xx', b: 'xx' }).errors).toEqual([
    { path: 'a', message: 'own' },
    { path: 'b', message: 'union' },
  ])
})
