import { LOG_KIND } from '@services/contract/areas/platform/log'
import { OBJECT_TYPES, type ObjectType } from '@services/contract/areas/platform/permission-group'
import { type Call, toWire } from '@services/contract/call'
import { calls } from '@services/contract/calls'
import type { CallContext } from '@services/server/module'
import { codesOf, type Right, unitsOf } from '@services/server/right'
import { unitTargets } from '@services/server/unit-right'
import type { TestClient } from '@tests/api/harness'
import { leastInput } from '@tests/api/least'
import { beforeAll, expect, it } from 'vitest'
import { opened } from '../../transfer/specs/sheets'
import { SECRET, SOUTH, settleSouth, stateOfSouth } from './specs/south'
import { admin, head, inUnits, server } from './specs/units'

/** Whose codes are of the administration of people, with what else of them goes through other hands. */
const CODES = /^permission\.|^system\.(log|onlineUser)\b/
const AREAS = /^thirdSync\./

/** What the calls of an area name by `id`. */
const ID_OF: Readonly<Record<string, string>> = {
  ...{ users: SOUTH.person, session: SOUTH.person, grade: SOUTH.person, authority: SOUTH.person },
  ...{ organize: SOUTH.unit, department: SOUTH.department, position: SOUTH.position, role: SOUTH.role },
  ...{ group: SOUTH.group, permissionGroup: SOUTH.set, handOver: SOUTH.handOver },
  ...{ log: SOUTH.log, onlineUser: SOUTH.session },
}
const ID_OF_TYPE: Readonly<Record<ObjectType, string>> = {
  ...{ User: SOUTH.person, Role: SOUTH.role, Position: SOUTH.position },
  ...{ Group: SOUTH.group, Organize: SOUTH.unit, PermissionGroup: SOUTH.set },
}
/** Members that name one thing of the neighbour's: such a call is refused, or leaves out what it would tell in a list. */
const ONE = {
  ...{ userId: SOUTH.person, fromId: SOUTH.person, toId: SOUTH.colleague },
  ...{ parentId: SOUTH.unit, organizeId: SOUTH.unit, permissionId: SOUTH.set },
}
/** Members that name several. */
const SEVERAL = {
  ...{ userIds: [SOUTH.person], roleIds: [SOUTH.role], positionIds: [SOUTH.position] },
  ...{ organizeIds: [SOUTH.unit], objectId: [SOUTH.person] },
}
/** What else a call takes. */
const REST = {
  ...{
    fullName: '新的',
    enCode: 'layer-made',
    account: 'layer-made',
    realName: '新的',
    menuId: 'system.dictionary',
  },
  ...{ module: ['system.dictionary'], systemIds: ['main'], pageSize: 100, category: undefined },
}
/** Where that is not enough. */
const MORE: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'authority.holders': { id: 'system.dictionary' },
  'authority.setHolders': { id: 'system.dictionary' },
  'log.list': { category: LOG_KIND.login },
  'log.clear': { category: LOG_KIND.login },
  'log.deleteMany': { ids: [SOUTH.log] },
  'users.exportExcel': { dataType: 1, selectKey: 'account,realName' },
  'onlineUser.endAll': { ids: [SOUTH.session] },
  'organize.moveEffect': { id: SOUTH.department, parentId: 'layer-north' },
  'permissionGroup.setMembers': { ids: [`${SOUTH.person}--user`] },
  'handOver.create': { managedList: [`${SOUTH.department}--unit`] },
  'thirdSync.total': { type: '1' },
  'thirdSync.items': { type: '1' },
  'thirdSync.remove': { type: '1', ids: ['layer-far-item'] },
  'thirdSync.undo': { type: '1', synType: 'organize' },
  'users.resetPassword': { generate: 1 },
  ...Object.fromEntries(
    ['users.importData', 'users.importCheck', 'users.importExceptions'].map((name) => [
      name,
      { list: [{ account: 'layer-made', realName: '新的', organizeIds: SOUTH.unit, importId: '1' }] },
    ]),
  ),
}
/** Calls that say nothing of the neighbour, and why. */
const NOTHING: Readonly<Record<string, string>> = {
  'users.importUpload': 'Keeps a file, whose rows are judged as they are imported',
  'users.importPreview': 'Shows the rows of the caller’s own file',
}

interface Case {
  readonly call: Call
  readonly input: Readonly<Record<string, unknown>>
  readonly isAboutOne: boolean
}

/** Each call about people, units and rights, with what it can name of the neighbour’s; of each type of object that it takes. */
function casesOf(declared: ReadonlyMap<string, Right>): readonly Case[] {
  return [...declared].flatMap(([name, right]) => {
    const isOurs = codesOf(right).some((code) => CODES.test(code)) || AREAS.test(name)
    if (!isOurs || name in NOTHING) return []
    const call = calls[name as keyof typeof calls] as Call
    const [area = ''] = name.split('.')
    const named = (id: string | undefined, more: object) => {
      const members = { ...(id && { id }), ...ONE, ...SEVERAL, ...REST, ...more, ...MORE[name] }
      const kept = Object.entries(members).filter(([, value]) => value !== undefined)
      const input = leastInput(call, Object.fromEntries(kept))
      const isList = ['pagination', 'url'].some((member) => member in membersOf(call.response))
      const ones = new Set<unknown>([
        ...Object.values(ONE),
        ...Object.values(ID_OF),
        ...Object.values(ID_OF_TYPE),
      ])
      const isAboutOne = Object.values(input).some((value) => ones.has(value))
      return { call, input, isAboutOne: isAboutOne && !isList }
    }
    const types = typesOf(call)
    return types.length === 0
      ? [named(ID_OF[area], {})]
      : types.map((objectType) =>
          named(ID_OF_TYPE[objectType], { objectType, objectId: [ID_OF_TYPE[objectType]] }),
        )
  })
}

