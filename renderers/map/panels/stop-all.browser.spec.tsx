import { CallError } from '@runtime/host'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { NOW } from '../specs/fixture'
import { button, LOADING, PUMP, sentTo, show, stopping } from '../specs/panels'
import { shownRun } from '../specs/run'

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
    expect(host.questions).toEqual([])
    now = run({ state: 'STOPPED', endedAt: NOW + 5_000, steps: verified })
    field.tell(11, [
      { layer: 'run', id: 'r1', ...shownRun('', { groupId: null, phase: 'done', at: NOW + 5_000 }) },
    ])
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
