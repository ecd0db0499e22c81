import { readFileSync } from 'node:fs'
import { simulatorCalls } from '@services/contract/areas/demo/simulator'
import { alarmCalls, CONNECT_SUCCESS } from '@services/contract/areas/field/alarm'
import { approvalCalls } from '@services/contract/areas/field/approval'
import { commandCalls } from '@services/contract/areas/field/command'
import { deviceAsideCalls } from '@services/contract/areas/field/device-aside'
import { fieldAdminCalls } from '@services/contract/areas/field/field-admin'
import { groupCheckCalls } from '@services/contract/areas/field/group-check'
import { historyCalls } from '@services/contract/areas/field/history'
import { fieldCalls } from '@services/contract/areas/field/project'
import { pumpCalls } from '@services/contract/areas/field/pump'
import { tileCalls } from '@services/contract/areas/field/tiles'
import type { CallName } from '@services/contract/calls'
import { openField } from '@services/server/modules/field/alarm/specs/field'
import { seedInstruments, seedWaterFarm } from '@services/server/modules/field/command/specs/farm'
import { openBrowser } from '@tests/api/browser'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { personOf } from './farm'

/**
 * Somebody who manages one project and has every menu and button, and another project of which they are no member: nothing
 * of it is read or changed by any call of the field, whatever id they know.
 */
const OWN = 'scopeOwn'
const OTHER = 'scopeOther'
const COMMAND = '0198a000-0000-7000-8000-000000000001'

const CALLS = {
  ...{ ...fieldCalls, ...tileCalls, ...commandCalls, ...approvalCalls, ...groupCheckCalls, ...pumpCalls },
  ...{ ...fieldAdminCalls, ...deviceAsideCalls, ...alarmCalls, ...historyCalls, ...simulatorCalls },
}
/** Calls that are of no project; who makes one makes it of their own. */
const OF_NO_PROJECT: readonly string[] = [
  'fieldProject.create',
  'simulator.server',
  'simulator.crashBroker',
  'simulator.killServer',
  'fieldManagement.tileSources',
  'fieldManagement.tile',
  'fieldImport.template',
]

let server: TestServer
let admin: TestClient
let manager: TestClient
let managerId: string
let field: Awaited<ReturnType<typeof openField>>
const ids = { alarm: '', aside: '', schedule: '', rule: '' }

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  field = await openField(server)
  for (const project of [OWN, OTHER]) {
    await seedWaterFarm(server, project)
    await seedInstruments(server, project)
  }
  const person = await personOf(server, 'scope-manager', { project: OWN, level: 'manage' })
  await server.sql(
    `insert into role (id, en_code, full_name) values ('all-menus', 'all-menus', '"全部菜单"')`,
  )
  for (const [menu, button] of rightsOf(JSON.parse(readFileSync('schemas/menu.json', 'utf8')) as MenuItem[]))
    await server.server.services.rights.grant('all-menus', menu, { buttons: button === '' ? [] : [button] })
  await server.sql(`insert into user_role (user_id, role_id) values ($1, 'all-menus')`, [person.id])
  manager = person.client
  managerId = person.id

  await admin.call('fieldManagement.controlThreeWayBallValve', {
    ...{ commandId: COMMAND, deviceId: `${OTHER}-T1`, openDirection: 0, gatage: 0 },
  })
  for (const project of [OWN, OTHER])
    await admin.call('fieldRecipe.create', {
      ...{ id: `${project}-R1`, projectId: project, name: '氮肥', deviceId: `${project}-FE` },
      ...{ rate1: 10, minutes: 30 },
    })
  await field.raise({ sourceId: `${OTHER}-P1`, type: 'SCOPE', projectId: OTHER })
  const { list } = await admin.call('deviceAlarm.list', { projectId: OTHER, state: 0 })
  ids.alarm = list.find(({ type }) => type === 'SCOPE')?.fid ?? ''
  const schedule = await admin.call('fieldManagement.createSchedule', { ...plan(OTHER) })
  ids.schedule = schedule.id
  const rule = await admin.call('alarmRule.create', { ...ruleOf(OTHER) })
  ids.rule = (rule as { id: string }).id
  const [aside] = await server.sql<{ id: string }>(
    `insert into device_aside (project_id, gateway_id, device_id, topic, payload, reason)
     values ($1, $2, 'nobody', 'sf/v1/x', '\\x7b7d', 'unknown device') returning id::text`,
    [OTHER, `${OTHER}-GW`],
  )
  ids.aside = aside?.id ?? ''
})
afterAll(async () => {
  await field.close()
  await server.close()
})

