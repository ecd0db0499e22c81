import { Type } from 'typebox'
import { defineCall } from '../../call'
import { IdParams, ListOf, Nothing, PageOf, PageQuery } from '../../envelope'
import { Flag, Id } from '../../fields'
import { MODEL_BODY_LIMIT } from '../../limits'
import { MENU_CATEGORIES, MenuPlace } from '../platform/menu'
import { ChangeLine, LossLine } from './visual-development'

const BASE = '/api/visualdev/Base'

/** Characters of what somebody says of a release. */
export const NOTE_LENGTH = 500
/** Records of which each finding names some. */
export const NAMED_RECORDS = 20

/** Stored records, judged by the form that is to be released. */
const RecordsJudged = Type.Object({
  total: Type.Integer(),
  judged: Type.Integer(),
  /** False: a sample was judged. */
  isExact: Type.Boolean(),
  /** When a job of the caller’s judged them all, in milliseconds since 1970; null: they were judged now. */
  judgedAt: Type.Union([Type.Integer(), Type.Null()]),
  findings: Type.Array(
    Type.Object({
      field: Type.String(),
      label: Type.String(),
      message: Type.String(),
      /** Records concerned. */
      count: Type.Integer(),
      /** Ids of some of them. */
      sample: Type.Array(Type.String()),
    }),
  ),
})

/** Something that names a model or fields of it, said in the caller's language. */
const Use = Type.Object({
  kind: Type.Enum(['model', 'print', 'interface', 'flow', 'menu']),
  id: Type.String(),
  fullName: Type.String(),
  message: Type.String(),
})

/** Something that a model names. */
const Named = Type.Object({
  kind: Type.Enum(['dictionary', 'rule', 'interface', 'model', 'printTemplate', 'people']),
  id: Type.String(),
  /** Empty: it is not here. */
  fullName: Type.String(),
  /** Labels of the fields that name it; empty: the form as a whole or its list does. */
  fields: Type.Array(Type.String()),
})

/** What a release would do; nothing is changed by asking. */
export const CheckReport = Type.Object({
  draftVersion: Type.Integer(),
  /** The version that is released; 0: none is. */
  version: Type.Integer(),
  /** `stop`: it cannot be released; `ask`: somebody has to accept what it costs; `tell`: nothing stands against it. */
  verdict: Type.Union([Type.Literal('stop'), Type.Literal('ask'), Type.Literal('tell')]),
  /** Stands for what is asked: a release that accepts it accepts nothing else. Empty: nothing is asked. */
  mark: Type.String(),
  errors: Type.Array(LossLine),
  losses: Type.Array(LossLine),
  changes: Type.Array(ChangeLine),
  records: RecordsJudged,
  /** Values of fields that leave the form: they are kept. */
  kept: Type.Array(Type.Object({ path: Type.String(), label: Type.String(), count: Type.Integer() })),
  /** Rights that are granted and would name nothing any more. */
  rights: Type.Array(Type.Object({ code: Type.String(), name: Type.String(), count: Type.Integer() })),
  /** What else names what changes. */
  uses: Type.Array(Use),
  /** Most of its form is inert here, of so many places. */
  isMostlyInert: Type.Boolean(),
  inert: Type.Integer(),
  places: Type.Integer(),
  /** Where it stands in the menu; null: nowhere. */
  entry: Type.Union([Type.Object({ parentId: Type.String(), icon: Type.String() }), Type.Null()]),
  /** Where it stands in the menu of the app; null: nowhere. */
  appEntry: Type.Union([Type.Object({ parentId: Type.String() }), Type.Null()]),
})

const Listed = Type.Object({
  version: Type.Integer(),
  fullName: Type.String(),
  note: Type.String(),
  releasedBy: Type.String(),
  /** Milliseconds since 1970. */
  releasedAt: Type.Integer(),
  /** How many changes it brought. */
  changeCount: Type.Integer(),
  /** The version whose content it brought back; 0: it was none. */
  rolledBackTo: Type.Integer(),
  isCurrent: Type.Boolean(),
})

