import { newId } from '@runtime/id'
import { pumpCalls as calls } from '@services/contract/areas/pump'
import type { InputOf } from '@services/contract/call'
import { sql } from 'kysely'
import type { ModuleServer } from '../../module'
import {
  fertilizerValves,
  irrigationMachine,
  pressureGauges,
  pumpLastData,
  pumpStatus,
  spreaderStatus,
} from './pumps'
import { demandDevice, invalid } from './refusals'
import { request } from './request'
import type { DeviceIntent } from './targets'
import { controlMode } from './valves'
import type { Commanding } from './work'

type Control = InputOf<(typeof calls)['pump.controlPump']>

function intentOf({ action, deviceId, value }: Control): DeviceIntent {
  if (action !== 'setFreq' && action !== 'setPressure') return { kind: `pump.${action}`, deviceId }
  if (value === null || value === undefined) throw invalid('@command.valueRequired')
  return { kind: `pump.${action}`, deviceId, value }
}

/** Calls of pumps and spreaders. */
export function servePumps({ handle, db, services }: ModuleServer, commanding: Commanding): void {
  handle(calls['pump.getPumpStatus'], 'session', (context, query) => pumpStatus(commanding, context, query))
  handle(calls['pump.getPumpLastData'], 'session', (context, query) =>
    pumpLastData(commanding, context, query),
  )
  handle(calls['pump.getPressureGage'], 'session', (context, query) =>
    pressureGauges(commanding, context, query),
  )
  handle(calls['pump.getFertilizerSpreaderStatus'], 'session', (context, query) =>
    spreaderStatus(commanding, context, query),
  )
  handle(calls['pump.getFertilizerValve'], 'session', (context, query) =>
    fertilizerValves(commanding, context, query),
  )
  handle(calls['pump.getIrrigationMachine'], 'session', (context, query) =>
    irrigationMachine(commanding, context, query),
  )
  handle(calls['pump.controlPump'], 'session', (context, input) =>
    request(commanding, context, input, intentOf(input)),
  )
  handle(calls['pump.controlFertilizer'], 'session', (context, { action, rates, ...input }) => {
    const { deviceId } = input
    if (action === 'stop') return request(commanding, context, input, { kind: 'fert.stop', deviceId })
    if (!rates?.some((rate) => rate > 0)) throw invalid('@command.valueRequired')
    return request(commanding, context, input, { kind: 'fert.start', deviceId, rates })
  })
  handle(calls['pump.changeModeSelection'], 'session', async (context, input) => {
    const { deviceId, mode } = input
    const projectId = await demandDevice(services, context, deviceId, 'operate')
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
  })
}
