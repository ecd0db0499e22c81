import type { CommandPayload, RequestPayload } from '@runtime/field/topics'
import { connectGateway, type TestGateway } from '@services/server/devices/specs/gateway'
import { reportOf } from './farm'

/** States of a command that is proved: a busy machine may be later than the command waits. */
export const PROVED = /^(LATE_)?VERIFIED$/

/** How the devices of a gateway behave; by default each does at once what it is told. */
export interface Manners {
  /** Hears a command: the answer says whether it is done with it. */
  hear?: (command: CommandPayload, device: string) => boolean | Promise<boolean>
}

/** Devices of one gateway as a program: they do what they are told, each command once, and tell their state when asked. */
export interface TestDevices {
  readonly gateway: TestGateway
  /** Every command as it came, repeated ones too. */
  readonly told: { readonly device: string; readonly command: CommandPayload }[]
  /** How often a command was carried out, by its id. */
  readonly done: Map<string, number>
  /** What each has said of itself last. */
  readonly last: Map<string, Record<string, unknown>>
  manners: Manners
  /** Carries a command out and reports it, twice, as a device does that repeats its state. */
  carryOut(device: string, command: CommandPayload): Promise<void>
  state(device: string, reported: Record<string, unknown>): Promise<void>
  /** Measures: values by metric name. */
  measure(device: string, values: Readonly<Record<string, number>>): Promise<void>
  close(): Promise<void>
}

/** @param twin the same devices as another broker hears them: how they stand is one thing. */
export async function connectDevices(url: string, project: string, twin?: TestDevices): Promise<TestDevices> {
  const gateway = await connectGateway(url, { project, gateway: `${project}-GW` })
  const told: TestDevices['told'] = []
  const done = new Map<string, number>()
  const last = twin?.last ?? new Map<string, Record<string, unknown>>()
  let clock = Date.now()
  let sent = 0
  const tick = () => {
    clock = Math.max(clock + 1, Date.now())
    return clock
  }
  const devices: TestDevices = {
    gateway,
    told,
    done,
    last,
    manners: {},
    async carryOut(device, command) {
      if (!done.has(command.id)) {
        done.set(command.id, 1)
        await gateway.publish(device, 'ack', ackOf(command, 'ACCEPTED', tick()))
        await gateway.publish(device, 'ack', ackOf(command, 'DONE', tick()))
      }
      for (let count = 0; count < 2; count++) await devices.state(device, reportOf(command, tick()))
    },
    async state(device, reported) {
      last.set(device, reported)
      await gateway.publish(device, 'state', { ...reported, ts: tick() })
    },
    measure: (device, m) => gateway.tele(device, { seq: ++sent, boot: 'b', ts: tick(), m }),
    close: () => gateway.close(),
  }
  gateway.client.on('message', (topic, payload) => {
    const [, , , , device = '', channel] = topic.split('/')
    if (channel === 'cmd') void hear(device, JSON.parse(String(payload)) as CommandPayload)
    else if (device === 'req') void answer(JSON.parse(String(payload)) as RequestPayload)
  })
  const hear = async (device: string, command: CommandPayload) => {
    told.push({ device, command })
    if (await devices.manners.hear?.(command, device)) return
    await devices.carryOut(device, command)
  }
  /** Says how the device stands that is asked for, or all of them. */
  const answer = async ({ device: requested }: RequestPayload) => {
    for (const [device, reported] of last)
      if (requested === undefined || requested === device)
        await gateway.publish(device, 'state', { ...reported, ts: tick() })
  }
  return devices
}

export const ackOf = (
  { id, seq }: CommandPayload,
  st: 'ACCEPTED' | 'DONE' | 'REJECTED' | 'FAILED',
  ts: number,
  code = 0,
  msg = '',
) => ({ id, seq, st, code, msg, ts })
