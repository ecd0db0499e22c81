import { Type } from 'typebox'
import { defineCall } from '../../call'
import { ListOf, Nothing } from '../../envelope'
import { Flag, Id, Nullable } from '../../fields'
import { choicesOf, defineResource } from '../../resource'

const SIMULATOR = '/api/simulator'

/** What can be made to go wrong, in the order in which it is offered. */
const FAULT_KINDS = [
  ...['burst', 'gatewayLoss', 'gatewayFlapping', 'lowBattery', 'clockSkew', 'valveStall', 'lostAck'],
  ...['duplicatedAck', 'frozenSensor', 'cloggedFilter', 'dryRun', 'localMode', 'chatteringSwitch'],
  'alarmFlood',
]

/** A fault that the simulated devices can have, and whether they have it (`design/field.md §4.2`). */
const Fault = Type.Object({
  /** `demo-1 burst F1-04` */
  id: Type.String(),
  projectId: Type.String(),
  projectName: Type.String(),
  kind: Type.String(),
  /** A gateway, device or pipe; empty: the whole farm. */
  target: Type.String(),
  targetName: Type.String(),
  /** By its kind: seconds, times, alarms; null where it has none. */
  value: Nullable(Type.Number()),
  isActive: Flag,
})

const Farm = Type.Object({
  projectId: Type.String(),
  projectName: Type.String(),
  /** How much faster than the clock soil, weather and counters go. */
  lapse: Type.Number(),
  gateways: Type.Integer(),
  connected: Type.Integer(),
  /** m³/h and MPa at the head works. */
  flow: Type.Number(),
  pressure: Type.Number(),
  pumpsRunning: Type.Integer(),
  valvesOpen: Type.Integer(),
  faults: Type.Integer(),
})

const Named = {
  projectId: Id,
  kind: Type.String({ minLength: 1, maxLength: 40 }),
  target: Type.String({ maxLength: 64 }),
}

/** The simulated devices of the demo: for administrators, and only where the demo runs. */
export const simulatorCalls = {
  'simulator.state': defineCall({
    name: 'simulator.state',
    method: 'GET',
    path: `${SIMULATOR}/state`,
    summary: 'Simulated farms and how they are; empty while no simulator runs',
    response: ListOf(Farm),
  }),
  'simulator.server': defineCall({
    name: 'simulator.server',
    method: 'GET',
    path: `${SIMULATOR}/server`,
    summary: 'What of the server itself may be made to fail here',
    response: Type.Object({
      /** The broker is the server's own. */
      canCrashBroker: Flag,
      /** Somebody starts the server anew when it is killed. */
      canKillServer: Flag,
    }),
  }),
  'simulator.crashBroker': defineCall({
    name: 'simulator.crashBroker',
    method: 'POST',
    path: `${SIMULATOR}/crashBroker`,
    summary: 'Ends the embedded broker as if it had crashed; it is started anew by itself',
    response: Nothing,
  }),
  'simulator.killServer': defineCall({
    name: 'simulator.killServer',
    method: 'POST',
    path: `${SIMULATOR}/killServer`,
    summary: 'Kills the server (SIGKILL), where somebody starts it anew',
    response: Nothing,
  }),
  'simulator.faults': defineCall({
    name: 'simulator.faults',
    method: 'GET',
    path: `${SIMULATOR}/faults`,
    summary: 'Faults that can be started, those that run first',
    query: Type.Object({ projectId: Type.Optional(Type.String({ maxLength: 64 })) }),
    response: ListOf(Fault),
  }),
  'simulator.targets': defineCall({
    name: 'simulator.targets',
    method: 'GET',
    path: `${SIMULATOR}/targets`,
    summary: 'What of a farm a kind of fault can happen to; nothing where it happens to the whole of it',
    query: Type.Object({ projectId: Type.String({ maxLength: 64 }), kind: Type.String({ maxLength: 64 }) }),
    response: ListOf(Type.Object({ id: Type.String(), fullName: Type.String() })),
  }),
  'simulator.startFault': defineCall({
    name: 'simulator.startFault',
    method: 'POST',
    path: `${SIMULATOR}/startFault`,
    summary: 'Lets something go wrong',
    body: Type.Object({
      ...Named,
      value: Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: 100_000 }))),
    }),
    response: Nothing,
  }),
  'simulator.stopFault': defineCall({
    name: 'simulator.stopFault',
    method: 'POST',
    path: `${SIMULATOR}/stopFault`,
    summary: 'Puts it right',
    body: Type.Object(Named),
    response: Nothing,
  }),
  'simulator.stopAllFaults': defineCall({
    name: 'simulator.stopAllFaults',
    method: 'POST',
    path: `${SIMULATOR}/stopAllFaults`,
    summary: 'Puts everything right in a farm',
    body: Type.Object({ projectId: Id }),
    response: Nothing,
  }),
  'simulator.setLapse': defineCall({
    name: 'simulator.setLapse',
    method: 'POST',
    path: `${SIMULATOR}/setLapse`,
    summary: 'How much faster than the clock soil, weather and counters go',
    body: Type.Object({ projectId: Id, factor: Type.Integer({ minimum: 1, maximum: 600 }) }),
    response: Nothing,
  }),
} as const

/** Simulated farms and their faults, as screens speak of them: a fault changes how its farm is. */
export const simulatedFarm = defineResource('simulatedFarm', {
  title: '@simulator.farms',
  key: 'projectId',
  name: 'projectName',
  tag: 'simulator',
  list: 'simulator.state',
  acts: { setLapse: 'simulator.setLapse', stopAll: 'simulator.stopAllFaults' },
  none: '@simulator.notRunning',
  right: 'development.simulator',
  titles: {
    projectName: '@simulator.project',
    connected: '@simulator.connected',
    pumpsRunning: '@simulator.pumpsRunning',
    valvesOpen: '@simulator.valvesOpen',
    flow: '@simulator.flow',
    pressure: '@simulator.pressure',
    lapse: '@simulator.lapse',
  },
})

export const simulatedFault = defineResource('simulatedFault', {
  title: '@simulator.faults',
  key: 'id',
  name: 'targetName',
  tag: 'simulator',
  list: 'simulator.faults',
  acts: { start: 'simulator.startFault', stop: 'simulator.stopFault' },
  actForms: { start: 'field/fault.form.json' },
  none: '@simulator.notRunning',
  right: 'development.simulator',
  titles: {
    projectId: '@simulator.project',
    projectName: '@simulator.project',
    kind: '@simulator.kind',
    target: '@simulator.target',
    targetName: '@simulator.target',
    value: '@simulator.value',
    isActive: '@simulator.state',
  },
  choices: {
    kind: choicesOf('@simulator.', FAULT_KINDS),
    isActive: [
      { value: 1, label: '@simulator.active', color: 'red' },
      { value: 0, label: '@simulator.inactive' },
    ],
  },
})
