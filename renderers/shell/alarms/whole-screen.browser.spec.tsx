import '@arco-design/web-react/es/style/index.css'
import { FieldMap } from '@renderers/map/field-map'
import { fakeField, NOW, snapshotOf } from '@renderers/map/specs/fixture'
import { shownRun } from '@renderers/map/specs/run'
import { smallFarm } from '@renderers/map/specs/small-farm'
import { PageServicesProvider } from '@renderers/page/services'
import { CallError } from '@runtime/host'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { draw, testHost } from '../../testing'
import '@widgets/shared/dialog/dialog.css'
import '../base.css'
import '../layout/workspace.css'
import { client } from '../client'
import { switchLanguage } from '../language'
import { Layout } from '../layout/layout'
import { overlays } from '../layout/overlays'
import { settings } from '../layout/settings'
import { forgetTabs } from '../layout/tab-store'
import { createLiveState, LiveContext } from '../live'
import type { SignedIn } from '../sign-in/session'
import { fakeAlarms } from '../specs/fake-alarms'
import { fakeLive } from '../specs/fake-live'
import { ShareAlarmsContext } from './use-alarms'

const WAITING = { timeout: 12_000 }
const farm = snapshotOf(smallFarm)
const P = farm.projectId
const GROUP = {
  ...{ id: 'G5', projectId: P, name: '5号轮灌组', state: 1, orderNo: 5, designFlow: 818 },
  ...{ plannedMinutes: 480, targetM3: null, fertRecipeId: null, rowVersion: 1 },
  nodes: farm.ballValves
    .slice(0, 2)
    .map(({ deviceId, nodeId }) => ({ nodeId, twbDeviceId: deviceId, openDirection: 1, gatage: 100 })),
}
const RUN = {
  ...{ runId: 'r-G5', projectId: P, lgzId: 'G5', lgzName: GROUP.name, action: 'start', state: 'RUNNING' },
  ...{ startedAt: NOW, endsAt: NOW + 3_600_000, endedAt: null, minutes: 480, targetM3: null, volumeM3: null },
  ...{ issuedBy: '测试员', why: '', fertigation: null, steps: [], shown: shownRun('G5') },
}
const entry = (id: string, fullName: string) => ({
  ...{ id, enCode: id, fullName, type: 2, urlAddress: id },
})
const TOKEN = 'T'.repeat(43)
const signedIn: SignedIn = {
  token: TOKEN,
  user: {
    ...{ userId: 'u1', userAccount: 'wang', userName: '王小田', isAdministrator: true },
    systemIds: [{ id: 's', name: '办公', icon: '', currentSystem: true }],
  },
  menu: [entry('home', '首页'), entry('pcMap', '监控地图'), entry('valves', '阀门台账')],
  permissions: [],
  system: { sysName: 'Loam', sysVersion: '1', copyright: '' },
}
const texts = Object.fromEntries(
  Object.entries(
    import.meta.glob<Record<string, { zh: string }>>('../../../schemas/locales/*.json', {
      eager: true,
      import: 'default',
    }),
  ).flatMap(([file, entries]) =>
    Object.entries(entries).map(([key, { zh }]) => [`${file.replace(/^.*\/|\.json$/g, '')}.${key}`, zh]),
  ),
)

let server: ReturnType<typeof fakeAlarms>
/** Windows of an earlier spec are not to hear of this one. */
let user = 0
let drawn: ReturnType<typeof draw> | undefined
const before = settings.project
beforeEach(async () => {
  server = fakeAlarms()
  user += 1
  await switchLanguage('zh', async () => texts)
  client.token.set(TOKEN)
  settings.project = P
})
afterEach(async () => {
  drawn?.unmount()
  drawn = undefined
  overlays.menu = false
  settings.project = before
  client.token.clear()
  forgetTabs()
  sessionStorage.clear()
  await page.viewport(1440, 900)
})