/** Released versions of models: what one would do, what they were, and the way back. */
export const modelVersionCalls = {
  'visualDevelopment.checkRelease': defineCall({
    name: 'visualDevelopment.checkRelease',
    method: 'POST',
    isRead: true,
    isJob: true,
    path: `${BASE}/:id/Actions/Check`,
    summary: 'What a release of a model’s draft, or of an earlier version, would change, stop at and ask',
    params: IdParams,
    body: Type.Object({
      /** A version that is to be brought back; absent: the draft. */
      version: Type.Optional(Type.Integer({ minimum: 1 })),
    }),
    response: CheckReport,
    timeout: 60_000,
  }),
  'visualDevelopment.references': defineCall({
    name: 'visualDevelopment.references',
    method: 'GET',
    path: `${BASE}/:id/References`,
    summary: 'What names a model or a field of it, and what its draft names',
    params: IdParams,
    query: Type.Object({
      /** Path of a field of the draft (`total`, `items.amount`): then only what names that field is told. */
      field: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    response: Type.Object({ usedBy: Type.Array(Use), uses: Type.Array(Named) }),
  }),
  'visualDevelopment.menuPlaces': defineCall({
    name: 'visualDevelopment.menuPlaces',
    method: 'GET',
    path: `${BASE}/MenuPlaces`,
    summary: 'Directories of the menu of browsers, or of that of the app, in which a model may be put',
    query: Type.Object({ category: Type.Optional(Type.Enum([...MENU_CATEGORIES])) }),
    response: ListOf(MenuPlace),
  }),
  'visualDevelopment.judge': defineCall({
    name: 'visualDevelopment.judge',
    method: 'POST',
    isRead: true,
    path: `${BASE}/:id/Actions/Judge`,
    summary:
      'Judges all stored records of a model by what a release would make of it, as a job; its checks know of it then',
    params: IdParams,
    body: Type.Object({
      /** A version that is to be brought back; absent: the draft. */
      version: Type.Optional(Type.Integer({ minimum: 1 })),
    }),
    response: Type.Object({ jobId: Type.String() }),
  }),
  'visualDevelopment.versions': defineCall({
    name: 'visualDevelopment.versions',
    method: 'GET',
    path: `${BASE}/:id/Versions`,
    summary: 'Released versions of a model, the newest first',
    params: IdParams,
    query: PageQuery,
    response: PageOf(Listed),
  }),
  'visualDevelopment.version': defineCall({
    name: 'visualDevelopment.version',
    method: 'GET',
    path: `${BASE}/:id/Versions/:version`,
    summary: 'A released version of a model with its documents, and what it changed',
    params: Type.Object({ id: Id, version: Type.Integer({ minimum: 1 }) }),
    answerLimit: MODEL_BODY_LIMIT,
    response: Type.Object({
      ...Listed.properties,
      webType: Type.String(),
      tables: Type.String(),
      formData: Type.String(),
      columnData: Type.String(),
      appColumnData: Type.String(),
      changes: Type.Array(ChangeLine),
      losses: Type.Array(LossLine),
    }),
  }),
  'visualDevelopment.rollback': defineCall({
    name: 'visualDevelopment.rollback',
    method: 'POST',
    changes: ['models'],
    isJob: true,
    path: `${BASE}/:id/Actions/Rollback`,
    summary: 'Releases what an earlier version was as the next version, and makes it the draft',
    params: IdParams,
    body: Type.Object({
      version: Type.Integer({ minimum: 1 }),
      /** The mark of a check that is accepted. */
      accept: Type.Optional(Type.String({ maxLength: 64 })),
      /** 1: also where most of its form is inert here. */
      despite: Type.Optional(Flag),
      note: Type.Optional(Type.String({ maxLength: NOTE_LENGTH })),
    }),
    response: Type.Object({ version: Type.Integer(), draftVersion: Type.Integer() }),
    timeout: 60_000,
  }),
  'visualDevelopment.state': defineCall({
    name: 'visualDevelopment.state',
    method: 'POST',
    changes: ['models'],
    path: `${BASE}/:id/Actions/State`,
    summary:
      'Disables a model, whose entry is hidden then and whose records are read alone, or enables it again',
    params: IdParams,
    body: Type.Object({ isEnabled: Flag }),
    response: Nothing,
  }),
} as const
