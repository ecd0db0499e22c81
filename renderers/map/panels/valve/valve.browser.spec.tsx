import { CallError } from '@runtime/host'
import axe from 'axe-core'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { NOW } from '../../specs/fixture'
import {
  allowed,
  button,
  command,
  control,
  drawnPlace,
  farm,
  LOADING,
  PUMP,
  panel,
  progress,
  rule,
  SET,
  sentTo,
  stopping,
  VALVE,
} from '../../specs/panels'

/** The coloured box around a word. */
const box = (word: { element(): Element }) => word.element().parentElement as HTMLElement

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
    expect(host.questions[0]).toContain('A 侧开启 · 100 %')
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
    seq += 1
    field.tell(seq, [{ layer: 'device', id: VALVE, openDirection: 1, gatage: 100, angle: 90 }])
    become('VERIFIED')
    await expect.element(progress().getByRole('status'), LOADING).toHaveTextContent('已核实')
    await expect.element(progress().getByRole('status')).toHaveAttribute('data-verified', 'true')
    const reported = panel().getByRole('definition').nth(2)
    await expect.element(page.elementLocator(box(reported))).toHaveAttribute('data-verified', 'true')
    // Somebody turns it back by hand: what was proved is not so any more.
    seq += 1
    field.tell(seq, [{ layer: 'device', id: VALVE, openDirection: 0, gatage: 0, angle: 0 }])
    await expect.element(progress().getByText('此后设备状态已改变'), LOADING).toBeVisible()
    await expect.element(progress().getByRole('status')).toHaveAttribute('data-verified', 'false')
    await expect.element(page.elementLocator(box(reported))).toHaveAttribute('data-verified', 'false')
  })

  it('that has never said how it stands is called neither closed nor open', async () => {
    const ballValves = farm.ballValves.map((valve) => ({ ...valve, reportedAt: null }))
    const { field } = await control(VALVE, {}, { snapshot: { ...farm, ballValves } })
    const reported = panel().getByRole('definition').nth(2)
    await expect.element(reported, LOADING).toHaveTextContent(/^从未上报$/)
    await expect.element(panel()).not.toHaveTextContent(/关闭 · 0 %/)
    field.tell(11, [{ layer: 'device', id: VALVE, reportedAt: NOW, openDirection: 0, gatage: 0 }])
    await expect.element(reported).toHaveTextContent('关闭 · 0 %')
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
    const [refused, requested] = sentTo(host, SET)
    expect(requested).toMatchObject({ deviceId: VALVE, override: ['I12'], reason: '已与王师傅确认' })
    expect(requested?.['commandId']).not.toBe(refused?.['commandId'])
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
    await expect.element(run, LOADING).toHaveTextContent('停止中 · 0/1 已证实')
    await expect.element(run).toHaveTextContent('就地控制：请到现场停止')
    await expect.element(offered()).not.toBeInTheDocument()
    expect(host.questions).toEqual([])
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
    const reported = panel().getByRole('definition').nth(2)
    await expect.element(reported, LOADING).toHaveTextContent('数据陈旧')
    field.now = NOW + 7_200_000
    await expect.element(reported, LOADING).toHaveTextContent('数据陈旧（2 小时前上报）')
    await expect.element(page.elementLocator(box(reported))).toHaveAttribute('data-reported', 'stale')
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
    const { violations } = await axe.run(drawnPlace(), {
      rules: { region: { enabled: false } },
    })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(isNarrow ? 390 : 1440)
  })
})
