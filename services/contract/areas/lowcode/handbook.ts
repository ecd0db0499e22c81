import { Type } from 'typebox'
import { defineCall } from '../../call'

/** What the handbook describes: guides first, then the registries. */
export const HANDBOOK_KINDS = ['guide', 'widget', 'node', 'verb', 'function', 'call'] as const

const Kind = Type.Enum([...HANDBOOK_KINDS])

/** Calls of this area, by name: the language's own documentation, made of its registries. */
export const handbookCalls = {
  'handbook.list': defineCall({
    name: 'handbook.list',
    method: 'GET',
    path: '/api/handbook',
    summary: 'What the handbook has, below its chapters; with a keyword those entries that say it',
    query: Type.Object({ keyword: Type.Optional(Type.String({ maxLength: 100 })) }),
    response: Type.Object({
      list: Type.Array(
        Type.Object({
          id: Type.String(),
          fullName: Type.String(),
          children: Type.Array(Type.Object({ id: Type.String(), fullName: Type.String() })),
        }),
      ),
    }),
  }),
  'handbook.read': defineCall({
    name: 'handbook.read',
    method: 'GET',
    path: '/api/handbook/entry',
    summary: 'An entry as Markdown, in the reader’s language',
    query: Type.Object({ id: Type.String({ minLength: 1, maxLength: 200 }) }),
    response: Type.Object({
      id: Type.String({ description: 'Chapter and name: node/list' }),
      kind: Kind,
      name: Type.String(),
      fullName: Type.String(),
      text: Type.String(),
    }),
  }),
} as const
