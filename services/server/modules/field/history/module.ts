import { historyCalls as calls } from '@services/contract/areas/field/history'
import { changesOf } from '@services/contract/areas/field/tags'
import type { CallContext, ServerModule } from '../../../module'
import { listDevices, listMetrics } from './choices'
import { HISTORY_FILE, openHistory, promiseHistory, sendHistory } from './export'
import { listFertilizerUse, listWaterUse } from './lists'
import { recordRuns } from './record'
import { noteRuns } from './runs'
import { readSeries, type SeriesInput } from './series'
import { migrations } from './tables'

/** How often what has ended is written down, in milliseconds. */
const RECORDING = 20_000

declare module '../../../module' {
  interface Services {
    /** Writes down at once what pumps and spreaders moved; the server does so by itself every 20 seconds. */
    fieldRecords: { readonly write: (now?: number) => Promise<void> }
  }
}

/** History is of one device or of several. */
const OF_DEVICES = { device: ['deviceId', 'deviceIds'], level: 'view' } as const

/** What was measured and used: readings over time, water and fertilizer (`spec/shell-and-monitoring.md §7.5`). */
export const historyModule: ServerModule = {
  name: 'history',
  migrations,
  register({ db, services, handle, log, onReady, onClose }) {
    services.downloads.make(HISTORY_FILE, (request: Parameters<typeof openHistory>[1]) =>
      openHistory(services, request),
    )
    let writing: Promise<void> = Promise.resolve()
    const write = (now?: number) => {
      writing = writing
        .catch(() => undefined)
        .then(async () => {
          // Lists of records that are open are asked again.
          if (await recordRuns(db, now))
            void services.sockets.broadcast({ method: 'changed', tags: changesOf('history') })
        })
      return writing
    }
    services.fieldRecords = { write }
    onReady(async () => {
      services.devices.consume('history', noteRuns)
      const timer = setInterval(() => {
        write().catch((error: unknown) => log.warn(`water use could not be written down: ${error}`))
      }, RECORDING).unref()
      onClose(async () => {
        clearInterval(timer)
        await writing.catch(() => undefined)
      })
    })

    const history = (context: CallContext, input: SeriesInput, kinds?: readonly string[]) =>
      input.format === 'csv'
        ? sendHistory(context, services, input, kinds)
        : readSeries(context, services, input, kinds)
    handle(calls['weatherController.getHisDatas'], OF_DEVICES, (context, input) => history(context, input))
    handle(calls['weatherController.getSoilMoistureHisDatas'], OF_DEVICES, (context, input) =>
      history(context, input, ['SOIL']),
    )
    handle(calls['weatherController.exportHisDatas'], OF_DEVICES, (context, input) =>
      promiseHistory(context, services, input),
    )
    handle(
      calls['weatherController.devices'],
      { project: 'projectId', level: 'view' },
      async (context, input) => ({
        list: await listDevices(context, input),
      }),
    )
    handle(
      calls['weatherController.metrics'],
      { device: 'deviceIds', level: 'view' },
      async (context, { deviceIds }) => ({
        list: await listMetrics(context, (deviceIds ?? '').split(',').filter(Boolean)),
      }),
    )
    handle(
      calls['pump.getWaterUserRecord'],
      { project: 'projectId', device: 'deviceId', level: 'view' },
      (context, input) => listWaterUse(context, input),
    )
    handle(
      calls['pump.getFertilizerHisRecord'],
      { project: 'projectId', device: 'deviceId', level: 'view' },
      (context, input) => listFertilizerUse(context, input),
    )
  },
}
