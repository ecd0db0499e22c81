import { type Call, type ResponseOf, toWire } from '@services/contract/call'
import { calls } from '@services/contract/calls'
import { demand } from '@services/server/http/context'
import type { CallContext } from '@services/server/module'
import { personOf } from '@services/server/modules/field/project/specs/farm'
import { codesOf, isPublic, type Right, unitsOf } from '@services/server/right'
import { unitTargets } from '@services/server/unit-right'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestClient, type TestServer } from './harness'
import { type Holder, holderOf } from './holder'

/** What each call needs; whoever changes it on purpose writes it anew with `-u` and looks at the difference. */
const FIXTURE = '../fixtures/rights-of-calls.json'

let server: TestServer
let admin: TestClient
let plain: TestClient
let holder: Holder
let plainContext: CallContext
let declared: ReadonlyMap<string, Right>

const contextOf = async (client: TestClient) => {
  const { sessions, rights } = server.server.services
  const user = await sessions.authenticate(client.token)
  return { user, language: 'zh', can: (code: string) => rights.can(user, code) } as unknown as CallContext
}

beforeAll(async () => {
  server = await startTestServer()
  declared = server.server.services.targets.declared
  admin = await server.as('admin')
  plain = (await personOf(server, 'calls-plain')).client
  holder = await holderOf(server, 'calls-holder')
  plainContext = await contextOf(plain)
})
afterAll(() => server.close())

/** `field.device:btn_edit · manage`: the code of the menu and what is judged beside it, with the members that name it. */
function said(right: Right): string {
  const codes = codesOf(right).join(' | ')
  return (
    [...(codes === '' ? [] : [codes]), ...(typeof right === 'string' ? [] : targetSaid(right))].join(' · ') ||
    String(right)
  )
}

function targetSaid(right: Exclude<Right, string>): string[] {
  if ('everyone' in right) return ['everyone']
  if ('own' in right) return [`own ${right.own.join(', ')}`]
  if ('visible' in right) return [`visible ${right.visible.join(', ')}`]
  if ('ticket' in right) return ['ticket']
  if ('model' in right) return [`model ${right.act}`]
  if ('printTemplate' in right) return [`model of the template ${right.act}`]
  if ('interface' in right) return ['interface']
  if ('units' in right) return [...('by' in right ? [`by ${right.by}`] : []), unitsSaid(right)]
  return 'level' in right ? [`project ${right.level}`] : []
}

/** `select person, edit unit`: acts on what stands in units; `of no unit`, `in sight` where nothing of them is named. */
function unitsSaid(right: Right): string {
  const units = unitsOf(right) ?? {}
  if ('unbounded' in units) return 'of no unit'
  return (
    unitTargets(units)
      .map(({ act, thing }) => `${act} ${thing}`)
      .join(', ') || 'in sight'
  )
}

/** A code with the entry that it is a button of: who holds the button sees the entry. */
const placeOf = (code: string) => code.split(':')[0] ?? ''
const opens = (held: string, needed: string) => needed === held || needed === placeOf(held)

async function hold(code: string): Promise<CallContext> {
  await holder.hold([code])
  return contextOf(holder.client)
}

type Entries = ResponseOf<(typeof calls)['session.currentUser']>['permissionList']
const codesIn = (entries: Entries) =>
  entries.flatMap(({ enCode, button }) => [enCode, ...button.map((one) => `${enCode}:${one.enCode}`)])

const passes = (context: CallContext, right: Right) =>
  demand(context, right, server.server.services).then(
    () => true,
    (error: { code?: number }) => {
      if (error.code === 403) return false
      throw error
    },
  )
const coded = () =>
  [...declared].flatMap(([name, right]) => {
    const needed = codesOf(right)
    return needed.length === 0 ? [] : [{ name, right, needed }]
  })
const codes = () => [...new Set(coded().flatMap(({ needed }) => needed))]

describe('every call', () => {
  it('needs what the fixture says', async () => {
    const needs = Object.keys(calls)
      .toSorted()
      .map((name) => {
        const right = declared.get(name)
        return `  ${JSON.stringify(name)}: ${JSON.stringify(right === undefined ? null : said(right))}`
      })
    expect(needs.filter((need) => need.endsWith(': null'))).toEqual([])
    await expect(`{\n${needs.join(',\n')}\n}\n`).toMatchFileSnapshot(FIXTURE)
  })

  it('has a code that stands in the menu, by which it can be granted', async () => {
    const rows = await server.sql<{ id: string; buttons: { enCode: string }[] }>(
      'select id, buttons from menu',
    )
    const known = new Set(
      rows.flatMap(({ id, buttons }) => [id, ...buttons.map(({ enCode }) => `${id}:${enCode}`)]),
    )
    expect(codes().filter((code) => !known.has(code))).toEqual([])
    expect(codes().length).toBeGreaterThan(60)
  })

  it('is refused at the door to a stranger and, where it has a code, to who holds none', async () => {
    const wrong: string[] = []
    for (const call of Object.values(calls) as Call[]) {
      const right = declared.get(call.name) as Right
      const wire = toWire({ ...call, path: call.path.replace(/:\w+/g, 'none') })
      const ask = async (who: TestClient) => {
        const isBare = call.method === 'GET' || call.method === 'DELETE'
        const sent = isBare ? {} : { body: '{}', headers: { 'content-type': 'application/json' } }
        const response = await who.fetch(wire.path, { method: call.method, ...sent })
        return ((await response.json()) as { code: number }).code
      }
      if (isPublic(right)) continue
      if ((await ask(server.stranger)) !== 600) wrong.push(`${call.name} without a session`)
      if (codesOf(right).length > 0 && (await ask(plain)) !== 403) wrong.push(`${call.name} without the code`)
    }
    expect(wrong).toEqual([])
  })

  it('is open to administrators, and with a code to nobody without', async () => {
    const adminContext = await contextOf(admin)
    const wrong: string[] = []
    for (const { name, right } of coded()) {
      if (!(await passes(adminContext, right))) wrong.push(`${name} as administrator`)
      if (await passes(plainContext, right)) wrong.push(`${name} as somebody`)
    }
    expect(wrong).toEqual([])
  })
})

describe('who holds one code', () => {
  it('may call what needs it, and nothing else, and sees its button alone', async () => {
    const wrong: string[] = []
    for (const held of codes()) {
      const context = await hold(held)
      for (const { name, right, needed } of coded())
        if ((await passes(context, right)) !== needed.some((code) => opens(held, code)))
          wrong.push(`${name} with ${held}`)
      const told = await server.server.services.rights.permissionsOf(context.user, 'zh')
      expect(codesIn(told)).toEqual([...new Set([placeOf(held), held])])
    }
    expect(wrong).toEqual([])
  })
})

describe('the screens', () => {
  const shown = async (client: TestClient) => {
    const { permissionList } = await client.call('session.currentUser')
    return codesIn(permissionList)
  }

  it('are told of the codes that open calls: all to administrators, none to who has none', async () => {
    expect((await shown(plain)).filter((code) => codes().includes(code))).toEqual([])
    expect(await shown(admin)).toEqual(expect.arrayContaining(codes()))
  })

  it('have no place in the menu for what has no page, and still its codes', async () => {
    await server.sql(`update menu set url_address = '' where id = 'system.printDev'`)
    await hold('system.printDev:btn_add')
    const { menuList } = await holder.client.call('session.currentUser')
    expect(menuList).toEqual([])
    expect(await shown(holder.client)).toEqual(['system.printDev', 'system.printDev:btn_add'])
  })
})