const membersOf = (schema: unknown) =>
  (schema as { readonly properties?: Readonly<Record<string, unknown>> } | undefined)?.properties ?? {}

/** The types of objects that a call takes. */
function typesOf({ params, query, body }: Call): readonly ObjectType[] {
  const member = [params, query, body].map((part) => membersOf(part)['objectType']).find(Boolean)
  return OBJECT_TYPES.filter((type) => JSON.stringify(member ?? '').includes(`"${type}"`))
}

async function ask(who: TestClient, { call, input }: Case): Promise<{ code: number; text: string }> {
  const wire = toWire(call, input)
  const query = new URLSearchParams(
    Object.entries(wire.query).map(([name, value]) => [name, String(value)] as [string, string]),
  )
  const response = await who.fetch(`${wire.path}?${query}`, {
    method: call.method,
    ...(wire.body !== undefined && {
      body: JSON.stringify(wire.body),
      headers: { 'content-type': 'application/json' },
    }),
  })
  const answer = await response.text()
  const { data } = answer.startsWith('{"code"') ? (JSON.parse(answer) as { data: unknown }) : { data: null }
  const text = answer + (await fileAt((data as { url?: unknown } | null)?.url))
  return {
    code: answer.startsWith('{"code"') ? (JSON.parse(answer) as { code: number }).code : response.status,
    text,
  }
}

/** What stands in a sheet that an answer says the address of. */
async function fileAt(url: unknown): Promise<string> {
  if (typeof url !== 'string') return ''
  const file = await server.stranger.fetch(url)
  return JSON.stringify(opened(new Uint8Array(await file.arrayBuffer())).rows)
}

/** What of the neighbour's an answer tells that the question did not. */
function toldBy(text: string, { input }: Case): readonly string[] {
  const asked = JSON.stringify(input)
  const told = text.match(/layer-(?:south|far|other-post|elsewhere)[\w-]*/g) ?? []
  return [
    ...new Set([...told.filter((id) => !asked.includes(id)), ...(text.includes(SECRET) ? [SECRET] : [])]),
  ]
}

inUnits()

let cases: readonly Case[]
beforeAll(async () => {
  const { rights, targets } = server.server.services
  await rights.grant('layer-manages', 'system.config', 'all')
  await settleSouth()
  cases = casesOf(targets.declared)
})

const said = ({ call, input }: Case) => `${call.name} ${JSON.stringify(input)}`

it('the administrator of other units is refused each call that names a neighbour’s, told of nothing and changes nothing', async () => {
  const wrong: string[] = []
  for (const one of cases) {
    const before = await stateOfSouth()
    const { code, text } = await ask(head, one)
    const told = toldBy(text, one)
    const isRefused = code === 403 || code === 404
    if (!isRefused && (code !== 200 || one.isAboutOne)) wrong.push(`${said(one)}: ${text.slice(0, 200)}`)
    if (told.length > 0) wrong.push(`${said(one)} tells ${told}`)
    for (const [table, rows] of await stateOfSouth())
      if (rows !== before.get(table)) wrong.push(`${said(one)} changes ${table}`)
    if (wrong.length > 0) await settleSouth()
  }
  expect(wrong).toEqual([])
})

it('is refused before the handler what a call says that it acts on', async () => {
  const { sessions, targets } = server.server.services
  const user = await sessions.authenticate(head.token)
  const { db } = server.server
  const context = { user, db, text: String } as unknown as CallContext
  const wrong: string[] = []
  const acting = cases.filter(({ call, input }) => {
    const targetsOf = unitTargets(unitsOf(targets.declared.get(call.name) as Right) ?? {})
    return targetsOf.some(({ member }) => input[member] !== undefined)
  })
  for (const one of acting)
    await targets.demand(context, targets.declared.get(one.call.name) as Right, one.input).then(
      () => wrong.push(said(one)),
      (error: { code?: number }) => {
        if (error.code !== 403 && error.code !== 404) throw error
      },
    )
  expect(wrong).toEqual([])
  expect(new Set(acting.map(({ call }) => call.name)).size).toBeGreaterThan(40)
})

it('and a super administrator is not: all of that is there', async () => {
  const wrong: string[] = []
  let telling = 0
  for (const one of cases) {
    await settleSouth()
    const { code, text } = await ask(admin, one)
    if (toldBy(text, one).length > 0) telling++
    if (code === 403 || code === 404) wrong.push(`${said(one)}: ${text.slice(0, 200)}`)
  }
  expect(wrong).toEqual([])
  expect(telling).toBeGreaterThan(20)
})
