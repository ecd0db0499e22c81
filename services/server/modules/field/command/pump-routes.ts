import type { DeviceIntent } from '@runtime/field/command'
import { newId } from '@runtime/id'
import { pumpCalls as calls } from '@services/contract/areas/field/pump'
import type { InputOf } from '@services/contract/call'
import { sql } from 'kysely'
import type { ModuleServer } from '../../../module'
import {
  fertilizerValves,
  irrigationMachine,
  pressureGauges,
  pumpLastData,
  pumpStatus,
  spreaderStatus,
} from './pumps'
import { invalid } from './refusals'
import { noteNoRight, request } from './request'
import { controlMode } from './valves'
import type { Commanding } from './work'

type Control = InputOf<(typeof calls)['pump.controlPump']>
type Feed = InputOf<(typeof calls)['pump.controlFertilizer']>

function intentOf({ action, deviceId, value }: Control): DeviceIntent {
  if (action !== 'setFreq' && action !== 'setPressure') return { kind: `pump.${action}`, deviceId }
  if (value === null || value === undefined) throw invalid('@command.valueRequired')
  return { kind: `pump.${action}`, deviceId, value }
}

function feedOf(deviceId: string, action: Feed['action'], rates: Feed['rates']): DeviceIntent {
  if (action === 'stop') return { kind: 'fert.stop', deviceId }
  if (!rates?.some((rate) => rate > 0)) throw invalid('@command.valueRequired')
  return { kind: 'fert.start', deviceId, rates }
}

/** Calls of pumps and spreaders. */
export function servePumps({ handle, db }: ModuleServer, commanding: Commanding): void {
  handle(
    calls['pump.getPumpStatus'],
    { project: 'projectId', device: 'deviceId', level: 'view' },
    (context, query) => pumpStatus(commanding, context, query),
  )
  handle(
    calls['pump.getPumpLastData'],
    { project: 'projectId', device: 'deviceId', level: 'view' },
    (context, query) => pumpLastData(commanding, context, query),
  )
  handle(
    calls['pump.getPressureGage'],
    { project: 'projectId', device: 'deviceId', level: 'view' },
    (context, query) => pressureGauges(commanding, context, query),
  )
  handle(
    calls['pump.getFertilizerSpreaderStatus'],
    { project: 'projectId', device: 'deviceId', level: 'view' },
    (context, query) => spreaderStatus(commanding, context, query),
  )
  handle(
    calls['pump.getFertilizerValve'],
    { project: 'projectId', device: 'deviceId', level: 'view' },
    (context, query) => fertilizerValves(commanding, context, query),
  )
  handle(
    calls['pump.getIrrigationMachine'],
    { project: 'projectId', device: 'deviceId', level: 'view' },
    (context) => irrigationMachine(commanding, context),
  )
  handle(
    calls['pump.controlPump'],
    {
      ...{ device: 'deviceId', level: 'operate' },
      refused: (context, input: Control, error) =>
        noteNoRight(commanding, context, input, intentOf(input), error),
    },
    (context, input) => request(commanding, context, input, intentOf(input)),
  )
  handle(
    calls['pump.controlFertilizer'],
    {
      ...{ device: 'deviceId', level: 'operate' },
      refused: (context, { action, rates, ...input }: Feed, error) =>
        noteNoRight(commanding, context, input, feedOf(input.deviceId, action, rates), error),
    },
    (context, { action, rates, ...input }) =>
      request(commanding, context, input, feedOf(input.deviceId, action, rates)),
  )
  handle(
    calls['pump.changeModeSelection'],
    { device: 'deviceId', level: 'operate' },
    async (context, input) => {
      const { deviceId, mode } = input
      const { projectId } = context
      const is = await controlMode(commanding, context, { deviceId })
      if (is.mode === mode) return { mode, command: null }
      const commandId = input.commandId ?? newId(commanding.now())
      const command = await request(
        commanding,
        context,
        { ...input, commandId },
        { kind: 'pump.mode', deviceId, mode },
      )
      const mode_at = new Date(commanding.now())
      await db
        .insertInto('actuator')
        .values({ device_id: deviceId, project_id: projectId, mode_by: context.user.userName, mode_at })
        .onConflict((conflict) =>
          conflict
            .column('device_id')
            .doUpdateSet({ mode_by: sql`excluded.mode_by`, mode_at: sql`excluded.mode_at` }),
        )
        .execute()
      return { mode: is.mode, command }
    },
  )
}
