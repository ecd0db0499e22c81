import '@arco-design/web-react/es/style/index.css'
import { CallError } from '@runtime/host'
import axe from 'axe-core'
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '../../shell/base.css'
import { type Answer, draw, testHost } from '../../testing'
import { latY, lngX, worldSize } from '../mercator'
import { fakeField, NOW, snapshotOf } from '../specs/fixture'
import { shownRun } from '../specs/run'
import { smallFarm } from '../specs/small-farm'
import { GroupEditor } from './group-editor'
import { GroupMap } from './group-map'
import { Schedules } from './schedules'

const LOADING = { timeout: 45_000 }
const farm = snapshotOf(smallFarm)
const [first] = farm.ballValves
const OPERATE = 'fieldManagement.operateLgz'

let drawn: ReturnType<typeof draw> | undefined
afterEach(async () => {
  drawn?.unmount()
  drawn = undefined
  document.body.removeAttribute('arco-theme')
  await page.viewport(1440, 900)
})

const group = (id: string, more: object = {}) => ({
  id,
  projectId: farm.projectId,
  name: `${id}号轮灌组`,
  state: 0,
  orderNo: 1,
  nodes: [{ nodeId: first?.nodeId, twbDeviceId: first?.deviceId, openDirection: 1, gatage: 100 }],
  designFlow: 818,
  plannedMinutes: 480,
  targetM3: null,
  hydraulicCheck: { level: 'ok', text: '' },
  startedAt: null,
  endedAt: null,
  rowVersion: 3,
  ...more,
})
const run = (lgzId: string, more: object = {}) => ({
  runId: `r-${lgzId}`,
  projectId: farm.projectId,
  lgzId,
  lgzName: '',
  action: 'start',
  state: 'RUNNING',
  startedAt: NOW,
  endsAt: NOW + 3_600_000,
  endedAt: null,
  minutes: 480,
  targetM3: null,
  volumeM3: null,
  volumeQuality: 'unknown' as const,
  volumeNote: '',
  issuedBy: '测试员',
  why: '',
  shown: shownRun(lgzId),
  steps: [
    { no: 1, deviceId: 'T1', op: 'valve.set', commandId: 'a', state: 'VERIFIED', resultText: '' },
    { no: 2, deviceId: 'T2', op: 'valve.set', commandId: 'b', state: 'TIMEOUT', resultText: '阀门没有动作' },
  ],
  ...more,
})
const hydraulics = { flow: 818, minPressure: 0.118, maxVelocity: 1.57 }

const ANSWERS: Readonly<Record<string, Answer>> = {
  'fieldManagement.tileSources': () => ({ list: [] }),
  'fieldManagement.lgzList': () => [group('G1'), group('G2')],
  'fieldManagement.runs': () => [],
  'fieldManagement.judgeCanOperateLgz': () => ({ can: true, violations: [], hydraulics }),
  'fieldManagement.approvals': () => [],
  'fieldRecipe.list': () => ({ list: [{ id: 'R1', name: '尿素' }] }),
  'fieldManagement.checkLgz': ({ nodes }) => {
    const outlets = (nodes as readonly { openDirection: number }[]).map(({ openDirection }) => openDirection)
    const flow = outlets.reduce((sum, direction) => sum + (direction === 3 ? 80 : 40), 0)
    return { level: 'ok', violations: [], hydraulics: { ...hydraulics, flow } }
  },
}

function setUp(answers: Readonly<Record<string, Answer>>) {
  const { field, source } = fakeField(farm)
  const host = testHost({ ...ANSWERS, ...answers })
  const gone: string[] = []
  const navigate = (to: string) => void gone.push(to)
  Object.assign(host, { now: () => field.now, timeZone: 'Asia/Shanghai', navigate })
  const map = {
    projectId: farm.projectId,
    source,
    fetchTile: () => Promise.reject(new Error('no tiles in this spec')),
    isDark: false,
    isNarrow: true,
  }
  return { field, host, gone, map }
}

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
const sentTo = (host: ReturnType<typeof testHost>, name: string) =>
  host.calls.filter((call) => call.name === name).map(({ input }) => input)

