import { fieldCalls as calls } from '@services/contract/areas/field'
import type { CallContext } from '../../../module'
import { FileReply, type ModuleServer } from '../../../module'
import { type DeviceLayer, deviceLayer } from './devices'
import { fieldGateways, fieldNodes, laterals, mainPipes, subMains } from './plan'
import { createSnapshots } from './snapshot'

type ProjectQuery = { readonly projectId?: string; readonly project_id?: string }

/** Reads of the map (`spec/shell-and-monitoring.md §7.5`, `design/field.md §3.4`): of a project that the caller may see. */
export function serveMap({ db, services, handle }: ModuleServer): void {
  const { projects, fieldParts } = services
  const snapshots = createSnapshots(db, fieldParts)
  const seen = async (context: CallContext, query: ProjectQuery): Promise<string> => {
    const id = projects.current(context, query)
    await projects.demand(context, id, 'view')
    return id
  }
  const layer = async <L extends DeviceLayer>(context: CallContext, query: ProjectQuery, name: L) => {
    const id = await seen(context, query)
    const isValve = name === 'ballValves' || name === 'mainValves'
    const control = isValve ? await fieldParts.control?.(db, id) : undefined
    return deviceLayer(db, id, name, control ?? new Map())
  }

  handle(calls['fieldManagement.snapshot'], 'session', async (context, { atLeast = 0, ...query }) => {
    const body = await snapshots.answer(await seen(context, query), atLeast, context.text('@server.ok'))
    return new FileReply(body, 'application/json; charset=utf-8')
  })
  handle(calls['fieldManagement.getSoilMoistures'], 'session', (context, query) =>
    layer(context, query, 'soilMoistures'),
  )
  handle(calls['fieldManagement.getWeatherStations'], 'session', (context, query) =>
    layer(context, query, 'weatherStations'),
  )
  handle(calls['fieldManagement.getGgMainControlValveData'], 'session', (context, query) =>
    layer(context, query, 'mainValves'),
  )
  handle(calls['fieldManagement.getThreeWayBallData'], 'session', (context, query) =>
    layer(context, query, 'ballValves'),
  )
  handle(calls['fieldManagement.getGatewayBaseInfoData'], 'session', async (context, query) =>
    fieldGateways(db, await seen(context, query)),
  )
  handle(calls['fieldManagement.getMainPipeData'], 'session', async (context, query) =>
    (await mainPipes(db, await seen(context, query))).map((pipe) => ({
      ...withShortNames(pipe),
      fggVos: pipe.fggVos.map(withShortNames),
    })),
  )
  handle(calls['fieldManagement.getFggData'], 'session', async (context, query) =>
    (await subMains(db, await seen(context, query))).map(withShortNames),
  )
  handle(calls['fieldManagement.getFggNodeData'], 'session', async (context, { fggId, ...query }) =>
    fieldNodes(db, await seen(context, query), fggId),
  )
  handle(calls['fieldManagement.getZgData'], 'session', async (context, query) =>
    (await laterals(db, await seen(context, query))).map(withShortNames),
  )
}

interface Line {
  readonly startLongitude: number
  readonly startLatitude: number
  readonly endLongitude: number
  readonly endLatitude: number
}

/** The ends of a pipe again under short names: how the wire spells them is not documented (`design/field.md §3.4`). */
function withShortNames<T extends Line>(pipe: T) {
  const { startLongitude, startLatitude, endLongitude, endLatitude } = pipe
  return {
    ...pipe,
    ...{ startLng: startLongitude, startLat: startLatitude, endLng: endLongitude, endLat: endLatitude },
  }
}