interface MenuItem {
  readonly enCode: string
  readonly buttons?: readonly { readonly enCode: string }[]
  readonly children?: readonly MenuItem[]
}
const rightsOf = (items: readonly MenuItem[]): (readonly [string, string])[] =>
  items.flatMap(({ enCode, buttons = [], children = [] }) => [
    [enCode, ''] as const,
    ...buttons.map((button) => [enCode, button.enCode] as const),
    ...rightsOf(children),
  ])

const plan = (projectId: string) => ({
  ...{ projectId, name: '夜间灌溉', mode: 'TIME' as const, cron: '0 22 * * *', minutes: 60, enabledMark: 0 },
  groupIds: [`${projectId}-G1`],
})
const ruleOf = (projectId: string) => ({
  ...{ projectId, type: 'SCOPE_RULE', name: '范围', kind: 'PUMP', source: 'metric' as const, signal: 'cur' },
  ...{ comparison: 'gt', threshold: 1, severity: 3 },
})
const nodes = (project: string) => [
  { nodeId: `${project}-N1`, twbDeviceId: `${project}-T1`, openDirection: 1 },
]
const group = (project: string) => ({ name: '组', orderNo: 3, plannedMinutes: 60, nodes: nodes(project) })
const rowOf = (project: string) => ({ projectId: project, name: '不该有的', rowVersion: 1 })
const course = { startLongitude: 87.6, startLatitude: 43.8, endLongitude: 87.61, endLatitude: 43.8 }

