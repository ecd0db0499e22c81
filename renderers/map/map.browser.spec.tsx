import '@arco-design/web-react/es/style/index.css'
import { CallError } from '@runtime/host'
import { stressFarm } from '@services/simulator/farm/demo'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '../shell/base.css'
import { draw, type TestHost, testHost } from '../testing'
import { FieldMap } from './field-map'
import { type FetchTile, MAP_DEFAULTS } from './leaflet'
import { fakeField, NOW, snapshotOf } from './specs/fixture'
import { smallFarm } from './specs/small-farm'
import type { FieldSnapshot, TileSource } from './store/snapshot'

const LOADING = { timeout: 45_000 }
vi.setConfig({ testTimeout: 60_000 })
const farm = snapshotOf(smallFarm)
const VALVE = farm.ballValves[0]?.deviceId ?? ''

const GROUPS = ['5号轮灌组', '6号轮灌组'].map((name, index) => ({
  ...{ id: `LG${index + 5}`, projectId: farm.projectId, name, state: 0, orderNo: index, designFlow: 818 },
  ...{ plannedMinutes: 480, targetM3: null, rowVersion: 1 },
  nodes: farm.ballValves
    .slice(index, index + 2)
    .map(({ deviceId, nodeId }) => ({ nodeId, twbDeviceId: deviceId, openDirection: 1, gatage: 100 })),
}))

let drawn: ReturnType<typeof draw> | undefined
afterEach(async () => {
  drawn?.unmount()
  drawn = undefined
  await page.viewport(1440, 900)
})

interface Shown {
  readonly host: TestHost
  readonly field: ReturnType<typeof fakeField>['field']
}

async function show(
  snapshot: FieldSnapshot = farm,
  options: {
    readonly isNarrow?: boolean
    readonly isDark?: boolean
    readonly sources?: readonly TileSource[]
    readonly fetchTile?: FetchTile
    readonly requested?: string
    readonly requestedGroup?: string
  } = {},
): Promise<Shown> {
  const { field, source } = fakeField(snapshot)
  const host = testHost({
    'fieldManagement.tileSources': () => ({ list: options.sources ?? [] }),
    'fieldManagement.approvals': () => [],
    'fieldManagement.lgzList': () => GROUPS,
    'fieldManagement.runs': () => [],
    'fieldManagement.projectLevel': () => ({ level: 'operate' }),
    'fieldManagement.judgeCanOperateLgz': () => ({
      ...{ can: true, violations: [] },
      hydraulics: { flow: 818, minPressure: 0.118, maxVelocity: 1.57 },
    }),
    'fieldRecipe.list': () => ({ list: [] }),
    'deviceAlarm.list': () => ({ list: [], seq: 0 }),
    'weatherController.getHisDatas': () => ({ series: [] }),
  })
  Object.assign(host, { now: () => field.now, timeZone: 'Asia/Shanghai' })
  drawn = draw(
    <FieldMap
      projectId={snapshot.projectId}
      source={source}
      fetchTile={options.fetchTile ?? (() => Promise.reject(new Error('no tiles in this spec')))}
      isDark={options.isDark ?? false}
      isNarrow={options.isNarrow ?? false}
      requested={options.requested ?? null}
      requestedGroup={options.requestedGroup ?? null}
      onAsked={() => (requested += 1)}
    />,
    host,
  )
  await expect.element(status(), LOADING).toHaveTextContent('实时')
  return { host, field }
}

/** How often the map has said that it shows what was asked for. */
let requested = 0
const status = () => page.getByRole('status').first()
const tool = (name: string) => page.getByRole('button', { name, exact: true })
const row = (name: RegExp | string) => page.getByRole('listitem').getByRole('button', { name })
const panel = () => page.getByRole('article')
const zoom = () => Number(document.querySelector('.loam-map-frame')?.getAttribute('data-zoom'))

const centre = () => document.querySelector('.loam-map-frame')?.getAttribute('data-centre')

