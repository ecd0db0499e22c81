import { Type } from 'typebox'
import { defineCall } from '../../call'
import { PageOf, PageQuery } from '../../envelope'
import { Flag } from '../../fields'
import { defineResource } from '../../resource'

/** Hours in which a run is taken back. */
export const UNDO_HOURS = 24

/** 1 WeCom, 2 DingTalk. */
const Third = Type.Object({ type: Type.String({ maxLength: 1, pattern: '^[12]$' }) })
const Total = Type.Object({
  /** `organize` or `user` */
  synType: Type.String(),
  /** How many there are here. */
  recordTotal: Type.Integer(),
  synSuccessCount: Type.Integer(),
  /** What the last run could not do. */
  synFailCount: Type.Integer(),
  unSynCount: Type.Integer(),
  /** When it was last synchronised, in milliseconds since 1970. */
  synDate: Type.Union([Type.Number(), Type.Null()]),
  /** While one runs: whose job it is, and how far. */
  jobId: Type.String(),
  standing: Type.String(),
  /** What it would mean to undo the last run, in words; empty where there is none. */
  undo: Type.String(),
})
const Item = Type.Object({
  id: Type.String(),
  synType: Type.String(),
  /** 1: from them to us. */
  direction: Flag,
  /** `add`, `change`, `remove` or `fail` */
  act: Type.String(),
  fullName: Type.String(),
  /** The names of the units above. */
  place: Type.String(),
  /** 1: it has been done; 0: it would be. */
  isDone: Flag,
  /** `open`, `done`, `unsure` where the run ended meanwhile, `failed`, `undone`, or `kept` where it could not be undone. */
  standing: Type.String(),
  reason: Type.String(),
})

const Wish = Type.Object({
  /** 1: from them to us; else from here to them. */
  type: Type.Optional(Type.String({ maxLength: 1, pattern: '^\\d$' })),
  /** 1: only says what would be done. */
  isTrial: Type.Optional(Flag),
})
const Started = Type.Object({ jobId: Type.String() })
const start = <N extends string>(name: N, path: string, summary: string) =>
  defineCall({
    name,
    method: 'GET',
    isRead: false,
    path: `/api/system/SynThirdInfo/${path}`,
    summary,
    query: Wish,
    response: Started,
    changes: ['thirdSync'],
    timeout: 100_000,
  })

/** Calls of this area, by name (`spec/administration.md §7`, "Third-party sync"); each of the four starts a job. */
export const thirdSyncCalls = {
  'thirdSync.total': defineCall({
    name: 'thirdSync.total',
    method: 'GET',
    path: '/api/system/SynThirdInfo/getSynThirdTotal/:type',
    summary: 'How much of the organisation is synchronised with WeCom (1) or DingTalk (2)',
    params: Third,
    response: Type.Object({ list: Type.Array(Total) }),
  }),
  'thirdSync.organizeToDing': start(
    'thirdSync.organizeToDing',
    'synAllOrganizeSysToDing',
    'Synchronise all units with DingTalk; deletes nothing',
  ),
  'thirdSync.userToDing': start(
    'thirdSync.userToDing',
    'synAllUserSysToDing',
    'Synchronise all people with DingTalk; deletes nothing',
  ),
  'thirdSync.organizeToQy': start(
    'thirdSync.organizeToQy',
    'synAllOrganizeSysToQy',
    'Synchronise all units with WeCom; deletes nothing',
  ),
  'thirdSync.userToQy': start(
    'thirdSync.userToQy',
    'synAllUserSysToQy',
    'Synchronise all people with WeCom; deletes nothing',
  ),
  'thirdSync.items': defineCall({
    name: 'thirdSync.items',
    method: 'GET',
    path: '/api/system/SynThirdInfo/:type/Items',
    summary: 'What the last run has done or would do, by name',
    params: Third,
    query: Type.Object({
      ...PageQuery.properties,
      synType: Type.Optional(Type.String({ maxLength: 10, title: '@thirdSync.kind' })),
      act: Type.Optional(Type.String({ maxLength: 10, title: '@thirdSync.act' })),
    }),
    response: PageOf(Item),
  }),
  'thirdSync.remove': defineCall({
    name: 'thirdSync.remove',
    method: 'POST',
    path: '/api/system/SynThirdInfo/:type/Actions/Remove',
    summary: 'Remove what the other side of a synchronisation has no more, of the items that are given',
    params: Third,
    body: Type.Object({
      ids: Type.Array(Type.String({ maxLength: 64 }), {
        minItems: 1,
        maxItems: 1000,
        title: '@thirdSync.items',
      }),
    }),
    response: Started,
    changes: ['thirdSync'],
    timeout: 100_000,
  }),
  'thirdSync.undo': defineCall({
    name: 'thirdSync.undo',
    method: 'POST',
    path: '/api/system/SynThirdInfo/:type/Actions/Undo',
    summary:
      'Takes the last run of the last 24 hours back, of units or of people; what somebody has changed since stays as it is',
    params: Third,
    body: Type.Object({ synType: Type.Union([Type.Literal('organize'), Type.Literal('user')]) }),
    response: Started,
    changes: ['thirdSync'],
    timeout: 100_000,
  }),
} as const