/** What each call is asked with to get at a project; by default its `projectId`. */
function inputOf(name: string, project: string): Record<string, unknown> {
  const [area = '', act = ''] = name.split('.')
  const device = (id: string) => ({ deviceId: `${project}-${id}` })
  const command = { commandId: '0198a000-0000-7000-8000-00000000000f' }
  const span = { startTime: 0, endTime: Date.now() }
  const rows: Readonly<Record<string, readonly [id: string, body: object]>> = {
    fieldProject: ['', {}],
    fieldGateway: ['-GW', {}],
    fieldDevice: ['-T1', { gatewayId: `${project}-GW`, kind: 'VALVE_TWB' }],
    fieldPipe: ['-M1', { level: 1, ...course }],
    fieldNode: ['-N1', { pipeId: `${project}-M1`, longitude: 87.6, latitude: 43.8 }],
    fieldBlock: ['-B1', { areaM2: 1, designFlow: 1 }],
    fieldRecipe: ['-R1', { deviceId: `${project}-FE`, rate1: 10, minutes: 30 }],
  }
  const special: Readonly<Record<string, object>> = {
    'fieldManagement.getFggNodeData': { projectId: project, fggId: `${project}-M1` },
    'fieldManagement.controlThreeWayBallValve': { ...command, ...device('T1'), openDirection: 0, gatage: 0 },
    'fieldManagement.stopThenSet': { ...command, ...device('T1'), openDirection: 0, gatage: 0 },
    'fieldManagement.isControlThreeWayBallValve': device('T1'),
    'fieldManagement.saveTwbDefaultAngular': { ...device('T1'), closed: 0, a: 90, b: 270, both: 180 },
    'fieldManagement.getLgzByTwbDeviceId': device('T1'),
    'fieldManagement.command': { projectId: project, commandId: COMMAND },
    'fieldManagement.cancelCommand': { projectId: project, commandId: COMMAND },
    'fieldManagement.approveCommand': { projectId: project, commandId: COMMAND, reason: '好' },
    'fieldManagement.refuseCommand': { projectId: project, commandId: COMMAND, reason: '不' },
    'fieldManagement.lgz': { id: `${project}-G1` },
    'fieldManagement.deleteLgz': { id: `${project}-G1` },
    'fieldManagement.createLgz': { projectId: project, ...group(project) },
    'fieldManagement.updateLgz': { id: `${project}-G1`, ...group(project) },
    'fieldManagement.checkLgz': { projectId: project, nodes: nodes(project) },
    'fieldManagement.judgeCanOperateLgz': { lgzId: `${project}-G1`, action: 'start' },
    'fieldManagement.operateLgz': { ...command, lgzId: `${project}-G1`, action: 'stop' },
    'fieldManagement.createSchedule': plan(project),
    'fieldManagement.updateSchedule': { ...plan(project), id: ids.schedule },
    'fieldManagement.deleteSchedule': { id: ids.schedule },
    'fieldManagement.createHold': { projectId: project, toTime: Date.now() + 3_600_000 },
    'fieldManagement.endHold': { projectId: project, id: 'any' },
    'fieldManagement.handleTwbAlarm': { id: ids.alarm, action: 'ack', version: 1 },
    'pump.controlPump': { ...command, ...device('P1'), action: 'stop' },
    'pump.controlFertilizer': { ...command, ...device('FE'), action: 'stop' },
    'pump.changeModeSelection': { ...device('P1'), mode: 1 },
    'pump.getDeviceWarningRecord': device('P1'),
    'fieldProject.members': { id: project },
    'fieldProject.setMembers': { id: project, view: [], operate: [], manage: [] },
    'fieldProject.limits': { id: project },
    'fieldProject.setLimits': { id: project, rowVersion: 1 },
    'fieldGateway.issueToken': { id: `${project}-GW` },
    'fieldDevice.setMaintenance': { id: `${project}-T1`, reason: '检修' },
    'fieldDevice.endMaintenance': { id: `${project}-T1` },
    'deviceAside.read': { id: ids.aside },
    'deviceAside.assign': { id: ids.aside, deviceId: `${project}-SM` },
    'deviceAside.delete': { ids: [ids.aside] },
    'alarmRule.create': ruleOf(project),
    'alarmRule.update': { ...ruleOf(project), id: ids.rule },
    'alarmRule.delete': { id: ids.rule },
    'weatherController.getHisDatas': { ...device('WS'), ...span },
    'weatherController.getSoilMoistureHisDatas': { ...device('SM'), ...span },
    'weatherController.exportHisDatas': { ...device('WS'), ...span, format: 'csv' },
    'weatherController.metrics': { deviceIds: `${project}-WS` },
    'simulator.targets': { projectId: project, kind: 'burst' },
    'simulator.startFault': { projectId: project, kind: 'burst', target: 'x' },
    'simulator.stopFault': { projectId: project, kind: 'burst', target: 'x' },
    'simulator.setLapse': { projectId: project, factor: 1 },
  }
  const given = special[name]
  if (given) return { ...given }
  const row = rows[area]
  if (row && act !== 'list') return { ...rowOf(project), ...row[1], id: `${project}${row[0]}` }
  if (area === 'deviceAlarm' && !['list', 'kpis'].includes(act))
    return { fid: ids.alarm, version: 1, minutes: 5, reason: '范围', note: '范围' }
  if (area === 'pump') return { ...span, projectId: project }
  return { projectId: project }
}

const REFUSALS = [403, 404, 4031, 4041]