/** How many pixels of all canvases are close to a colour. */
function pixelsOf(red: number, green: number, blue: number): number {
  let found = 0
  for (const canvas of document.querySelectorAll<HTMLCanvasElement>('.loam-map-canvas')) {
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
    for (let at = 0; at < data.length; at += 4) {
      const far =
        Math.abs((data[at] ?? 0) - red) +
        Math.abs((data[at + 1] ?? 0) - green) +
        Math.abs((data[at + 2] ?? 0) - blue)
      if ((data[at + 3] ?? 0) > 200 && far < 12) found += 1
    }
  }
  return found
}
/** Fill colours of the light palette: an alarm, an open valve. */
const ALARM = [0xd4, 0x33, 0x3b] as const
const OPEN = [0x12, 0x73, 0xd0] as const
const NORMAL_EDGE = [0x56, 0x69, 0x7a] as const
const OFFLINE = [0xcc, 0xd2, 0xd8] as const
const FINISHED = [0x1e, 0x8f, 0x63] as const
/** Pixels of a badge that is filled; edges between two other colours have a few of a third. */
const FILLED = 30

/** The farm without anything on it. */
const bare: FieldSnapshot = {
  ...farm,
  ...{ soilMoistures: [], weatherStations: [], mainValves: [], ballValves: [], gateways: [], others: [] },
  ...{ mainPipes: [], laterals: [], blocks: [] },
}

