import { fieldCalls as calls } from '@services/contract/areas/field/project'
import { notFound } from '../../../../http/errors'
import type { CallContext } from '../../../../module'
import { FileReply, type ModuleServer } from '../../../../module'
import { type DeviceLayer, deviceLayer } from './devices'
import { fieldGateways, fieldNodes, laterals, mainPipes, subMains } from './plan'
import { createSnapshots } from './snapshot'

/** Reads of the map (`spec/shell-and-monitoring.md §7.5`, `design/field.md §3.4`): of a project that the caller may see. */
export function serveMap({ db, services, handle }: ModuleServer): void {
  const { fieldParts } = services
  const snapshots = createSnapshots(db, fieldParts)
  const layer = async <L extends DeviceLayer>({ projectId: id }: CallContext, name: L) => {
    const isValve = name === 'ballValves' || name === 'mainValves'
    const control = isValve ? await fieldParts.control?.(db, id) : undefined
    return deviceLayer(db, id, name, control ?? new Map())
  }

  handle(
    calls['fieldManagement.snapshot'],
    { project: 'projectId', level: 'view' },
    async ({ projectId, text }, { atLeast = 0 }) => {
      const body = await snapshots.answer(projectId, atLeast, text('@server.ok'))
      return new FileReply(body, 'application/json; charset=utf-8')
    },
  )
  handle(
    calls['fieldManagement.projectLevel'],
    { project: 'projectId', level: 'view' },
    async ({ user, projectId }) => {
      const level = await services.projects.levelOf(user, projectId)
      if (level === null) throw notFound()
      return { level }
    },
  )
  handle(calls['fieldManagement.getSoilMoistures'], { project: 'projectId', level: 'view' }, (context) =>
    layer(context, 'soilMoistures'),
  )
  handle(calls['fieldManagement.getWeatherStations'], { project: 'projectId', level: 'view' }, (context) =>
    layer(context, 'weatherStations'),
  )
  handle(
    calls['fieldManagement.getGgMainControlValveData'],
    { project: 'projectId', level: 'view' },
    (context) => layer(context, 'mainValves'),
  )
  handle(calls['fieldManagement.getThreeWayBallData'], { project: 'projectId', level: 'view' }, (context) =>
    layer(context, 'ballValves'),
  )
  handle(
    calls['fieldManagement.getGatewayBaseInfoData'],
    { project: 'projectId', level: 'view' },
    async ({ projectId }) => fieldGateways(db, projectId),
  )
  handle(
    calls['fieldManagement.getMainPipeData'],
    { project: 'projectId', level: 'view' },
    async ({ projectId }) =>
      (await mainPipes(db, projectId)).map((pipe) => ({
        ...withShortNames(pipe),
        fggVos: pipe.fggVos.map(withShortNames),
      })),
  )
  handle(
    calls['fieldManagement.getFggData'],
    { project: 'projectId', level: 'view' },
    async ({ projectId }) => (await subMains(db, projectId)).map(withShortNames),
  )
  handle(
    calls['fieldManagement.getFggNodeData'],
    { project: 'projectId', level: 'view' },
    ({ projectId }, { fggId }) => fieldNodes(db, projectId, fggId),
  )
  handle(calls['fieldManagement.getZgData'], { project: 'projectId', level: 'view' }, async ({ projectId }) =>
    (await laterals(db, projectId)).map(withShortNames),
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
