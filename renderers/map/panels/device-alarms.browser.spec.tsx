import { draw, testHost } from '@renderers/testing'
import { dataOf } from '@runtime/data'
import { CallError } from '@runtime/host'
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { DeviceAlarms } from './device-alarms'

const WAITING = { timeout: 45_000 }
interface Alarm {
  readonly fid: string
  readonly version: number
  readonly severity: number
  readonly alarmState: string
  readonly ackUser: string
}
const alarmOf = (fid: string, change: Partial<Alarm> = {}) => ({
  fid,
  inputField101: '5号阀',
  textareaField103: `${fid}的内容`,
  datepickerfield104: '2026-06-01 10:20:30',
  occurrences: 2,
  version: 4,
  severity: 2,
  alarmState: 'UNACK',
  ackUser: '',
  ...change,
})

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => drawn?.unmount())

/** A device's panel over alarms that a spec changes. */
function open(alarms: Map<string, ReturnType<typeof alarmOf>>) {
  const host = testHost({
    'deviceAlarm.list': () => ({ list: [...alarms.values()], seq: 9 }),
    'deviceAlarm.ack': ({ fid, version }) => {
      const alarm = alarms.get(String(fid))
      if (!alarm || alarm.version !== version)
        throw new CallError(409, '张工 已于 10:20 确认，请查看最新状态后再操作', [], { alarm })
      alarms.set(alarm.fid, { ...alarm, alarmState: 'ACKED', version: 5, ackUser: '测试员' })
      return alarms.get(alarm.fid)
    },
  })
  drawn = draw(<DeviceAlarms projectId="P" deviceId="V-5" />, host)
  return host
}
const item = (text: string) => page.getByRole('listitem').filter({ hasText: text })

it('asks the server for the device’s own active alarms, and shows each with its severity and state, the gravest first', async () => {
  const host = open(
    new Map([
      ['A', alarmOf('A', { severity: 3, alarmState: 'ACKED', ackUser: '张工' })],
      ['B', alarmOf('B', { severity: 1, alarmState: 'LATCHED_ACK' })],
    ]),
  )
  await expect.element(item('A的内容'), WAITING).toHaveTextContent('一般 · 已确认 · 确认人 张工')
  await expect.element(item('B的内容')).toHaveTextContent('紧急 · 锁存已确认')
  expect(page.getByRole('listitem').elements()[0]?.textContent).toContain('B的内容')
  // What has been acknowledged is not offered to be once more, nor what does not latch to be let go.
  expect(
    page
      .getByRole('button')
      .elements()
      .map((one) => one.textContent),
  ).toEqual(['复位'])
  expect(host.calls[0]?.input).toMatchObject({ projectId: 'P', deviceId: 'V-5', state: 0, pageSize: 9999 })
})

it('acknowledges by the state that is seen; who was first is told, and their state shown', async () => {
  const alarms = new Map([['A', alarmOf('A')]])
  const host = open(alarms)
  const acknowledge = page.getByRole('button', { name: '确认' })
  await expect.element(acknowledge, WAITING).toBeVisible()
  alarms.set('A', alarmOf('A', { version: 5, alarmState: 'ACKED', ackUser: '张工' }))
  await acknowledge.click()
  await expect.element(item('A的内容'), WAITING).toHaveTextContent('确认人 张工')
  expect(host.calls.find(({ name }) => name === 'deviceAlarm.ack')?.input).toMatchObject({ version: 4 })
  expect(host.toasts).toEqual([{ kind: 'error', text: expect.stringContaining('张工') }])
})

it('is read again when an alarm changes anywhere', async () => {
  const alarms = new Map([['A', alarmOf('A')]])
  const host = open(alarms)
  await expect.element(item('A的内容'), WAITING).toBeVisible()
  alarms.set('B', alarmOf('B', { severity: 1 }))
  dataOf(host).invalidate(['alarms'])
  await expect.element(item('B的内容'), WAITING).toBeVisible()
})