describe('the map', () => {
  it('draws a project at its own place and colours what is reported', async () => {
    const { field } = await show()
    await expect.poll(zoom).toBe(16)
    expect(pixelsOf(...ALARM)).toBe(0)
    expect(pixelsOf(...OPEN)).toBe(0)
    field.tell(11, [{ layer: 'device', id: VALVE, targetDirection: 1, targetGatage: 100 }])
    field.tell(12, [
      { layer: 'device', id: farm.ballValves[1]?.deviceId ?? '', openDirection: 1, gatage: 60 },
    ])
    await expect.poll(() => pixelsOf(...OPEN), LOADING).toBeGreaterThan(20)
    field.tell(13, [{ layer: 'device', id: farm.ballValves[1]?.deviceId ?? '', isAlert: 1 }])
    await expect.poll(() => pixelsOf(...ALARM), LOADING).toBeGreaterThan(20)
    await expect.poll(() => pixelsOf(...OPEN), LOADING).toBe(0)
  })

  it('begins at the documented place where a project has none of its own, within the documented zooms', async () => {
    await show({ ...bare, longitude: null, latitude: null, zoom: null })
    await expect.poll(centre).toBe('87.620,43.810')
    expect(zoom()).toBe(14)
    await expect.element(page.getByRole('status').first()).toHaveTextContent('实时')
    expect([MAP_DEFAULTS.minZoom, MAP_DEFAULTS.maxZoom]).toEqual([5, 20])
    drawn?.unmount()
    await show({ ...bare, longitude: 86.1, latitude: 44.25, zoom: 12 })
    await expect.poll(centre).toBe('86.100,44.250')
    expect(zoom()).toBe(12)
  })

  it('opens at the device that its address asks for, on a phone above its sheet, and says when it is not there', async () => {
    requested = 0
    const { host } = await show(farm, { requested: VALVE })
    await expect.element(panel(), LOADING).toHaveTextContent(VALVE)
    await expect.poll(zoom).toBe(18)
    expect([requested, host.toasts]).toEqual([1, []])
    const there = centre()
    drawn?.unmount()
    await page.viewport(390, 800)
    await show(farm, { requested: VALVE, isNarrow: true })
    await expect.element(panel(), LOADING).toHaveTextContent(VALVE)
    await expect.poll(zoom).toBe(18)
    await expect.poll(() => centre()?.split(',')[1]).not.toBe(there?.split(',')[1])
    drawn?.unmount()
    const { host: another } = await show(farm, { requested: 'NOT-HERE' })
    await expect
      .poll(() => another.toasts, LOADING)
      .toEqual([{ kind: 'warning', text: expect.stringContaining('NOT-HERE') }])
    await expect.element(panel()).not.toBeInTheDocument()
  })

  const [soil] = farm.soilMoistures
  const [weather] = farm.weatherStations
  const [gateway] = farm.gateways
  it.each([
    ['a soil station', { soilMoistures: soil ? [soil] : [] }, 'device', soil?.deviceId ?? ''],
    ['a weather station', { weatherStations: weather ? [weather] : [] }, 'device', weather?.deviceId ?? ''],
    ['a gateway', { gateways: gateway ? [gateway] : [] }, 'gateway', gateway?.id ?? ''],
  ] as const)('draws %s as it reports itself', async (_, layer, kind, id) => {
    const { field } = await show({ ...bare, ...layer })
    await tool('定位到项目').click()
    await expect.poll(() => pixelsOf(...NORMAL_EDGE), LOADING).toBeGreaterThan(3)
    const offline = kind === 'gateway' ? { isOnline: 0 } : { deviceState: 1 }
    field.tell(11, [{ layer: kind, id, ...offline }])
    await expect.poll(() => pixelsOf(...OFFLINE), LOADING).toBeGreaterThan(FILLED)
    const warning = kind === 'gateway' ? { gatewayBattery: 3.9 } : { isAlert: 1 }
    field.tell(12, [{ layer: kind, id, ...warning }])
    await expect.poll(() => pixelsOf(...ALARM), LOADING).toBeGreaterThan(FILLED)
    expect(pixelsOf(...OFFLINE)).toBeLessThan(FILLED)
  })

  it('marks what a run has finished', async () => {
    const { field } = await show()
    const of = { lgzId: 'G1', predictedFlow: null, measuredFlow: null, status: 2 }
    field.tell(11, [{ layer: 'highlightPipes', id: farm.mainPipes[0]?.id ?? '', ...of }])
    await expect.poll(() => pixelsOf(...FINISHED), LOADING).toBeGreaterThan(20)
  })

  it('draws the plan where the background cannot be had, says so, and tries again when asked', async () => {
    const source: TileSource = {
      key: 'own',
      name: '影像',
      urls: ['/tiles/{z}/{x}/{y}'],
      datum: 'WGS84',
      grid: 'mercator',
      subdomains: [],
      minZoom: 0,
      maxNativeZoom: 18,
      attribution: '自有影像',
      isDark: true,
      isOwn: true,
    }
    let isLost = true
    const canvas = new OffscreenCanvas(1, 1)
    canvas.getContext('2d')?.fillRect(0, 0, 1, 1)
    const fetchTile = () => (isLost ? Promise.reject(new CallError(0, '网络异常')) : canvas.convertToBlob())
    await show({ ...farm, tileSource: 'own' }, { sources: [source], fetchTile })
    const ground = () => document.querySelector('.loam-map-frame')?.getAttribute('data-ground')
    const notice = page.getByText('底图暂时取不到，已显示平面图')
    await expect.element(notice, LOADING).toBeVisible()
    expect(ground()).toBe('plan')
    isLost = false
    await tool('重试').click()
    await expect.element(notice, LOADING).not.toBeInTheDocument()
    await expect
      .poll(() => document.querySelectorAll('.leaflet-tile-loaded').length, LOADING)
      .toBeGreaterThan(0)
    expect(ground()).toBe('tiles')
    // Which one the project begins with is said; the plan is one press away.
    await tool('图层').click()
    await expect.element(page.getByRole('radio', { name: '影像（项目默认）' })).toBeChecked()
    await page.getByText('平面图', { exact: true }).click()
    await expect.poll(ground).toBe('plan')
  })

  it('says since when it is not live, and that it is again', async () => {
    const { field } = await show()
    field.connect('waiting')
    await expect.element(status()).toHaveTextContent('正在重新连接，数据停留在 12:00:00')
    field.connect('open')
    await expect.element(status()).toHaveTextContent('实时')
    expect(field.requested).toBe(2)
  })

  it('takes a new snapshot where a frame was lost', async () => {
    const { field } = await show()
    field.snapshot = {
      ...farm,
      seq: 15,
      ballValves: farm.ballValves.map((valve) => ({ ...valve, isAlert: 1 })),
    }
    field.tell(15, [])
    await expect.poll(() => field.requested).toBe(2)
    await expect.poll(() => pixelsOf(...ALARM), LOADING).toBeGreaterThan(20)
  })

  it('says what it would show where there is nothing, and when the right to it ends', async () => {
    const empty = { ...smallFarm, devices: [], gateways: [], pipes: [], nodes: [], blocks: [] }
    const { field } = await show(snapshotOf(empty))
    await expect.element(page.getByText('这个项目还没有设备')).toBeVisible()
    field.send('fieldClosed', {})
    await expect.element(status()).toHaveTextContent('您已没有此项目的查看权限')
  })
})

