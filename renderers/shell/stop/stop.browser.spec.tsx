import '@arco-design/web-react/es/style/index.css'
import { stands } from '@renderers/map/panels/stop-places'
import { type Answer, draw, testHost } from '@renderers/testing'
import { dataOf } from '@runtime/data'
import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import '../base.css'
import { StopPlace } from './stop-place'

const STOP = 'fieldManagement.stopAll'
const NOTHING = { pumps: 0, spreaders: 0, valves: 0, runs: 0 }
const RUN = {
  ...{ runId: 'r1', state: 'STOPPING', endedAt: null },
  steps: [{ no: 1, deviceId: 'P-1', op: 'pump.stop', commandId: 'c', state: 'SENT', resultText: '' }],
}
const button = () => page.getByRole('button', { name: '全部停止' })

let end: (() => void) | undefined
afterEach(() => {
  end?.()
  end = undefined
})
function show(answers: Readonly<Record<string, Answer>>) {
  const host = testHost({ [STOP]: () => RUN, 'fieldManagement.runs': () => [RUN], ...answers })
  end = draw(<StopPlace projectId="demo-1" />, host).unmount
  return host
}

describe('the stopping of everything in the frame', () => {
  it('stands where there is something to stop, is one press, and says what became of it though nothing is left to stop', async () => {
    let left: object = { ...NOTHING, valves: 1 }
    const host = show({ 'fieldManagement.toStop': () => left })
    await button().click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('正在停止：0/1 已核实')
    expect(host.questions).toEqual([])
    expect(host.calls.filter(({ name }) => name === STOP).map(({ input }) => input['projectId'])).toEqual([
      'demo-1',
    ])
    left = NOTHING
    await expect.poll(() => button().elements(), { timeout: 20_000 }).toHaveLength(0)
    await expect.element(page.getByRole('alert')).toBeVisible()
  })

  it('is not there where nothing is to be stopped, and for who may not stop anything', async () => {
    const nothing = show({ 'fieldManagement.toStop': () => NOTHING })
    await expect.poll(() => nothing.calls.length).toBeGreaterThan(0)
    expect(button().elements()).toHaveLength(0)
    end?.()
    const refused = show({
      'fieldManagement.toStop': () => {
        throw new Error('没有权限')
      },
    })
    await expect.poll(() => refused.calls.length).toBeGreaterThan(0)
    expect(button().elements()).toHaveLength(0)
  })

  it('is neither there nor asked after for who may only look, from the moment on that they may no more', async () => {
    let level = 'view'
    const host = show({
      'fieldManagement.projectLevel': () => ({ level }),
      'fieldManagement.toStop': () => ({ ...NOTHING, valves: 1 }),
    })
    const called = (call: string) => host.calls.filter(({ name }) => name === call).length
    await expect.poll(() => called('fieldManagement.projectLevel')).toBe(1)
    const changed = async (next: string) => {
      level = next
      dataOf(host).recover()
    }
    await changed('operate')
    await expect.element(button()).toBeVisible()
    expect(called('fieldManagement.toStop')).toBe(1)
    await changed('view')
    await expect.poll(() => button().elements()).toHaveLength(0)
    const before = called('fieldManagement.toStop')
    dataOf(host).recover()
    await expect.poll(() => called('fieldManagement.projectLevel')).toBe(4)
    expect(called('fieldManagement.toStop')).toBe(before)
  })

  it('gives way to the page that offers it itself, and is there again with that page’s end', async () => {
    show({ 'fieldManagement.toStop': () => ({ ...NOTHING, pumps: 2 }) })
    await expect.element(button()).toBeVisible()
    const leave = stands()
    await expect.poll(() => button().elements()).toHaveLength(0)
    leave()
    await expect.element(button()).toBeVisible()
  })
})