describe('a project that one is no member of', () => {
  const scoped = Object.values(CALLS).filter(({ name }) => !OF_NO_PROJECT.includes(name))
  const ask = async (who: TestClient, name: string, project: string) => {
    if (name !== 'fieldImport.run') return who.envelope(name as CallName, inputOf(name, project))
    const form = new FormData()
    form.set('projectId', project)
    form.set('kind', 'geojson')
    form.set('file', new Blob(['{"features":[]}']), 'a.geojson')
    const answer = await who.fetch('/api/field/import', { method: 'POST', body: form })
    return (await answer.json()) as { code: number; msg: string; data: unknown }
  }

  it.each(scoped.map(({ name }) => name))('is closed to %s', async (name) => {
    const before = await everythingOf(OTHER)
    const { code, data, msg } = await ask(manager, name, OTHER)
    if (code === 200) expect(JSON.stringify(data), `${name} tells nothing of it`).not.toContain(OTHER)
    else expect(REFUSALS, `${name}: ${code} ${msg}`).toContain(code)
    const { method } = (CALLS as Readonly<Record<string, { method: string }>>)[name] ?? { method: 'GET' }
    if (method !== 'GET' || /change|clear|handle/.test(name)) {
      if (!/list|get|judge|check|export|kpis/i.test(name)) expect(code, name).not.toBe(200)
      expect(await everythingOf(OTHER), `${name} changes nothing of it`).toEqual(before)
    }
  })

  it('is refused for the project, not for want of a right: one’s own answers', async () => {
    const refused: string[] = []
    for (const { name, method } of scoped) {
      // Reads; writes would change what the others go by.
      if (method !== 'GET' || /change|clear|handle|simulator|aside|command$|alarm.*history/i.test(name))
        continue
      const { code } = await ask(manager, name, OWN)
      if (REFUSALS.includes(code)) refused.push(`${name} ${code}`)
    }
    expect(refused).toEqual([])
  })

  it('is not watched, and its alarms are not heard', async () => {
    const browser = openBrowser(server.url, manager.token, ['fieldChanged', 'fieldStands', 'refused'])
    await browser.ready()
    browser.live.watchField(OTHER)
    browser.live.watchField(OWN)
    const of = (method: string) => browser.frames.filter((frame) => frame.method === method)
    await expect.poll(() => [of('refused').length, of('fieldStands').length], WAIT).toEqual([1, 1])
    expect(of('refused')).toMatchObject([{ code: 404, frame: 'fieldWatch' }])
    const address = `${server.url.replace('http', 'ws')}/api/deviceAlarm/websocket/${managerId}`
    const alarms = new WebSocket(address, { headers: { authorization: manager.token } })
    const heard: string[] = []
    alarms.on('message', (data) => heard.push(String(data)))
    await expect.poll(() => heard, WAIT).toContain(CONNECT_SUCCESS)
    for (const project of [OTHER, OWN]) {
      const change = { layer: 'device' as const, id: `${project}-T1`, isAlert: 1 }
      server.server.services.fieldLive.changed(project, change)
      await field.raise({ sourceId: `${project}-T1`, type: 'SCOPE_HEARD', projectId: project })
    }
    await expect.poll(() => JSON.stringify(of('fieldChanged')), WAIT).toContain(`${OWN}-T1`)
    await expect.poll(() => heard.join(), WAIT).toContain(OWN)
    expect(JSON.stringify(of('fieldChanged'))).not.toContain(OTHER)
    expect(heard.join()).not.toContain(OTHER)
    alarms.close()
    browser.close()
  })
})

const WAIT = { timeout: 45_000 }

/** All rows of a project, but for what devices and clocks write. */
async function everythingOf(project: string): Promise<unknown> {
  const tables = [
    'fert_recipe',
    'gateway',
    'device',
    'pipe',
    'pipe_node',
    'block',
    'irrigation_group',
    'alarm',
  ]
  const more = ['alarm_rule', 'project_member', 'schedule', 'rain_hold', 'device_aside', 'irrigation_run']
  const rows = [...tables, ...more].map(
    (table) => `'${table}', (select jsonb_agg(to_jsonb(it) - 'last_seen_at' order by to_jsonb(it)::text)
      from ${table} it where project_id = $1)`,
  )
  const [row] = await server.sql<{ all: unknown }>(
    `select jsonb_build_object(${rows.join(', ')},
      'project', (select jsonb_build_array(row_version, deleted_at, limits) from project where id = $1),
      'command', (select jsonb_agg(jsonb_build_array(id, intent) order by id) from command where project_id = $1)
    ) as all`,
    [project],
  )
  return row?.all
}