describe('a rotation group on the map', () => {
  const verdict = page.getByText('0.118 MPa')
  const marks = () => document.querySelectorAll('.loam-map-mark').length

  it('is found by its name, and opens with what speaks for and against it; its valves are marked', async () => {
    await show()
    const search = page.getByRole('textbox', { name: '搜索名称或编号' })
    await userEvent.fill(search, '6号轮灌')
    await expect.element(row(/6号轮灌组/)).toHaveTextContent('轮灌组空闲')
    expect(row(/5号轮灌组/).elements()).toEqual([])
    await row(/6号轮灌组/).click()
    await expect.element(page.getByRole('article', { name: '6号轮灌组' }), LOADING).toBeVisible()
    await expect.element(verdict, LOADING).toBeVisible()
    await expect.element(tool('启动')).toBeEnabled()
    await expect.poll(marks).toBe(2)
    await tool('返回列表').click()
    await expect.element(search).toBeVisible()
    expect(marks()).toBe(0)
  })

  it.each([false, true])('is opened by the address, on a phone %s', async (isNarrow) => {
    if (isNarrow) await page.viewport(390, 844)
    requested = 0
    await show(farm, { requestedGroup: 'LG5', isNarrow })
    await expect.element(page.getByRole('article', { name: '5号轮灌组' }), LOADING).toBeVisible()
    await expect.element(verdict, LOADING).toBeVisible()
    await expect.poll(marks).toBe(2)
    expect(requested).toBe(1)
  })

  it('gives way to a device that is chosen', async () => {
    await show(farm, { requestedGroup: 'LG5', requested: VALVE })
    await expect.element(panel(), LOADING).toBeVisible()
    expect(page.getByRole('article').elements()).toHaveLength(1)
  })
})

describe('the list', () => {
  it('finds a device by name or number, flies there and shows it', async () => {
    await show()
    await userEvent.fill(page.getByRole('textbox', { name: '搜索名称或编号' }), VALVE.toLowerCase())
    await expect.element(row(new RegExp(VALVE))).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(panel()).toBeVisible()
    await expect.poll(zoom, LOADING).toBe(18)
    const heading = page.getByRole('heading', { name: farm.ballValves[0]?.name ?? '' })
    await expect.element(heading).toHaveFocus()
    await tool('返回列表').click()
    await expect.element(page.getByRole('textbox', { name: '搜索名称或编号' })).toBeVisible()
  })

  it('leads to what has been typed, also before the rows have followed', async () => {
    await show()
    const box = page.getByRole('textbox', { name: '搜索名称或编号' }).element() as HTMLInputElement
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, VALVE)
    box.dispatchEvent(new Event('input', { bubbles: true }))
    box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 13, bubbles: true }))
    await expect.element(page.getByRole('heading', { name: farm.ballValves[0]?.name ?? '' })).toHaveFocus()
  })

  it('is narrowed to what is wrong, which it counts', async () => {
    const { field } = await show()
    field.tell(11, [{ layer: 'device', id: VALVE, isAlert: 1 }])
    await expect.element(tool('报警 1'), LOADING).toBeVisible()
    await tool('报警 1').click()
    await expect.poll(() => page.getByRole('listitem').elements().length).toBe(1)
    await expect.element(row(/报警/)).toBeVisible()
    await userEvent.fill(page.getByRole('textbox', { name: '搜索名称或编号' }), 'nowhere')
    await expect.element(page.getByText('没有找到设备')).toBeVisible()
  })

  it('calls nothing closed that has never reported', async () => {
    const ballValves = farm.ballValves.map((valve) => ({ ...valve, reportedAt: null }))
    await show({ ...farm, ballValves })
    await userEvent.fill(page.getByRole('textbox', { name: '搜索名称或编号' }), VALVE)
    await expect.element(row(/从未上报/), LOADING).toBeVisible()
    await expect.element(row(/关闭/)).not.toBeInTheDocument()
  })

  it('says every state in words', async () => {
    const { field } = await show()
    field.tell(11, [
      { layer: 'device', id: VALVE, openDirection: 1, gatage: 100, moving: 1, quality: 'STALE' },
    ])
    await userEvent.fill(page.getByRole('textbox', { name: '搜索名称或编号' }), VALVE)
    await expect.element(row(/开启 · 动作中 · 数据陈旧/), LOADING).toBeVisible()
  })
})

