import '@arco-design/web-react/es/style/index.css'
import { CallError } from '@runtime/host'
import axe from 'axe-core'
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '../../shell/base.css'
import { type Answer, draw, testHost } from '../../testing'
import { FieldMap } from '../field-map'
import { fakeField, NOW, snapshotOf } from '../specs/fixture'
import { smallFarm } from '../specs/small-farm'

const LOADING = { timeout: 20_000 }
const farm = snapshotOf(smallFarm)
const VALVE = farm.ballValves[0]?.deviceId ?? ''
const PUMP = farm.others.find(({ kind }) => kind === 'PUMP')?.deviceId ?? ''
const SET = 'fieldManagement.controlThreeWayBallValve'

let drawn: ReturnType<typeof draw> | undefined
afterEach(async () => {
  drawn?.unmount()
  drawn = undefined
  document.body.removeAttribute('arco-theme')
  await page.viewport(1440, 900)
})

const command = (id: unknown, more: object = {}) => ({
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

const allowed = {
  canControl: true,
  reason: '',
  violations: [],
  holder: null,
  expectedDeliverySec: 5,
  risk: 'B',
}
const rule = (code: string, text: string, level = 'reject') => ({
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

interface Options {
  readonly isNarrow?: boolean
  readonly isDark?: boolean
}

async function show(answers: Readonly<Record<string, Answer>> = {}, options: Options = {}) {
  const { field, source } = fakeField(farm)
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

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
const panel = () => page.getByRole('article')
const progress = () => page.getByRole('region', { name: '命令进度' })

async function control(id: string, answers: Readonly<Record<string, Answer>> = {}, options: Options = {}) {
  const shown = await show(answers, options)
  if (options.isNarrow) await button('设备列表').click()
  await userEvent.fill(page.getByRole('textbox', { name: '搜索名称或编号' }), id)
  await page
    .getByRole('listitem')
    .getByRole('button', { name: new RegExp(id) })
    .first()
    .click()
  await page.getByRole('tab', { name: '控制' }).click()
  await expect.element(page.getByRole('region', { name: '控制' }), LOADING).toBeVisible()
  return shown
}

const sentTo = (host: ReturnType<typeof testHost>, name: string) =>
  host.calls.filter((call) => call.name === name).map(({ input }) => input)

describe('a valve', () => {
  it('keeps desired, commanded and reported apart', async () => {
    const { field } = await control(VALVE, {
      'fieldManagement.command': ({ commandId }) => command(commandId, { state: 'SENT' }),
    })
    field.tell(11, [
      {
        layer: 'device',
        id: VALVE,
        targetDirection: 1,
        targetGatage: 100,
        control: { commandId: 'c1', state: 'SENT', holder: null },
      },
    ])
    const [desired, commanded, reported] = [0, 1, 2].map((place) =>
      panel().getByRole('definition').nth(place),
    )
    await expect.element(desired as never, LOADING).toHaveTextContent('A 侧开启 · 100 %')
    await expect.element(commanded as never, LOADING).toHaveTextContent('A 侧开启 · 100 %已发送')
    await expect.element(reported as never).toHaveTextContent('关闭 · 0 %')
    field.tell(12, [{ layer: 'device', id: VALVE, openDirection: 1, gatage: 100, angle: 90 }])
    await expect.element(reported as never).toHaveTextContent('A 侧开启 · 100 %')
    await expect.element(page.getByRole('img', { name: '上报角度 90°' })).toBeVisible()
  })

  it('is opened after a question, with its own end, and followed to what feedback proves', async () => {
    let state = 'QUEUED'
    const { host, field } = await control(VALVE, {
      [SET]: ({ commandId }) => command(commandId),
      'fieldManagement.command': ({ commandId }) => command(commandId, { state }),
    })
    await button('打开').click()
    await expect.element(progress(), LOADING).toHaveTextContent('排队 · ')
    expect(host.asked[0]).toContain('A 侧开启 · 100 %')
    expect(sentTo(host, SET)[0]).toMatchObject({ openDirection: 1, gatage: 100, maxRunSec: 28_800 })
    let seq = 10
    const become = (next: string) => {
      state = next
      seq += 1
      field.tell(seq, [{ layer: 'command', id: String(sentTo(host, SET)[0]?.['commandId']), state }])
    }
    for (const [next, word] of [
      ['SENT', '已发送'],
      ['ACCEPTED', '已接收'],
      ['EXECUTING', '执行中'],
    ] as const) {
      become(next)
      await expect.element(progress().getByRole('status'), LOADING).toHaveTextContent(word)
      await expect.element(progress().getByRole('status')).toHaveAttribute('data-verified', 'false')
    }
    become('VERIFIED')
    await expect.element(progress().getByRole('status'), LOADING).toHaveTextContent('已核实')
    await expect.element(progress().getByRole('status')).toHaveAttribute('data-verified', 'true')
  })

  it('is followed by the clock where no frames arrive', async () => {
    let state = 'QUEUED'
    const { field } = await control(VALVE, {
      [SET]: ({ commandId }) => command(commandId),
      'fieldManagement.command': ({ commandId }) => command(commandId, { state }),
    })
    await button('打开').click()
    await expect.element(progress(), LOADING).toHaveTextContent('排队 · ')
    field.connect('waiting')
    state = 'VERIFIED'
    await expect.element(progress().getByRole('status'), LOADING).toHaveTextContent('已核实')
  })

  it('shows what somebody else tells it, from the frame alone', async () => {
    const { field } = await control(VALVE, {
      'fieldManagement.command': ({ commandId }) => command(commandId, { issuedBy: '李四' }),
    })
    await expect.element(progress()).not.toBeInTheDocument()
    const theirs = { commandId: 'theirs', state: 'QUEUED', holder: '李四' }
    field.tell(11, [{ layer: 'device', id: VALVE, control: theirs }])
    await expect.element(progress(), LOADING).toHaveTextContent('李四')
  })

  it('has a command taken back that has not been sent', async () => {
    let state = 'QUEUED'
    const { host, field } = await control(VALVE, {
      [SET]: ({ commandId }) => command(commandId),
      'fieldManagement.command': ({ commandId }) => command(commandId, { state }),
      'fieldManagement.cancelCommand': ({ commandId }) => {
        state = 'CANCELED'
        field.tell(11, [{ layer: 'command', id: String(commandId), state }])
        return command(commandId, { state })
      },
    })
    await button('打开').click()
    await button('取消命令').click()
    await expect.element(progress().getByRole('status'), LOADING).toHaveTextContent('已取消')
    expect(sentTo(host, 'fieldManagement.cancelCommand')[0]).toMatchObject({ projectId: farm.projectId })
    await expect.element(button('取消命令')).not.toBeInTheDocument()
  })

  it('may be asked of a second person where a rule forbids it, with a reason', async () => {
    const { host } = await control(VALVE, {
      [SET]: ({ override, commandId }) => {
        if (override) return command(commandId, { state: 'AWAIT_CONFIRM', risk: 'D' })
        const violations = [rule('I12', '王师傅 已挂牌上锁'), rule('I16', '霜冻', 'warn')]
        throw new CallError(4212, '王师傅 已挂牌上锁', [], { violations })
      },
      'fieldManagement.command': ({ commandId }) => command(commandId, { state: 'AWAIT_CONFIRM', risk: 'D' }),
    })
    Object.assign(host, { prompt: async () => ' 已与王师傅确认 ' })
    await button('打开').click()
    await button('请第二人批准').click()
    await expect.element(progress(), LOADING).toHaveTextContent('等待另一名操作员批准')
    const [refused, asked] = sentTo(host, SET)
    expect(asked).toMatchObject({ deviceId: VALVE, override: ['I12'], reason: '已与王师傅确认' })
    expect(asked?.['commandId']).not.toBe(refused?.['commandId'])
  })

  it.each([
    ['FAILED', '失败'],
    ['TIMEOUT', '超时，状态未核实'],
    ['EXPIRED', '已过期，未执行'],
    ['SUPERSEDED', '被新命令取代'],
  ])('says %s and never shows it as verified', async (state, word) => {
    await control(VALVE, {
      [SET]: ({ commandId }) => command(commandId),
      'fieldManagement.command': ({ commandId }) => command(commandId, { state, resultText: '电机堵转' }),
    })
    await button('关闭阀门').click()
    await expect.element(progress().getByRole('status'), LOADING).toHaveTextContent(word)
    await expect.element(progress().getByRole('status')).toHaveTextContent('电机堵转')
    await expect.element(progress().getByRole('status')).toHaveAttribute('data-verified', 'false')
  })

  it('offers to stop the pumps first where it would close their last outlet, and does it in one press (I02)', async () => {
    const offer = { ...rule('I02', '水泵运行中，不能关闭最后一个出水口', 'offer'), stopFirst: [PUMP] }
    let violations: object[] = [offer, rule('I12', '王师傅 已挂牌上锁')]
    const steps = [
      {
        no: 1,
        deviceId: PUMP,
        op: 'pump.stop',
        commandId: 'p',
        state: 'QUEUED',
        resultText: '就地控制：请到现场停止',
      },
    ]
    const { host } = await control(VALVE, {
      [SET]: () => {
        throw new CallError(4202, offer.text, [], { violations })
      },
      'fieldManagement.stopThenSet': () => ({ ...stopping, steps }),
      'fieldManagement.runs': () => [{ ...stopping, steps }],
    })
    const offered = () => button('先停泵，再关阀')
    await button('关闭阀门').click()
    await expect.element(page.getByRole('list', { name: '不能执行的原因' }), LOADING).toHaveTextContent('I12')
    // No pump stops for a valve that may not move in any case.
    await expect.element(offered()).not.toBeInTheDocument()
    violations = [offer]
    await button('关闭阀门').click()
    await offered().click()
    const run = page.getByRole('region', { name: '运行' })
    await expect.element(run, LOADING).toHaveTextContent('正在停止 · 0/1 步已核实')
    await expect.element(run).toHaveTextContent('就地控制：请到现场停止')
    await expect.element(offered()).not.toBeInTheDocument()
    expect(host.asked).toEqual([])
    expect(sentTo(host, 'fieldManagement.stopThenSet')).toEqual([
      { commandId: expect.any(String), deviceId: VALVE, openDirection: 0, gatage: 0 },
    ])
  })

  it('keeps both times of what was proved too late, and is not green for it', async () => {
    await control(VALVE, {
      [SET]: ({ commandId }) => command(commandId),
      'fieldManagement.command': ({ commandId }) =>
        command(commandId, { state: 'LATE_VERIFIED', finishedAt: NOW + 1_000, verifiedAt: NOW + 90_000 }),
    })
    await button('关闭阀门').click()
    await expect.element(progress(), LOADING).toHaveTextContent('超时后核实 · 12:01:30')
    await expect.element(progress()).toHaveTextContent('曾于 12:00:01 超时')
    await expect.element(progress().getByRole('status')).toHaveAttribute('data-verified', 'false')
  })

  it('cannot be opened while a rule speaks against it, and says which; closing stays possible', async () => {
    await control(VALVE, {
      'fieldManagement.isControlThreeWayBallValve': () => ({
        ...allowed,
        canControl: false,
        violations: [rule('I13', '电池电压 3.3 V 低于 3.4 V')],
      }),
    })
    await expect
      .element(page.getByRole('list', { name: '不能执行的原因' }), LOADING)
      .toHaveTextContent('I13 电池电压')
    await expect.element(button('打开')).toBeDisabled()
    await expect.element(button('关闭阀门')).toBeEnabled()
  })

  it('may be asked of a second person before the press where the rules are known', async () => {
    const { host } = await control(VALVE, {
      'fieldManagement.isControlThreeWayBallValve': () => ({
        ...allowed,
        canControl: false,
        violations: [rule('I12', '王师傅 已挂牌上锁'), rule('I16', '霜冻', 'warn')],
      }),
      [SET]: ({ commandId }) => command(commandId, { state: 'AWAIT_CONFIRM', risk: 'D' }),
      'fieldManagement.command': ({ commandId }) => command(commandId, { state: 'AWAIT_CONFIRM', risk: 'D' }),
    })
    Object.assign(host, { prompt: async () => '已与王师傅确认' })
    await button('请第二人批准').click()
    await expect.element(progress(), LOADING).toHaveTextContent('等待另一名操作员批准')
    // Once is enough.
    await expect.element(button('请第二人批准')).not.toBeInTheDocument()
    expect(sentTo(host, SET)).toMatchObject([
      { openDirection: 1, gatage: 100, maxRunSec: 28_800, override: ['I12'], reason: '已与王师傅确认' },
    ])
  })

  it('names who holds it, before the press and after', async () => {
    const holder = { commandId: 'x', userName: '李四', state: 'SENT', since: NOW, heldSec: 7 }
    let holds: object | null = holder
    await control(VALVE, {
      'fieldManagement.isControlThreeWayBallValve': () => ({
        ...allowed,
        canControl: holds === null,
        holder: holds,
      }),
      [SET]: () => {
        throw new CallError(4091, '李四 正在操作此设备，已 9 秒', [], { holder })
      },
    })
    await expect.element(page.getByText('李四 正在操作此设备，已 7 秒'), LOADING).toBeVisible()
    await expect.element(button('打开')).toBeDisabled()
    holds = null
    await expect.element(button('打开'), LOADING).toBeEnabled()
    await button('打开').click()
    await expect.element(page.getByText('李四 正在操作此设备，已 9 秒'), LOADING).toBeVisible()
  })

  it('keeps its id over a lost connection: sent again it is the same command', async () => {
    let isLost = true
    const { host } = await control(VALVE, {
      [SET]: ({ commandId }) => {
        if (isLost) throw new CallError(0, '网络异常')
        return command(commandId)
      },
    })
    await button('打开').click()
    await expect.element(page.getByText(/不确定命令是否送达/), LOADING).toBeVisible()
    isLost = false
    await button('再次发送').click()
    await expect.element(progress(), LOADING).toBeVisible()
    const [first, second] = sentTo(host, SET)
    expect(first?.['commandId']).toBe(second?.['commandId'])
    await button('关闭阀门').click()
    await expect.poll(() => sentTo(host, SET).length).toBe(3)
    expect(sentTo(host, SET)[2]?.['commandId']).not.toBe(first?.['commandId'])
  })

  it('is shown as stale when nothing has been heard of it', async () => {
    const { field } = await control(VALVE)
    field.tell(11, [{ layer: 'device', id: VALVE, quality: 'STALE' }])
    await expect.element(panel().getByRole('definition').nth(2), LOADING).toHaveTextContent('数据陈旧')
  })

  it('has its angles saved', async () => {
    const { host } = await control(VALVE, { 'fieldManagement.saveTwbDefaultAngular': () => ({}) })
    await page.getByText('角度校准').click()
    await userEvent.fill(page.getByRole('spinbutton', { name: 'A 侧 (°)' }), '92')
    await button('保存').click()
    await expect.poll(() => host.toasts.map(({ text }) => text)).toEqual(['角度已保存'])
    expect(sentTo(host, 'fieldManagement.saveTwbDefaultAngular')[0]).toMatchObject({
      deviceId: VALVE,
      a: 92,
      b: 270,
    })
  })
})

describe('a pump', () => {
  const asks: Answer = ({ confirmToken, commandId }) => {
    if (confirmToken) return command(commandId, { op: 'pump.start', target: { op: 'pump.start' } })
    const snapshot = { violations: [rule('I03', '流量偏小', 'warn')] }
    throw new CallError(4101, '请确认后再执行', [], {
      commandId,
      confirmToken: 't1',
      expiresIn: 15,
      snapshot,
    })
  }

  it('starts only after the server’s question has been answered in time', async () => {
    const { host, field } = await control(PUMP, { 'pump.controlPump': asks })
    await button('启动水泵').click()
    await expect
      .element(page.getByRole('group', { name: '请再次确认' }), LOADING)
      .toHaveTextContent('I03 流量偏小')
    field.now = NOW + 4_000
    await expect.element(button('确认（11 秒）'), LOADING).toBeVisible()
    await button(/^确认/).click()
    await expect.element(progress(), LOADING).toBeVisible()
    const [first, second] = sentTo(host, 'pump.controlPump')
    expect(second).toEqual({ ...first, confirmToken: 't1' })
  })

  it('does not start by a yes that comes too late', async () => {
    const { host, field } = await control(PUMP, { 'pump.controlPump': asks })
    await button('启动水泵').click()
    await expect.element(page.getByRole('group', { name: '请再次确认' }), LOADING).toBeVisible()
    field.now = NOW + 15_000
    await expect.element(page.getByText('未在时限内确认，命令没有发出'), LOADING).toBeVisible()
    await expect.element(button(/^确认/)).not.toBeInTheDocument()
    expect(sentTo(host, 'pump.controlPump').length).toBe(1)
  })

  it('says every rule that refuses it', async () => {
    const violations = [rule('I01', '没有核实打开的通路'), rule('I08', '还需等待 120 秒')]
    await control(PUMP, {
      'pump.controlPump': () => {
        throw new CallError(4201, '没有核实打开的通路', [], { violations })
      },
    })
    await button('启动水泵').click()
    const list = page.getByRole('list', { name: '不能执行的原因' })
    await expect.element(list, LOADING).toHaveTextContent('I01 没有核实打开的通路')
    await expect.element(list).toHaveTextContent('I08 还需等待 120 秒')
  })
})

const stopping = {
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
  issuedBy: '测试员',
  why: '',
}

describe('stopping everything', () => {
  const run = (more: object = {}) => ({
    ...stopping,
    steps: [{ no: 1, deviceId: PUMP, op: 'pump.stop', commandId: 'c', state: 'SENT', resultText: '' }],
    ...more,
  })

  it('is one press, without a question, and counts what is proved', async () => {
    const verified = [
      { no: 1, deviceId: PUMP, op: 'pump.stop', commandId: 'c', state: 'VERIFIED', resultText: '' },
    ]
    let now = run()
    const { host, field } = await show({
      'fieldManagement.stopAll': () => run(),
      'fieldManagement.runs': () => [now],
    })
    await button('全部停止').click()
    await expect.element(page.getByRole('alert'), LOADING).toHaveTextContent('正在停止：0/1 已核实')
    expect(host.asked).toEqual([])
    now = run({ state: 'STOPPED', endedAt: NOW + 5_000, steps: verified })
    field.tell(11, [{ layer: 'run', id: 'r1', state: 'STOPPED' }])
    await expect.element(page.getByRole('alert'), LOADING).toHaveTextContent('停止流程已结束：1/1 已核实')
  })

  it('does not count what was proved too late, and names what only its own switch can stop', async () => {
    const late = { finishedAt: NOW + 1_000, verifiedAt: NOW + 90_000 }
    const steps = [
      { no: 1, deviceId: 'P-1', op: 'pump.stop', commandId: 'a', state: 'VERIFIED', resultText: '' },
      {
        no: 2,
        deviceId: 'P-2',
        op: 'fert.stop',
        commandId: 'b',
        state: 'LATE_VERIFIED',
        resultText: '',
        ...late,
      },
      {
        no: 3,
        deviceId: 'P-3',
        op: 'pump.stop',
        commandId: 'c',
        state: 'QUEUED',
        resultText: '请到现场停止',
      },
    ]
    await show({
      'fieldManagement.stopAll': () => run({ steps }),
      'fieldManagement.runs': () => [run({ steps })],
    })
    await button('全部停止').click()
    const word = page.getByRole('alert')
    await expect.element(word, LOADING).toHaveTextContent('正在停止：1/3 已核实')
    await expect.element(word).toHaveTextContent(/P-2 超时后核实 12:01:30 · 曾于 12:00:01 超时/)
    await expect.element(word).toHaveTextContent(/P-3 排队 请到现场停止/)
  })

  it('can be pressed when nothing is live, and goes on by itself until the server has it', async () => {
    let isLost = true
    const { host, field } = await show({
      'fieldManagement.stopAll': () => {
        if (isLost) throw new CallError(0, '网络异常')
        return run()
      },
    })
    field.connect('waiting')
    field.now = NOW + 3_600_000
    await button('全部停止').click()
    await expect.element(page.getByRole('alert'), LOADING).toHaveTextContent('请同时在现场停机')
    isLost = false
    await expect.element(page.getByRole('alert'), LOADING).toHaveTextContent('正在停止')
    expect(new Set(sentTo(host, 'fieldManagement.stopAll').map(({ commandId }) => commandId)).size).toBe(1)
  })
})

describe('commands that wait for a second person', () => {
  const approval = (more: object = {}) => ({
    command: command('d1', {
      deviceName: '3号三通球阀',
      risk: 'D',
      state: 'AWAIT_CONFIRM',
      issuedBy: '张三',
      reason: '已与王师傅确认',
    }),
    violations: [rule('I12', '王师傅 已挂牌上锁')],
    waitsUntil: NOW + 540_000,
    canDecide: true,
    ...more,
  })

  it('are told as they come, and decided with a reason', async () => {
    let list: object[] = []
    const { host, field } = await show({
      'fieldManagement.approvals': () => list,
      'fieldManagement.approveCommand': () => {
        list = []
        return command('d1')
      },
    })
    Object.assign(host, { prompt: async () => '同意' })
    await expect.element(button(/^待批准/)).not.toBeInTheDocument()
    list = [approval()]
    field.tell(11, [{ layer: 'command', id: 'd1', state: 'AWAIT_CONFIRM' }])
    await button('待批准 1').click()
    const waiting = page.getByRole('region', { name: '3号三通球阀' })
    await expect.element(waiting, LOADING).toHaveTextContent('张三 申请，9 分钟后失效')
    await expect.element(waiting).toHaveTextContent('I12 王师傅 已挂牌上锁')
    await expect.element(waiting).toHaveTextContent('理由：已与王师傅确认')
    await button('批准').click()
    await expect.element(button(/^待批准/), LOADING).not.toBeInTheDocument()
    expect(sentTo(host, 'fieldManagement.approveCommand')).toEqual([
      { commandId: 'd1', projectId: farm.projectId, reason: '同意' },
    ])
  })

  it('are refused with a reason, and not at all without one', async () => {
    const { host } = await show({
      'fieldManagement.approvals': () => [approval()],
      'fieldManagement.refuseCommand': () => command('d1'),
    })
    let reason: string | null = null
    Object.assign(host, { prompt: async () => reason })
    await button('待批准 1').click()
    await button('拒绝').click()
    reason = '密封未装好'
    await button('拒绝').click()
    await expect.poll(() => sentTo(host, 'fieldManagement.refuseCommand').length, LOADING).toBe(1)
    expect(sentTo(host, 'fieldManagement.refuseCommand')[0]).toMatchObject({ reason: '密封未装好' })
  })

  it('are nothing that the asker decides', async () => {
    await show({ 'fieldManagement.approvals': () => [approval({ canDecide: false })] })
    await button('待批准 1').click()
    await expect.element(page.getByText('需由另一名有操作权的人员批准'), LOADING).toBeVisible()
    await expect.element(button('批准')).not.toBeInTheDocument()
  })
})

describe('everybody', () => {
  it.each([
    [false, false],
    [true, true],
  ])('can read a valve’s panel, with dark %s, narrow %s', async (isDark, isNarrow) => {
    if (isDark) document.body.setAttribute('arco-theme', 'dark')
    if (isNarrow) await page.viewport(390, 844)
    await control(
      VALVE,
      {
        'fieldManagement.isControlThreeWayBallValve': () => ({
          ...allowed,
          violations: [rule('I16', '霜冻', 'warn')],
        }),
      },
      { isDark, isNarrow },
    )
    await expect.element(page.getByRole('list', { name: '提示' }), LOADING).toBeVisible()
    await expect.element(button('全部停止')).toBeVisible()
    const { violations } = await axe.run(drawn?.place ?? document.body, {
      rules: { region: { enabled: false } },
    })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(isNarrow ? 390 : 1440)
  })
})
