import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { type Call, defineCall, toWire } from './call'
import { emptyMembersOf, type Members, withoutEmpty } from './empty'
import { Nullable } from './fields'

const row = Type.Object({
  amount: Type.Optional(Type.Number()),
  note: Type.Optional(Type.String()),
  unit: Nullable(Type.Integer()),
})
const body = Type.Object({
  gender: Type.Optional(Type.Integer()),
  kind: Type.Optional(Type.Union([Type.Literal('a'), Type.Literal('b')])),
  level: Type.Optional(Type.Enum(['low', 'high'])),
  note: Type.Optional(Type.String()),
  birthday: Nullable(Type.Integer()),
  count: Type.Integer(),
  any: Type.Optional(Type.Unknown()),
  rows: Type.Optional(Type.Array(row)),
  place: Nullable(row),
})
const call = defineCall({
  name: 'a.b',
  method: 'POST',
  path: '/api/a/:id',
  summary: '',
  params: Type.Object({ id: Type.String() }),
  query: Type.Object({
    day: Type.Optional(Type.Integer()),
    word: Type.Optional(Type.String()),
    at: Type.Integer(),
  }),
  body,
  response: Type.Object({}),
}) as unknown as Call
const sent = (input: object) => toWire(call, { id: '1', ...input })

describe.each([
  ['the contract', body as Members],
  ['its skeleton', emptyMembersOf(body as Members) as Members],
])('an empty member of a body, by %s', (_name, schema) => {
  const kept = (value: object) => withoutEmpty(schema, value)

  it('is left out where it may be, but not be null', () => {
    expect(kept({ gender: null, kind: null, level: null, note: null, rows: null })).toEqual({})
    expect(kept({ gender: '', kind: '', level: '', rows: '' })).toEqual({})
  })

  it('goes as it is where null, or an empty text, is a value', () => {
    const value = { birthday: null, note: '', any: null, place: null }
    expect(kept(value)).toEqual(value)
  })

  it('goes, and is refused, where it has to be given; strangers go too', () => {
    const value = { count: null, stranger: null }
    expect(kept(value)).toEqual(value)
  })

  it('is looked for in rows and objects; what is filled in stays', () => {
    const rows = [{ amount: null, note: '', unit: null }, { amount: 0 }]
    expect(kept({ gender: 0, rows, place: { amount: '', unit: null } })).toEqual({
      gender: 0,
      rows: [{ note: '', unit: null }, { amount: 0 }],
      place: { unit: null },
    })
  })
})

describe('an empty member of an address', () => {
  it('is left out unless it has to be given', () => {
    expect(sent({ day: null, word: '', at: null }).query).toEqual({ at: null })
    expect(sent({ day: '', word: null, at: 1 }).query).toEqual({ at: 1 })
    expect(sent({ day: 0, word: 'x', at: 1 }).query).toEqual({ day: 0, word: 'x', at: 1 })
  })
})