describe('a panel', () => {
  async function choose(id: string, shown?: Shown) {
    const { field, host } = shown ?? (await show())
    await userEvent.fill(page.getByRole('textbox', { name: '搜索名称或编号' }), id)
    await row(new RegExp(id)).first().click()
    await expect.element(panel()).toBeVisible()
    return { field, host }
  }

  it('shows what is reported beside what was asked for', async () => {
    const { field } = await choose(VALVE)
    await expect.element(panel()).toHaveTextContent('未下达')
    field.tell(11, [{ layer: 'device', id: VALVE, targetDirection: 1, targetGatage: 80 }])
    await expect.element(panel()).toHaveTextContent(/关闭 · 0 %.*A 侧开启 · 80 % \(尚未达到\)/)
    field.tell(12, [{ layer: 'device', id: VALVE, openDirection: 1, gatage: 80 }])
    await expect.element(panel()).toHaveTextContent(/A 侧开启 · 80 %.*\(与上报一致\)/)
  })

  it('shows values with units, their age, and a line of what came since', async () => {
    const id = farm.soilMoistures[0]?.deviceId ?? ''
    const { field } = await choose(id)
    await expect.element(panel()).toHaveTextContent('23.4 %')
    await expect.element(panel()).toHaveTextContent('良好')
    field.now = NOW + 60_000
    field.tell(11, [{ layer: 'device', id, ts: NOW + 60_000, last: { vwc20: 24.1 } }])
    await expect.element(panel()).toHaveTextContent('24.1 %')
    await expect.poll(() => panel().getByRole('img').elements().length).toBeGreaterThan(0)
    field.now = NOW + 120_000
    await expect.element(panel(), LOADING).toHaveTextContent('1 分钟前上报')
  })

  it('calls stale what has not been heard of for too long, whatever its quality was', async () => {
    const id = farm.weatherStations[0]?.deviceId ?? ''
    const { field } = await choose(id)
    field.now = NOW + 3_600_000
    await expect.element(panel(), LOADING).toHaveTextContent('已 1 小时 未上报，数据陈旧')
    // Each value is greyed and says its own age: it is not of now.
    await expect.element(panel()).toHaveTextContent(/29\.4 ℃1 小时前上报/)
    const weight = () => {
      const value = document.querySelector('.loam-map-readings [data-stale="true"] b')
      return value && getComputedStyle(value).fontWeight
    }
    await expect.poll(weight).toBe('400')
    await expect.element(panel()).toHaveTextContent('陈旧')
  })

  it('is shown as old, greyed and with its age, as soon as the server cannot be reached, and as now when it can again', async () => {
    const id = farm.weatherStations[0]?.deviceId ?? ''
    const { field } = await choose(id)
    const values = (state: string) =>
      document.querySelectorAll(`.loam-map-readings [data-stale="${state}"]`).length
    await expect.poll(() => values('false'), LOADING).toBeGreaterThan(0)
    const count = values('false') + values('true')
    field.now = NOW + 20_000
    field.connect('waiting')
    await expect.poll(() => values('true'), LOADING).toBe(count)
    await expect.element(panel()).toHaveTextContent(/29\.4 ℃20 秒前上报/)
    await expect.element(panel()).toHaveTextContent('数据陈旧（20 秒前上报）')
    await expect.element(panel()).toHaveTextContent('陈旧')
    const look = () => {
      const row = document.querySelector('.loam-map-readings [data-stale="true"]') as Element
      return getComputedStyle(row).backgroundImage.startsWith('repeating-linear-gradient')
    }
    expect(look()).toBe(true)
    field.connect('open')
    await expect.poll(() => values('false'), LOADING).toBe(count)
  })

  it('of a gateway that is away is old too', async () => {
    const id = farm.gateways[0]?.id ?? ''
    const { field } = await choose(id)
    await expect.poll(() => document.querySelectorAll('.loam-map-old').length).toBe(0)
    field.tell(11, [{ layer: 'gateway', id, isOnline: 0 }])
    await expect.poll(() => document.querySelectorAll('.loam-map-old').length, LOADING).toBe(3)
    await expect.element(panel()).toHaveTextContent('数据陈旧')
  })

  it('of a gateway warns of its battery', async () => {
    const id = farm.gateways[0]?.id ?? ''
    const { field } = await choose(id)
    field.tell(11, [{ layer: 'gateway', id, gatewayBattery: 3.6, isOnline: 0 }])
    await expect.element(panel()).toHaveTextContent('电量低')
    await expect.element(panel()).toHaveTextContent('3.6 V')
  })
})

