import '@arco-design/web-react/es/style/index.css'
import { CallError } from '@runtime/host'
import { afterEach, expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '../../shell/base.css'
import { type Answer, draw, testHost } from '../../testing'
import { FieldMap } from '../field-map'
import type { FieldSnapshot } from '../store/snapshot'
import { fakeField, NOW, snapshotOf } from './fixture'
import { shownRun } from './run'
import { smallFarm } from './small-farm'

/** What the specs of panels share: a map over a field that a spec plays, and the calls of a panel that nobody cares about. */
export const LOADING = { timeout: 20_000 }
export const farm = snapshotOf(smallFarm)
export const VALVE = farm.ballValves[0]?.deviceId ?? ''
export const PUMP = farm.others.find(({ kind }) => kind === 'PUMP')?.deviceId ?? ''
export const SET = 'fieldManagement.controlThreeWayBallValve'

let drawn: ReturnType<typeof draw> | undefined
/** Where the map has been drawn. */
export const drawnPlace = () => drawn?.place ?? document.body
afterEach(async () => {
  drawn?.unmount()
  drawn = undefined
  document.body.removeAttribute('arco-theme')
  await page.viewport(1440, 900)
})

export const command = (id: unknown, more: object = {}) => ({
  commandId: id,
  projectId: farm.projectId,
  deviceId: VALVE,
  deviceName: '',
  op: 'valve.set',
  target: { op: 'valve.set', direction: 1, gatage: 100 },
  state: 'QUEUED',
  stage: null,
  risk: 'B',
  seq: 1,
  attempts: 1,
  issuedBy: '测试员',
  confirmedBy: '',
  reason: '',
  issuedAt: NOW,
  expiresAt: NOW + 60_000,
  sentAt: null,
  ackedAt: null,
  finishedAt: null,
  verifiedAt: null,
  resultCode: '',
  resultText: '',
  runId: null,
  expectedDeliverySec: 5,
  ...more,
})

export const allowed = {
  canControl: true,
  reason: '',
  violations: [],
  holder: null,
  expectedDeliverySec: 5,
  risk: 'B',
}
export const rule = (code: string, text: string, level = 'reject') => ({
  code,
  level,
  text,
  deviceId: null,
  since: null,
})

const ANSWERS: Readonly<Record<string, Answer>> = {
  'fieldManagement.tileSources': () => ({ list: [] }),
  'fieldManagement.isControlThreeWayBallValve': () => allowed,
  'fieldManagement.approvals': () => [],
  'fieldManagement.commands': () => ({ list: [], pagination: { currentPage: 1, pageSize: 5, total: 0 } }),
  'fieldManagement.command': ({ commandId }) => command(commandId),
  'fieldManagement.runs': () => [],
  'fieldManagement.lgzList': () => [],
  'fieldManagement.getLgzByTwbDeviceId': () => [],
  'deviceAlarm.list': () => ({ list: [], pagination: { currentPage: 1, pageSize: 9999, total: 0 }, seq: 0 }),
  'fieldNode.read': () => {
    throw new CallError(4031, '没有权限')
  },
}

export interface Options {
  readonly isNarrow?: boolean
  readonly isDark?: boolean
  /** Another field than the small farm, in which every device has just reported. */
  readonly snapshot?: FieldSnapshot
}

export async function show(answers: Readonly<Record<string, Answer>> = {}, options: Options = {}) {
  const { field, source } = fakeField(options.snapshot ?? farm)
  const host = testHost({ ...ANSWERS, ...answers })
  Object.assign(host, { now: () => field.now, timeZone: 'Asia/Shanghai' })
  drawn = draw(
    <FieldMap
      projectId={farm.projectId}
      source={source}
      fetchTile={() => Promise.reject(new Error('no tiles in this spec'))}
      isDark={options.isDark ?? false}
      isNarrow={options.isNarrow ?? false}
    />,
    host,
  )
  await expect.element(page.getByRole('status').first(), LOADING).toHaveTextContent('实时')
  return { field, host }
}

export const button = (name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
export const panel = () => page.getByRole('article')
export const progress = () => page.getByRole('region', { name: '命令进度' })

/** Opens a device's panel at its control. */
export async function control(
  id: string,
  answers: Readonly<Record<string, Answer>> = {},
  options: Options = {},
  tab = '控制',
) {
  const shown = await openPanel(id, answers, options, tab)
  if (tab === '控制') await expect.element(page.getByRole('region', { name: tab }), LOADING).toBeVisible()
  return shown
}

/** Opens a device's panel at a tab, whatever the person may do there. */
export async function openPanel(
  id: string,
  answers: Readonly<Record<string, Answer>> = {},
  options: Options = {},
  tab = '控制',
) {
  const shown = await show(answers, options)
  if (options.isNarrow) await button('设备列表').click()
  await userEvent.fill(page.getByRole('textbox', { name: '搜索名称或编号' }), id)
  await page
    .getByRole('listitem')
    .getByRole('button', { name: new RegExp(id) })
    .first()
    .click()
  await page.getByRole('tab', { name: tab }).click()
  return shown
}

export const sentTo = (host: ReturnType<typeof testHost>, name: string) =>
  host.calls.filter((call) => call.name === name).map(({ input }) => input)

/** A run that stops everything. */
export const stopping = {
  runId: 'r1',
  projectId: farm.projectId,
  lgzId: '',
  lgzName: '',
  action: 'stop',
  state: 'STOPPING',
  startedAt: NOW,
  endsAt: null,
  endedAt: null,
  minutes: 0,
  targetM3: null,
  volumeM3: null,
  volumeQuality: 'unknown' as const,
  volumeNote: '',
  issuedBy: '测试员',
  shown: shownRun('', {
    ...{
      runId: 'r1',
      groupId: null,
      phase: 'stopping',
      water: 'none',
      proved: 0,
      of: 1,
      endsAt: null,
      minutes: 0,
    },
  }),
  why: '',
}
