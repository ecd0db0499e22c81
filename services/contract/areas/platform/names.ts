import { Type } from 'typebox'
import { defineCall } from '../../call'
import { JsonValue } from '../../fields'
import { IDS_BODY_LIMIT } from '../../limits'

const Param = Type.Object({
  field: Type.String({ maxLength: 100 }),
  defaultValue: Type.Optional(JsonValue),
})

/** Whose names are asked for; the shape of `NameSource` (`runtime/widget/named.ts`). */
const Source = Type.Union([
  Type.Object({
    kind: Type.Literal('people'),
    of: Type.String({ maxLength: 20 }),
    memberships: Type.Optional(Type.Literal(true)),
  }),
  Type.Object({ kind: Type.Literal('area') }),
  Type.Object({
    kind: Type.Literal('interface'),
    id: Type.String({ maxLength: 100 }),
    params: Type.Array(Param, { maxItems: 100 }),
    value: Type.String({ maxLength: 100 }),
    label: Type.String({ maxLength: 100 }),
  }),
  Type.Object({
    kind: Type.Literal('record'),
    modelId: Type.String({ maxLength: 100 }),
    field: Type.String({ maxLength: 200 }),
  }),
  Type.Object({ kind: Type.Literal('serialRule') }),
  Type.Object({ kind: Type.Literal('dictionary') }),
])

/** What an id stands for; `data` is the source's own record, as far as the caller may see it. */
export const NamedShape = Type.Object({
  id: Type.String(),
  text: Type.String(),
  data: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  /** Deleted since: `text` is the name it had, empty where the caller may not know it. */
  gone: Type.Optional(Type.Boolean()),
})

/** Calls of this area, by name. */
export const namesCalls = {
  'names.resolve': defineCall({
    name: 'names.resolve',
    method: 'POST',
    isRead: true,
    path: '/api/system/Names',
    summary: 'What ids stand for: people, areas, rows, records, for many sources at once',
    body: Type.Object({
      requests: Type.Array(
        Type.Object({
          source: Source,
          ids: Type.Array(Type.String({ maxLength: 500 }), { maxItems: 10_000 }),
        }),
        { maxItems: 200 },
      ),
    }),
    bodyLimit: IDS_BODY_LIMIT,
    response: Type.Array(Type.Array(NamedShape)),
  }),
} as const
