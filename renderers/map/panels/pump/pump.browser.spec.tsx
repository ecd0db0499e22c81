import { CallError } from '@runtime/host'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Answer } from '../../../testing'
import { NOW } from '../../specs/fixture'
import {
  button,
  command,
  control,
  farm,
  LOADING,
  PUMP,
  panel,
  progress,
  rule,
  sentTo,
} from '../../specs/panels'

describe('a pump', () => {
  const confirming: Answer = ({ confirmToken, commandId }) => {
    if (confirmToken) return command(commandId, { op: 'pump.start', target: { op: 'pump.start' } })
    const asked = { act: 'pump.start', name: '1号水泵' }
    const snapshot = { violations: [rule('I03', '流量偏小', 'warn')], asked }
    throw new CallError(4101, '请确认后再执行', [], {
      commandId,
      confirmToken: 't1',
      expiresIn: 15,
      snapshot,
    })
  }

  it('starts only after the server’s question has been answered in time', async () => {
    const { host, field } = await control(PUMP, { 'pump.controlPump': confirming })
    await button('启动水泵').click()
    await expect
      .element(page.getByRole('group', { name: '请再次确认' }), LOADING)
      .toHaveTextContent('I03 流量偏小')
    field.now = NOW + 4_000
    await expect.element(button('确认启动1号水泵（11 秒）'), LOADING).toBeVisible()
    await button(/^确认/).click()
    await expect.element(progress(), LOADING).toBeVisible()
    const [first, second] = sentTo(host, 'pump.controlPump')
    expect(second).toEqual({ ...first, confirmToken: 't1' })
  })

  it('does not start by a yes that comes too late', async () => {
    const { host, field } = await control(PUMP, { 'pump.controlPump': confirming })
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

  const cell = (aspect: string, column: number) =>
    page
      .getByRole('row', { name: new RegExp(`^${aspect}`) })
      .getByRole('cell')
      .nth(column)

  it('says of its state, its mode and what it holds what is wanted, what was told and what it reports', async () => {
    const { field } = await control(PUMP, {
      'fieldManagement.command': ({ commandId }) =>
        command(commandId, { op: 'pump.start', target: { op: 'pump.start' }, state: 'VERIFIED' }),
    })
    await expect.element(cell('运行状态', 2), LOADING).toHaveTextContent('从未上报')
    field.tell(11, [
      {
        ...{ layer: 'device', id: PUMP, ts: NOW },
        desired: { st: 2, mode: 0, set: 0.42 },
        reported: { st: 1, mode: 1, set: 0.4, ts: NOW },
        control: { commandId: 'c1', state: 'VERIFIED', holder: null },
      },
    ])
    await expect.element(cell('运行状态', 0), LOADING).toHaveTextContent('运行')
    await expect.element(cell('运行状态', 1), LOADING).toHaveTextContent('运行已核实')
    await expect.element(cell('运行状态', 2)).toHaveTextContent('启动中')
    await expect.element(cell('运行状态', 2)).toHaveAttribute('data-verified', 'false')
    await expect.element(cell('控制方式', 0)).toHaveTextContent('远程自动')
    await expect.element(cell('控制方式', 1)).toHaveTextContent('–')
    await expect.element(cell('控制方式', 2)).toHaveTextContent('远程手动')
    await expect.element(cell('恒压设定', 0)).toHaveTextContent(/^0\.42$/)
    await expect.element(cell('恒压设定', 2)).toHaveTextContent(/^0\.40$/)
    field.tell(12, [{ layer: 'device', id: PUMP, reported: { st: 2, ts: NOW } }])
    await expect.element(cell('运行状态', 2)).toHaveAttribute('data-verified', 'true')
    // Stopped at its own switch.
    field.tell(13, [{ layer: 'device', id: PUMP, reported: { st: 0, mode: 2, ts: NOW } }])
    await expect.element(cell('运行状态', 2)).toHaveAttribute('data-verified', 'false')
    await expect.element(cell('控制方式', 2)).toHaveTextContent('就地')
  })

  it('has its mode changed after the server’s question, and not to the one it reports', async () => {
    const { host, field } = await control(PUMP, {
      'pump.changeModeSelection': ({ confirmToken, commandId }) => {
        if (!confirmToken)
          throw new CallError(4101, '请确认后再执行', [], { confirmToken: 't2', expiresIn: 15, snapshot: {} })
        return { command: command(commandId, { op: 'pump.mode', target: { op: 'pump.mode', value: 1 } }) }
      },
    })
    field.tell(11, [{ layer: 'device', id: PUMP, reported: { st: 0, mode: 0, ts: NOW } }])
    await expect.element(button('远程自动'), LOADING).toBeDisabled()
    await button('远程手动').click()
    await button(/^确认/).click()
    await expect
      .poll(() => sentTo(host, 'pump.changeModeSelection'), LOADING)
      .toMatchObject([
        { deviceId: PUMP, mode: 1 },
        { deviceId: PUMP, mode: 1, confirmToken: 't2' },
      ])
  })
})

describe('a spreader', () => {
  const SPREADER = 'FERT-1'
  const [pump] = farm.others
  if (!pump) throw new Error('The farm has no pump')
  const others = [...farm.others, { ...pump, deviceId: SPREADER, name: '1号施肥机', kind: 'FERT' }]
  const channel = (no: number, rate: number) => ({ no, name: `${no}号罐`, rate, tankLevel: 63, valve: 1 })

  it('shows channels and tanks, and starts after a question with the rates that were filled in', async () => {
    const { host, field } = await control(
      SPREADER,
      {
        'pump.getFertilizerSpreaderStatus': () => ({
          ...{ deviceId: SPREADER, state: 0, quality: 'GOOD', ec: 0.62, ph: 6.4, ts: NOW },
          channels: [channel(1, 0), channel(2, 0)],
        }),
        'pump.getFertilizerValve': () => [{ valveId: 'V1', channel: 1, open: 1, gatage: 40 }],
        'pump.controlFertilizer': ({ commandId }) =>
          command(commandId, { op: 'fert.start', target: { op: 'fert.start', rates: [220, 0] } }),
        'fieldManagement.command': ({ commandId }) =>
          command(commandId, { op: 'fert.start', target: { op: 'fert.start', rates: [220, 0] } }),
      },
      { snapshot: { ...farm, others } },
    )
    await expect.element(panel(), LOADING).toHaveTextContent('0.62 mS/cm')
    await expect.element(panel()).toHaveTextContent('1号罐上报 0 L/h · 液位 63 % · 阀 开启')
    await expect.element(panel()).toHaveTextContent('2号罐上报 0 L/h · 液位 63 % · 阀 –')
    await expect.element(button('开始施肥')).toBeDisabled()
    await userEvent.fill(page.getByRole('spinbutton', { name: /^1号罐/ }), '220')
    await button('开始施肥').click()
    await expect.element(progress(), LOADING).toBeVisible()
    expect(host.questions).toHaveLength(1)
    expect(sentTo(host, 'pump.controlFertilizer')).toMatchObject([
      { deviceId: SPREADER, action: 'start', rates: [220, 0] },
    ])
    field.tell(11, [{ layer: 'device', id: SPREADER, desired: { st: 1, rates: [220, 0] } }])
    const row = page.getByRole('row', { name: /^1号罐/ })
    await expect.element(row.getByRole('cell').nth(0), LOADING).toHaveTextContent(/^220$/)
    await expect.element(row.getByRole('cell').nth(2)).toHaveTextContent('从未上报')
    await button('停止施肥').click()
    await expect.poll(() => sentTo(host, 'pump.controlFertilizer').length).toBe(2)
    expect(host.questions).toHaveLength(1)
  })
})
