import { alarmCalls as calls } from '@services/contract/areas/field/alarm'
import { CODE } from '@services/contract/envelope'
import type { Consumer } from '../../../devices/ingest'
import { ApiError } from '../../../http/errors'
import type { ServerModule } from '../../../module'
import { actOnAlarm } from './acts'
import type { Told } from './cache'
import { createAlarmDelivery } from './delivery'
import { createKinds, evaluateBatch } from './evaluate'
import { handleAlarm } from './handle-alarm'
import { alarmKpis } from './kpis'
import { alarmHistory, deviceWarnings, listAlarms } from './list'
import { serveRules } from './rule-routes'
import { createRules } from './rules'
import { createAlarms } from './service'
import { serveAlarmSocket } from './socket'
import { markDevices, sweepAlarms } from './sweep'
import { migrations } from './tables'

const CHANNEL = 'alarms'
/** Milliseconds between looks for what the clock brings, and for what nobody has heard of. */
const SWEEP = 1_000
/** One look in so many compares all devices with their alarms. */
const RECONCILE_EVERY = 60

/** Alarms of devices: what makes them, what becomes of them, who is told (`design/field.md §2.4, §2.5`). */
export const alarmModule: ServerModule = {
  name: 'alarm',
  pool: 'field',
  migrations,
  register(server) {
    const { db, bus, services, handle, log, onReady, onClose } = server
    const failed = (error: unknown, projectId?: string) =>
      log.warn(`alarms${projectId ? ` of project ${projectId}` : ''} could not be looked after: ${error}`)
    const rules = createRules(db, bus)
    const kinds = createKinds(db)
    const delivery = createAlarmDelivery(db, failed)
    const unsubscribe = bus.subscribe(CHANNEL, (projectId) => delivery.nudge(String(projectId)))

    const mark = async (deviceIds: readonly string[] | 'all') => {
      for (const { project_id, device_id, is_alert } of await markDevices(db, deviceIds))
        services.fieldLive.changed(project_id, { layer: 'device', id: device_id, isAlert: is_alert ? 1 : 0 })
    }
    const committed = async ({ projectIds, deviceIds }: Told) => {
      try {
        for (const projectId of projectIds) await bus.publish(CHANNEL, projectId)
        if (deviceIds.length > 0) await mark(deviceIds)
      } catch (error) {
        // It is in the table: the next look finds it.
        failed(error)
      }
    }
    const evaluate: Consumer = async (tx, batch) => {
      const told = await evaluateBatch(tx, batch, { rules, kinds })
      return told ? () => committed(told) : undefined
    }
    const consumer = Object.assign(evaluate, { prepare: rules.prepare })
    services.alarms = createAlarms(consumer, committed)
    serveAlarmSocket(server, delivery)
    serveRules(server, rules, committed)

    handle(calls['deviceAlarm.list'], { project: 'projectId', level: 'view' }, (context, query) =>
      listAlarms(context, query),
    )
    handle(calls['deviceAlarm.history'], { alarm: 'fid', level: 'view' }, (context, { fid }) =>
      alarmHistory(context, fid),
    )
    handle(calls['deviceAlarm.kpis'], { project: 'projectId', level: 'view' }, (context, query) =>
      alarmKpis(context, query),
    )
    handle(calls['pump.getDeviceWarningRecord'], { device: 'deviceId', level: 'view' }, (context, query) =>
      deviceWarnings(context, query),
    )
    handle(
      calls['deviceAlarm.ack'],
      { alarm: 'fid', level: 'operate' },
      (context, { fid, version, note = '' }) =>
        actOnAlarm(context, services, fid, version, { kind: 'ack', note }, committed),
    )
    handle(
      calls['deviceAlarm.shelve'],
      { alarm: 'fid', level: 'operate' },
      (context, { fid, version, minutes, reason }) =>
        actOnAlarm(context, services, fid, version, { kind: 'shelve', minutes, reason }, committed),
    )
    handle(calls['deviceAlarm.unshelve'], { alarm: 'fid', level: 'operate' }, (context, { fid, version }) =>
      actOnAlarm(context, services, fid, version, { kind: 'unshelve' }, committed),
    )
    handle(
      calls['deviceAlarm.clear'],
      { alarm: 'fid', level: 'operate' },
      (context, { fid, version, reason = '', confirmToken }) =>
        actOnAlarm(context, services, fid, version, { kind: 'clear', reason, confirmToken }, committed),
    )
    handle(
      calls['deviceAlarm.comment'],
      { alarm: 'fid', level: 'operate' },
      (context, { fid, version, note }) =>
        actOnAlarm(context, services, fid, version, { kind: 'comment', note }, committed),
    )
    handle(
      calls['deviceAlarm.takeOut'],
      { alarm: 'fid', level: 'manage' },
      (context, { fid, version, reason }) =>
        actOnAlarm(context, services, fid, version, { kind: 'takeOut', reason }, committed),
    )
    handle(
      calls['deviceAlarm.putBack'],
      { alarm: 'fid', level: 'manage' },
      (context, { fid, version, reason = '' }) =>
        actOnAlarm(context, services, fid, version, { kind: 'putBack', reason }, committed),
    )
    handle(
      calls['fieldManagement.handleTwbAlarm'],
      { alarm: 'id', source: 'deviceId', level: 'operate' },
      (context, query) => {
        if (query.id === undefined && query.deviceId === undefined)
          throw new ApiError(CODE.badRequest, '@alarm.whichMissing')
        return handleAlarm(context, services, query, committed)
      },
    )

    onReady(async () => {
      services.devices.consume('alarms', consumer)
      let checks = 0
      let isSweeping = false
      const sweep = async () => {
        if (isSweeping) return
        isSweeping = true
        try {
          for (const told of await sweepAlarms(db, rules, failed)) await committed(told)
          await delivery.sweep()
          if (checks % RECONCILE_EVERY === 0) await mark('all')
          checks += 1
        } finally {
          isSweeping = false
        }
      }
      const sweeping = setInterval(() => sweep().catch(failed), SWEEP).unref()
      onClose(async () => clearInterval(sweeping))
    })
    onClose(async () => {
      unsubscribe()
      rules.close()
    })
  },
}