describe('the page of groups', () => {
  async function show(answers: Readonly<Record<string, Answer>> = {}) {
    await page.viewport(390, 844)
    const made = setUp(answers)
    drawn = draw(<GroupMap {...made.map} />, made.host, '844px')
    await button(/G1号轮灌组/).click()
    await expect.element(page.getByRole('region', { name: '控制' }), LOADING).toBeVisible()
    return made
  }

  it('opens the group that its address names, marks it and shows it, once', async () => {
    await page.viewport(390, 844)
    const made = setUp({})
    let asked = 0
    drawn = draw(
      <GroupMap {...made.map} requestedGroup="G2" onAsked={() => (asked += 1)} />,
      made.host,
      '844px',
    )
    await expect.element(button(/G2号轮灌组/), LOADING).toHaveAttribute('aria-expanded', 'true')
    await expect.element(page.getByText('0.118 MPa'), LOADING).toBeVisible()
    await expect.poll(() => document.querySelectorAll('.loam-map-mark').length, LOADING).toBe(1)
    expect(asked).toBe(1)
  })

  it('says so when its address names a group that this project does not have', async () => {
    const made = setUp({})
    drawn = draw(<GroupMap {...made.map} requestedGroup="G9" />, made.host, '844px')
    await expect
      .poll(() => made.host.toasts, LOADING)
      .toEqual([{ kind: 'warning', text: '当前项目中没有轮灌组 G9' }])
  })

  it('finds a group by its name among the devices of a phone', async () => {
    await show()
    await button('设备列表').click()
    await userEvent.fill(page.getByRole('textbox', { name: '搜索名称或编号' }), 'g2号轮灌')
    await page
      .getByRole('listitem')
      .getByRole('button', { name: /G2号轮灌组/ })
      .click()
    await expect.element(button(/G2号轮灌组/), LOADING).toHaveAttribute('aria-expanded', 'true')
  })

  it('shows who may only look how a group stands, and nothing by which it is run or changed', async () => {
    const made = setUp({ 'fieldManagement.projectLevel': () => ({ level: 'view' }) })
    drawn = draw(<GroupMap {...made.map} />, made.host, '844px')
    await button(/G1号轮灌组/).click()
    await expect.element(page.getByText('0.118 MPa'), LOADING).toBeVisible()
    for (const name of ['启动', '停止', '编辑', '新建轮灌组', '全部停止'])
      expect(button(name).elements(), name).toEqual([])
    expect(page.getByRole('region', { name: '控制' }).elements()).toEqual([])
  })

  it('lets who may operate run a group, and not change it', async () => {
    await show({ 'fieldManagement.projectLevel': () => ({ level: 'operate' }) })
    for (const name of ['启动', '停止', '全部停止']) await expect.element(button(name)).toBeVisible()
    for (const name of ['编辑', '新建轮灌组']) expect(button(name).elements(), name).toEqual([])
  })

  it('marks what a group waters and starts it after the server’s own question', async () => {
    let isRunning = false
    const { host } = await show({
      'fieldManagement.lgzList': () => [group('G1', { state: isRunning ? 1 : 0 }), group('G2')],
      'fieldManagement.runs': () => (isRunning ? [run('G1')] : []),
      [OPERATE]: ({ confirmToken, commandId }) => {
        if (!confirmToken)
          throw new CallError(4101, '请确认', [], {
            commandId,
            confirmToken: 't',
            expiresIn: 15,
            snapshot: {
              violations: [],
              asked: { act: 'group.start', name: 'G1号轮灌组', flow: 818, outlets: 20 },
            },
          })
        isRunning = true
        return run('G1')
      },
    })
    await expect.poll(() => document.querySelectorAll('.loam-map-mark').length, LOADING).toBe(1)
    await expect.element(page.getByText('0.118 MPa'), LOADING).toBeVisible()
    await button('启动').click()
    await button('确认启动 818 m³/h，20 个出水口（15 秒）').click()
    await expect
      .element(page.getByRole('region', { name: '运行', exact: true }), LOADING)
      .toHaveTextContent('剩 1 小时 00 分 · 1/2 已证实')
    await expect
      .element(page.getByRole('region', { name: '运行', exact: true }))
      .toHaveTextContent('T2 超时，状态未核实 阀门没有动作')
    const [requested, confirmed] = sentTo(host, OPERATE)
    expect(confirmed).toEqual({ ...requested, confirmToken: 't' })
    expect(requested).toMatchObject({ lgzId: 'G1', action: 'start', minutes: 480 })
    await expect.element(button('暂停'), LOADING).toBeVisible()
  })

  it('gives a group’s water fertilizer by a recipe, and says where that stands', async () => {
    const fertigation = { deviceId: 'F1', recipe: '尿素', minutes: 90, phase: 'injecting', endedAt: null }
    const { host } = await show({
      [OPERATE]: () => run('G1', { fertigation: { ...fertigation, startedAt: NOW - 30 * 60_000 } }),
    })
    await userEvent.selectOptions(page.getByRole('combobox', { name: '施肥配方' }), '尿素')
    // What is asked of the rules is what will be started.
    await expect
      .poll(() => sentTo(host, 'fieldManagement.judgeCanOperateLgz').at(-1), LOADING)
      .toMatchObject({ lgzId: 'G1', action: 'start', fertRecipeId: 'R1', minutes: 480 })
    await button('启动').click()
    await expect
      .element(page.getByRole('region', { name: '运行', exact: true }), LOADING)
      .toHaveTextContent('施肥：尿素 · 正在注肥 · 还需 60 分钟')
    expect(sentTo(host, OPERATE)[0]).toMatchObject({ fertRecipeId: 'R1' })
  })

  /** The first group while a run of it stands like this. */
  async function told(more: object) {
    await show({
      'fieldManagement.lgzList': () => [group('G1', { state: 1 }), group('G2')],
      'fieldManagement.runs': () => [run('G1', more)],
    })
    return page.getByRole('region', { name: '运行', exact: true })
  }

  it('says how sure the water of a run is', async () => {
    const shown = shownRun('G1', { m3: 20, quality: 'partial' })
    const region = await told({ shown, volumeNote: '水表中途归零' })
    await expect.element(region, LOADING).toHaveTextContent('至少 20.0 m³')
    await expect.element(region).toHaveTextContent('水表中途归零')
  })

  it('says that the water is unknown where nobody measures it', async () => {
    const region = await told({ volumeNote: '水表没有读数；测不到水量，本次按时间结束' })
    await expect.element(region, LOADING).toHaveTextContent('水量未知')
    await expect.element(region).toHaveTextContent('本次按时间结束')
  })

  it('does not offer a start that the rules refuse, and says why', async () => {
    await show({
      'fieldManagement.judgeCanOperateLgz': () => ({
        can: false,
        violations: [
          { code: 'I11', level: 'reject', text: 'T1 属于正在运行的 G2', deviceId: null, since: null },
        ],
        hydraulics,
      }),
    })
    await expect
      .element(page.getByRole('list', { name: '不能执行的原因' }), LOADING)
      .toHaveTextContent('I11 T1')
    await expect.element(button('启动')).toBeDisabled()
    await expect.element(button('停止')).toBeEnabled()
  })

  it('takes over from the group that runs', async () => {
    const { host } = await show({
      'fieldManagement.lgzList': () => [group('G1'), group('G2', { state: 1 })],
      [OPERATE]: () => run('G1'),
    })
    await button('由“G2号轮灌组”切换至此组').click()
    await expect.poll(() => sentTo(host, OPERATE).length, LOADING).toBe(1)
    expect(sentTo(host, OPERATE)[0]).toMatchObject({ action: 'switch', lgzId: 'G1', fromLgzId: 'G2' })
  })

  it('takes the marks of finished runs away', async () => {
    const { host, field } = await show({ 'fieldManagement.clearHighlight': () => true })
    field.tell(11, [{ layer: 'highlightNodes', id: first?.nodeId ?? '', status: 2, lgzId: 'G1' }])
    await button('清除已完成标记（1）').click()
    await expect.poll(() => sentTo(host, 'fieldManagement.clearHighlight').length, LOADING).toBe(1)
  })

  it('can be read by everybody, and everything that is pressed is as large as a thumb', async () => {
    await show()
    await expect.element(page.getByText('0.118 MPa'), LOADING).toBeVisible()
    for (const name of ['启动', '停止', '全部停止'])
      expect(button(name).element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
    const { violations } = await axe.run(drawn?.place ?? document.body, {
      rules: { region: { enabled: false } },
    })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  })
})

describe('the page on which a group is made', () => {
  it('takes valves by tapping them, checks the pipes with each, and saves', async () => {
    const { host, map, gone } = setUp({
      'fieldManagement.lgz': () => group('G1'),
      'fieldManagement.updateLgz': () => group('G1'),
    })
    drawn = draw(<GroupEditor {...map} isNarrow={false} groupId="G1" />, host)
    await expect.element(page.getByText('已选 1 个出水口'), LOADING).toBeVisible()
    await expect
      .element(page.getByRole('region', { name: '运行前检查' }), LOADING)
      .toHaveTextContent('40 m³/h')
    await userEvent.selectOptions(
      page.getByRole('combobox', { name: `${first?.deviceId} 出水方向` }),
      '两侧开启',
    )
    await expect.element(page.getByText('已选 2 个出水口')).toBeVisible()
    await expect
      .element(page.getByRole('region', { name: '运行前检查' }), LOADING)
      .toHaveTextContent('80 m³/h')
    expect(sentTo(host, 'fieldManagement.checkLgz').at(-1)).toEqual({
      projectId: farm.projectId,
      nodes: [{ nodeId: first?.nodeId, twbDeviceId: first?.deviceId, openDirection: 3 }],
    })
    await button('保存').click()
    await expect.poll(() => gone, LOADING).toEqual(['/appLGZMap'])
    expect(sentTo(host, 'fieldManagement.updateLgz')[0]).toMatchObject({
      id: 'G1',
      rowVersion: 3,
      nodes: [{ nodeId: first?.nodeId, twbDeviceId: first?.deviceId, openDirection: 3, gatage: 100 }],
    })
  })

  it('keeps what was chosen when the server refuses it, with the reason', async () => {
    const { host, map, gone } = setUp({
      'fieldManagement.createLgz': () => {
        throw new CallError(4204, '设计流量 1010 m³/h 超过可用 1000', [], { violations: [] })
      },
    })
    drawn = draw(<GroupEditor {...map} isNarrow={false} groupId={null} />, host)
    await expect.element(page.getByRole('status').first(), LOADING).toHaveTextContent('实时')
    await userEvent.fill(page.getByRole('textbox', { name: '名称' }), '新组')
    await expect.element(button('保存')).toBeDisabled()
    await tapNearestValve()
    await expect.element(page.getByText('已选 1 个出水口'), LOADING).toBeVisible()
    await button('保存').click()
    await expect
      .element(page.getByRole('alert'), LOADING)
      .toHaveTextContent('设计流量 1010 m³/h 超过可用 1000')
    expect(gone).toEqual([])
    expect(sentTo(host, 'fieldManagement.createLgz')[0]).toMatchObject({
      name: '新组',
      projectId: farm.projectId,
    })
  })
})

/** Taps the valve that is nearest to the farm's own place, near enough to stand apart from its neighbours. */
async function tapNearestValve(): Promise<void> {
  const zoom = () => Number(document.querySelector('.loam-map-frame')?.getAttribute('data-zoom'))
  await expect.poll(zoom, LOADING).toBe(16)
  for (const next of [17, 18]) {
    await button('放大').click()
    await expect.poll(zoom, LOADING).toBe(next)
  }
  const view = document.querySelector('.loam-map-view')?.getBoundingClientRect() ?? new DOMRect()
  const world = worldSize(18)
  const far = ({ lng, lat }: { lng?: number | null; lat?: number | null }) => [
    (lngX(lng ?? 0) - lngX(farm.longitude ?? 0)) * world,
    (latY(lat ?? 0) - latY(farm.latitude ?? 0)) * world,
  ]
  const [nearest] = farm.ballValves
    .map(far)
    .sort(([x1 = 0, y1 = 0], [x2 = 0, y2 = 0]) => Math.hypot(x1, y1) - Math.hypot(x2, y2))
  const [x = 0, y = 0] = nearest ?? []
  const position = { x: view.width / 2 + x, y: view.height / 2 + y }
  await page.getByRole('application').click({ position })
}

describe('the page of schedules', () => {
  const schedule = (more: object = {}) => ({
    id: 'S1',
    projectId: farm.projectId,
    name: '早灌',
    mode: 'TIME',
    cron: '0 6 * * *',
    groupIds: ['G1'],
    minutes: 60,
    targetM3: null,
    soil: null,
    et: null,
    window: null,
    enabledMark: 1,
    nextAt: NOW + 3_600_000,
    rowVersion: 2,
    ...more,
  })
  const outcomes = [
    {
      id: 'o1',
      scheduleId: 'S1',
      scheduleName: '早灌',
      plannedAt: NOW,
      state: 'MISSED',
      why: '服务器当时未运行',
    },
  ]
  const answers: Readonly<Record<string, Answer>> = {
    'fieldManagement.schedules': () => [schedule()],
    'fieldManagement.scheduleRuns': () => ({ list: outcomes }),
    'fieldManagement.holds': () => [],
    'fieldManagement.getSoilMoistures': () => farm.soilMoistures,
    'fieldManagement.getWeatherStations': () => farm.weatherStations,
    'fieldManagement.createSchedule': () => schedule(),
    'fieldManagement.updateSchedule': () => schedule(),
    'fieldManagement.stopAll': () => run('', { action: 'stop', state: 'STOPPING' }),
  }

  async function show(isDark = false) {
    const made = setUp(answers)
    drawn = draw(<Schedules projectId={farm.projectId} isDark={isDark} />, made.host)
    await expect.element(button(/早灌/), LOADING).toBeVisible()
    return made
  }

  it('says when each runs next, and what was missed', async () => {
    await show()
    await expect.element(button(/早灌/)).toHaveTextContent('按时间06:00 · 下次 2026-07-15 13:00:00')
    await expect
      .element(page.getByRole('region', { name: '执行情况' }), LOADING)
      .toHaveTextContent('错过 早灌 · 2026-07-15 12:00:00 · 服务器当时未运行')
  })

  it.each([
    ['view', []],
    ['operate', ['全部停止']],
    ['manage', ['全部停止', '新建计划', '因雨暂停', /早灌/]],
  ] as const)('gives who may %s these controls: %j', async (level, allowed) => {
    const { host } = setUp({ ...answers, 'fieldManagement.projectLevel': () => ({ level }) })
    drawn = draw(<Schedules projectId={farm.projectId} isDark={false} />, host)
    await expect.element(page.getByText('按时间'), LOADING).toBeVisible()
    for (const name of allowed) await expect.element(button(name), LOADING).toBeVisible()
    expect(page.getByRole('button').elements()).toHaveLength(allowed.length)
    expect(page.getByRole('switch').elements()).toHaveLength(level === 'manage' ? 1 : 0)
  })

  it('makes one by soil moisture, on chosen days', async () => {
    const { host } = await show()
    await button('新建计划').click()
    await userEvent.fill(page.getByRole('textbox', { name: '名称' }), '墒情灌溉')
    await userEvent.selectOptions(page.getByRole('combobox', { name: '方式' }), '按墒情')
    await page.getByRole('checkbox', { name: '周日' }).click()
    await page.getByRole('checkbox', { name: 'G2号轮灌组' }).click()
    await expect.element(button('保存')).toBeDisabled()
    await page.getByRole('checkbox', { name: farm.soilMoistures[0]?.name ?? '' }).click()
    await button('保存').click()
    await expect.poll(() => sentTo(host, 'fieldManagement.createSchedule').length, LOADING).toBe(1)
    expect(sentTo(host, 'fieldManagement.createSchedule')[0]).toMatchObject({
      name: '墒情灌溉',
      mode: 'SOIL',
      cron: '0 6 * * 1,2,3,4,5,6',
      groupIds: ['G2'],
      soil: { deviceIds: [farm.soilMoistures[0]?.deviceId], metric: 'vwc20', below: 20 },
      et: null,
    })
  })

  it('starts only within the hours that are set, over midnight too', async () => {
    const { host } = await show()
    await button(/早灌/).click()
    await page.getByRole('checkbox', { name: '只在时段内启动' }).click()
    await userEvent.fill(page.getByLabelText('时段开始'), '21:30')
    await userEvent.fill(page.getByLabelText('时段结束'), '07:00')
    await button('保存').click()
    await expect.poll(() => sentTo(host, 'fieldManagement.updateSchedule').length, LOADING).toBe(1)
    expect(sentTo(host, 'fieldManagement.updateSchedule')[0]).toMatchObject({
      id: 'S1',
      window: { from: '21:30', to: '07:00' },
    })
  })

  it('stops everything by one press too', async () => {
    const { host } = await show()
    await button('全部停止').click()
    await expect.poll(() => sentTo(host, 'fieldManagement.stopAll').length, LOADING).toBe(1)
    expect(sentTo(host, 'fieldManagement.stopAll')[0]).toMatchObject({ projectId: farm.projectId })
    expect(host.questions).toEqual([])
  })

  it('is switched off without being opened', async () => {
    const { host } = await show()
    await page.getByRole('switch').click()
    await expect.poll(() => sentTo(host, 'fieldManagement.updateSchedule').length, LOADING).toBe(1)
    expect(sentTo(host, 'fieldManagement.updateSchedule')[0]).toMatchObject({
      id: 'S1',
      rowVersion: 2,
      enabledMark: 0,
    })
  })

  it.each([false, true])('can be read by everybody, with dark %s', async (isDark) => {
    if (isDark) document.body.setAttribute('arco-theme', 'dark')
    await page.viewport(390, 844)
    await show(isDark)
    await button(/早灌/).click()
    await expect.element(button('删除此计划'), LOADING).toBeVisible()
    const { violations } = await axe.run(drawn?.place ?? document.body, {
      rules: { region: { enabled: false } },
    })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  })
})
