import { Type } from 'typebox'
import { defineCall } from '../../call'

const Problem = Type.Object({
  file: Type.String(),
  line: Type.Integer(),
  column: Type.Integer(),
  pointer: Type.String(),
  message: Type.String(),
  params: Type.Optional(Type.Record(Type.String(), Type.Any())),
  expected: Type.Optional(Type.String()),
  nearest: Type.Optional(Type.String()),
})

const Language = Type.Union([Type.Literal('zh'), Type.Literal('zhtw'), Type.Literal('en')])

/** Calls of this area, by name: the documents under `schemas/`, as they are on disk now. */
export const documentsCalls = {
  'documents.read': defineCall({
    name: 'documents.read',
    method: 'GET',
    path: '/api/documents/read',
    summary: 'A document with its version; its problems instead of its content when it is broken',
    query: Type.Object({ file: Type.String({ minLength: 1, maxLength: 300 }) }),
    response: Type.Object({
      file: Type.String(),
      version: Type.String(),
      content: Type.Any(),
      uses: Type.Optional(Type.Array(Type.String(), { description: 'Fragments that stand in it' })),
      problems: Type.Array(Problem),
    }),
  }),
  'documents.check': defineCall({
    name: 'documents.check',
    method: 'POST',
    path: '/api/documents/check',
    summary:
      'What is wrong with a document that is being written, and the document as it is drawn where nothing is',
    isRead: true,
    bodyLimit: 400_000,
    body: Type.Object(
      {
        kind: Type.Union([Type.Literal('page'), Type.Literal('form'), Type.Literal('list')]),
        text: Type.String({ maxLength: 200_000 }),
      },
      { additionalProperties: false },
    ),
    response: Type.Object({ content: Type.Any(), problems: Type.Array(Problem) }),
  }),
  'documents.language': defineCall({
    name: 'documents.language',
    method: 'GET',
    path: '/api/documents/language',
    summary: 'The JSON Schemas that editors of documents complete by, described in the language asked for',
    response: Type.Object({ schemas: Type.Record(Type.String(), Type.Any()) }),
  }),
  'documents.list': defineCall({
    name: 'documents.list',
    method: 'GET',
    path: '/api/documents/list',
    summary: 'The documents below a folder of schemas/',
    query: Type.Object({ folder: Type.Optional(Type.String({ maxLength: 300 })) }),
    response: Type.Object({ list: Type.Array(Type.Object({ file: Type.String(), version: Type.String() })) }),
  }),
  'documents.locales': defineCall({
    name: 'documents.locales',
    method: 'GET',
    path: '/api/documents/locales/:language',
    summary: 'Every interface text of one language by key; carries an ETag',
    params: Type.Object({ language: Language }),
    response: Type.Object({
      language: Language,
      version: Type.String(),
      messages: Type.Record(Type.String(), Type.String()),
    }),
  }),
} as const