describe('the tools', () => {
  it('switch layers off and on', async () => {
    const { field } = await show()
    field.tell(11, [{ layer: 'device', id: VALVE, isAlert: 1 }])
    await expect.poll(() => pixelsOf(...ALARM), LOADING).toBeGreaterThan(10)
    await tool('图层').click()
    await page.getByText('三通球阀', { exact: true }).click()
    await expect.poll(() => pixelsOf(...ALARM), LOADING).toBe(0)
    await page.getByText('三通球阀', { exact: true }).click()
    await expect.poll(() => pixelsOf(...ALARM), LOADING).toBeGreaterThan(10)
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('heading', { name: '图层' })).not.toBeInTheDocument()
  })

  it('measure a distance and an area in m² and mu', async () => {
    await show()
    await tool('测量').click()
    const map = page.getByRole('application')
    await map.click({ position: { x: 300, y: 500 } })
    await map.click({ position: { x: 500, y: 500 } })
    await expect.element(page.getByRole('definition')).toHaveTextContent(/^\d[\d.,]* (m|km)$/)
    await map.click({ position: { x: 500, y: 700 } })
    await expect.element(page.getByText(/^[\d,]+ m² · [\d,.]+ 亩$/)).toBeVisible()
    await tool('撤销一点').click()
    await expect.element(page.getByText(/亩/)).not.toBeInTheDocument()
    await tool('取中心点').click()
    await expect.element(page.getByText(/亩/)).toBeVisible()
  })

  it('go to the whole project, nearer and farther, within the documented limits', async () => {
    await show()
    await tool('定位到项目').click()
    await expect.poll(zoom, LOADING).toBeGreaterThanOrEqual(14)
    const before = zoom()
    await tool('放大').click()
    await expect.poll(zoom, LOADING).toBe(before + 1)
  })

  it('have a legend that names every state and kind', async () => {
    await show()
    await tool('图例').click()
    for (const word of ['报警', '离线', '开启', '墒情站', '气象站', '轮灌进行中', '轮灌已完成'])
      await expect.element(page.getByRole('listitem').filter({ hasText: word }).last()).toBeVisible()
  })
})

describe('on a phone', () => {
  beforeEach(() => page.viewport(390, 844))

  it('the list and a device are sheets, and the tools can be pressed', async () => {
    await show(farm, { isNarrow: true })
    for (const button of document.querySelectorAll('.loam-map-group button')) {
      const { width, height } = button.getBoundingClientRect()
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    }
    await tool('设备列表').click()
    await userEvent.fill(page.getByRole('textbox', { name: '搜索名称或编号' }), VALVE)
    await row(new RegExp(VALVE)).first().click()
    await expect.element(panel()).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  })
})

describe('everybody', () => {
  it.each([false, true])('can read it, with dark %s', async (isDark) => {
    document.body.toggleAttribute('arco-theme', isDark)
    if (isDark) document.body.setAttribute('arco-theme', 'dark')
    await show(farm, { isDark })
    await userEvent.fill(page.getByRole('textbox', { name: '搜索名称或编号' }), VALVE)
    await tool('图例').click()
    const { violations } = await axe.run(drawn?.place ?? document.body, {
      rules: { region: { enabled: false } },
    })
    document.body.removeAttribute('arco-theme')
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
  })
})

describe('a hundred thousand devices', () => {
  it('are drawn, found and followed', { timeout: 120_000 }, async () => {
    const many = snapshotOf(stressFarm(100_000))
    const { field } = await show(many)
    await expect.element(tool(/^全部 1\d{5}$/ as never), LOADING).toBeVisible()
    const ids = many.ballValves.slice(0, 2_000).map(({ deviceId }) => deviceId)
    await tool('定位到项目').click()
    field.tell(
      11,
      ids.map((id) => ({ layer: 'device' as const, id, isAlert: 1 })),
    )
    await expect.element(tool('报警 2000'), LOADING).toBeVisible()
    await expect.poll(() => pixelsOf(...ALARM), LOADING).toBeGreaterThan(20)
  })
})
