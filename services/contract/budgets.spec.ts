import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { answerLimitOf, bodyLimitOf, nestingOf, type SizedSchema, unboundedMembers } from './budgets'
import type { Call } from './call'
import { calls } from './calls'
import { clientFrames } from './frames'
import { ANSWER_LIMIT, JSON_NESTING, MODEL_REPORT_LIMIT, SNAPSHOT_LIMIT, WHOLE_ANSWER_LIMIT } from './limits'

const all = Object.values(calls) as readonly Call[]

/**
 * Bytes of a full list of ids with every member that may stand beside it: an id has seldom more than 36 characters, lists in
 * a list are seldom full together.
 */
function commonBytes(schema: SizedSchema, inList = false): number {
  if (schema.maxBytes !== undefined) return 36
  if (schema.anyOf) return Math.max(...schema.anyOf.map((branch) => commonBytes(branch, inList)))
  if (schema.type === 'string') return 2 + Math.min(schema.maxLength ?? 0, 36)
  if (schema.type === 'array') {
    return (inList ? 1 : (schema.maxItems ?? 0)) * (1 + commonBytes(schema.items as SizedSchema, true))
  }
  const members = Object.values(schema.properties ?? {})
  return members.reduce((sum, member) => sum + 8 + commonBytes(member, inList), 8)
}

function longestTexts(schema: SizedSchema): readonly number[] {
  const below = [schema.items ?? [], schema.anyOf ?? [], Object.values(schema.properties ?? {})].flat()
  return [schema.maxLength ?? 0, schema.maxBytes ?? 0, ...below.flatMap(longestTexts)]
}

/** Reports on whole models and the map's snapshot are larger than any list. */
function mostOf(name: string): number {
  if (name === 'fieldManagement.snapshot') return SNAPSHOT_LIMIT
  return name.startsWith('visualDevelopment.') ? MODEL_REPORT_LIMIT : WHOLE_ANSWER_LIMIT
}

describe('every call', () => {
  it.each(all.map((call) => [call.name, call] as const))(
    '%s has a maximum for whatever it is sent',
    (_, call) => {
      expect(unboundedMembers(call)).toEqual([])
    },
  )

  it('says how much it may answer: bytes, or as much as there is in pieces, where it answers no JSON', () => {
    for (const call of all) {
      const limit = answerLimitOf(call)
      if (limit === 'piecewise') expect(call.wire, call.name).toBe('binary')
      else {
        expect(limit, call.name).toBeLessThanOrEqual(mostOf(call.name))
      }
    }
    const bare = { name: 'file.bytes', wire: 'binary' } as const
    expect(() => answerLimitOf(bare)).toThrow('The call file.bytes has no maximum for its answer.')
    expect(answerLimitOf({ name: 'file.names' })).toBe(ANSWER_LIMIT)
  })

  it('takes bodies nested deeper than others only where they carry a model', () => {
    const deeper = all.filter((call) => nestingOf(call) > JSON_NESTING).map(({ name }) => name)
    expect(deeper.toSorted()).toEqual(
      ['check', 'create', 'import', 'merge', 'step', 'update'].map((act) => `visualDevelopment.${act}`),
    )
  })

  it('takes a body that its longest text and its fullest list fit into', () => {
    const json = all.filter(({ body, wire }) => body && (wire ?? 'json') === 'json')
    const needs = (call: Call, of: (body: SizedSchema) => number) => of(call.body as SizedSchema)
    const tight = (of: (body: SizedSchema) => number) =>
      json.filter((call) => needs(call, of) > bodyLimitOf(call)).map(({ name }) => name)
    expect(tight((body) => Math.max(...longestTexts(body)))).toEqual([])
    expect(tight(commonBytes)).toEqual([])
  })
})

it.each(Object.entries(clientFrames))('the frame %s has a maximum for whatever it is sent', (_, body) => {
  expect(unboundedMembers({ body })).toEqual([])
})

it('names what nothing bounds by its place in the call', () => {
  const body = Type.Object({
    text: Type.String(),
    list: Type.Array(Type.Integer()),
    texts: Type.Array(Type.String(), { maxItems: 3 }),
    'a/b': Type.Optional(Type.Union([Type.String(), Type.Null()])),
    any: Type.Unknown(),
    open: Type.Object({}),
    byName: Type.Record(Type.String(), Type.String({ maxLength: 3 })),
    rest: Type.Object({ a: Type.Integer() }, { additionalProperties: Type.String() }),
    counted: Type.Object({}, { maxProperties: 3 }),
  })
  expect(unboundedMembers({ query: Type.Object({ sort: Type.String() }), body })).toEqual([
    '/query/properties/sort',
    '/body/properties/text',
    '/body/properties/list',
    '/body/properties/texts/items',
    '/body/properties/a~1b/anyOf/0',
    '/body/properties/any',
    '/body/properties/open',
    '/body/properties/byName',
    '/body/properties/rest',
    '/body/properties/rest/additionalProperties',
    '/body/properties/counted',
  ])
})

it('finds nothing where everything is bounded', () => {
  const body = Type.Object({
    text: Type.String({ maxLength: 3 }),
    list: Type.Array(Type.Union([Type.Integer(), Type.Literal('x'), Type.Null()]), { maxItems: 3 }),
    kind: Type.Enum(['a', 'b']),
    any: Type.Unknown({ maxBytes: 100 }),
    open: Type.Object({}, { maxBytes: 100 }),
    byName: Type.Record(Type.String(), Type.String({ maxLength: 3 }), { maxProperties: 3 }),
  })
  expect(unboundedMembers({ body })).toEqual([])
})