/** The map with a group that is watered, in the frame of the product. */
async function open(isNarrow: boolean) {
  const { field, source } = fakeField(farm)
  const host = testHost({
    'fieldManagement.tileSources': () => ({ list: [] }),
    'fieldManagement.approvals': () => [],
    'fieldManagement.lgzList': () => [GROUP],
    'fieldManagement.runs': () => [RUN],
    'fieldManagement.toStop': () => ({ pumps: 1, spreaders: 0, valves: 2, runs: 1 }),
    'fieldManagement.projectLevel': () => ({ level: 'operate' }),
    'fieldManagement.operateLgz': () => {
      throw new CallError(4101, '请确认后再执行', [], { confirmToken: 't', expiresIn: 30, snapshot: {} })
    },
    'fieldRecipe.list': () => ({ list: [] }),
    'deviceAlarm.list': () => ({ list: [], seq: 0 }),
    'dataInterface.page': () => ({ list: [{ f_id: P, name: farm.name }] }),
  })
  Object.assign(host, { now: () => field.now, timeZone: 'Asia/Shanghai' })
  drawn = draw(
    <LiveContext value={createLiveState(fakeLive().live, host.call)}>
      <ShareAlarmsContext value={server.share}>
        <PageServicesProvider value={{ permissions: () => ({}) as never, emit: () => undefined }}>
          <MemoryRouter initialEntries={['/pcMap']}>
            <Layout signedIn={{ ...signedIn, user: { ...signedIn.user, userId: `u${user}` } }}>
              <FieldMap
                projectId={P}
                source={source}
                fetchTile={() => Promise.reject(new Error('no tiles in this spec'))}
                isDark={false}
                isNarrow={isNarrow}
                requested={null}
                requestedGroup="G5"
                onAsked={() => undefined}
              />
            </Layout>
          </MemoryRouter>
        </PageServicesProvider>
      </ShareAlarmsContext>
    </LiveContext>,
    host,
    '100%',
  )
  await expect.element(page.getByRole('button', { name: '暂停', exact: true }), WAITING).toBeVisible()
  await expect
    .poll(() => document.querySelectorAll('.loam-alarm-bell[data-link="live"]').length, WAITING)
    .toBe(1)
  return host
}

/** The act of this name that can be seen. */
function act(name: string | RegExp): HTMLElement | undefined {
  const isNamed = (words: string) => (typeof name === 'string' ? words === name : name.test(words))
  return [...document.querySelectorAll<HTMLElement>('button, a')].find(
    (one) =>
      isNamed((one.getAttribute('aria-label') ?? one.textContent ?? '').trim()) &&
      one.getClientRects().length > 0,
  )
}

/** What a finger meets in the middle of an act, once it has been scrolled to; empty: the act itself. */
function over(one: HTMLElement | undefined, name = one?.textContent ?? ''): string {
  if (!one) return `${name} is not there`
  one.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  const { left, top, width, height } = one.getBoundingClientRect()
  const met = document.elementFromPoint(left + width / 2, top + height / 2)
  if (one.contains(met)) return ''
  return `${name} at ${Math.round(left)},${Math.round(top)} ${Math.round(width)}×${Math.round(height)}: ${met?.className}`
}
/** The menu and the tabs, a phone's bar. */
const FRAME = '.loam-sider nav a, .loam-tabs a, .loam-phone-bar :is(a, button), .loam-topbar button'
const SETTLED = { timeout: 5_000 }

describe.each([
  [1440, 900],
  [390, 844],
] as const)('a whole screen at %i × %i', (width, height) => {
  const isNarrow = width < 992
  it.each([1, 2, 3])('can be operated under %i pop-ups', async (count) => {
    await page.viewport(width, height)
    await open(isNarrow)
    for (let number = 1; number <= count; number += 1)
      server.raise(`T${number}`, { projectId: P, project_id: P, severity: (number % 4) + 1 })
    await expect.poll(() => document.querySelectorAll('.loam-alarm-dock').length, WAITING).toBe(count ? 1 : 0)
    const frame = () => [...document.querySelectorAll<HTMLElement>(FRAME)]
    expect(frame().length).toBeGreaterThan(4)
    const covered = (names: readonly (string | RegExp)[]) =>
      [...names.map((name) => over(act(name), String(name))), ...frame().map((one) => over(one))].filter(
        (found) => found !== '',
      )
    await expect.poll(() => covered(['停止', '暂停', '全部停止']), SETTLED).toEqual([])
    act('暂停')?.click()
    await expect.poll(() => act(/^确认（/) !== undefined, WAITING).toBe(true)
    await expect.poll(() => covered([/^确认（/, '取消', '停止', '全部停止']), SETTLED).toEqual([])
  })
})