const KINDS = [
  { value: 'organize', label: '@thirdSync.organize' },
  { value: 'user', label: '@thirdSync.user' },
]

export const thirdSyncTotal = defineResource('thirdSyncTotal', {
  title: '@thirdSync.totals',
  key: 'synType',
  name: 'synType',
  tag: 'thirdSync',
  list: 'thirdSync.total',
  right: 'system.config',
  titles: {
    synType: '@thirdSync.kind',
    recordTotal: '@thirdSync.recordTotal',
    synSuccessCount: '@thirdSync.successCount',
    synFailCount: '@thirdSync.failCount',
    unSynCount: '@thirdSync.unSynCount',
    synDate: '@thirdSync.date',
    standing: '@thirdSync.standing',
    undo: '@thirdSync.undo',
  },
  choices: { synType: KINDS },
})

export const thirdSyncItem = defineResource('thirdSyncItem', {
  title: '@thirdSync.items',
  key: 'id',
  name: 'fullName',
  tag: 'thirdSync',
  list: 'thirdSync.items',
  acts: { remove: 'thirdSync.remove' },
  keyword: '@thirdSync.fullName',
  right: 'system.config',
  none: '@thirdSync.none',
  titles: {
    synType: '@thirdSync.kind',
    direction: '@thirdSync.direction',
    act: '@thirdSync.act',
    fullName: '@thirdSync.fullName',
    place: '@thirdSync.place',
    isDone: '@thirdSync.isDone',
    standing: '@thirdSync.itemStanding',
    reason: '@thirdSync.reason',
  },
  choices: {
    synType: KINDS,
    standing: [
      { value: 'open', label: '@thirdSync.open' },
      { value: 'unsure', label: '@thirdSync.unsure', color: 'orange' },
      { value: 'done', label: '@thirdSync.done', color: 'green' },
      { value: 'failed', label: '@thirdSync.failed', color: 'red' },
      { value: 'undone', label: '@thirdSync.undone', color: 'gray' },
      { value: 'kept', label: '@thirdSync.kept', color: 'orange' },
    ],
    direction: [
      { value: 0, label: '@thirdSync.toThem' },
      { value: 1, label: '@thirdSync.toUs' },
    ],
    act: [
      { value: 'add', label: '@thirdSync.added', color: 'green' },
      { value: 'change', label: '@thirdSync.changed', color: 'blue' },
      { value: 'remove', label: '@thirdSync.removed', color: 'orange' },
      { value: 'fail', label: '@thirdSync.failed', color: 'red' },
    ],
  },
})
