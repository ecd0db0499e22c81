import { calls } from '@services/contract/calls'
import { CODE } from '@services/contract/envelope'
import { demoFarms } from '@services/simulator/farm/demo'
import { FAULTS, type Fault, type FaultKind } from '@services/simulator/model/faults'
import type { FarmState } from '@services/simulator/protocol'
import { ApiError } from '../../../http/errors'
import { type CallContext, type ModuleServer, Reply } from '../../../module'
import type { ProjectRight, VisibleRight } from '../../../right'
import type { SimulatorHandle } from './process'
import { targetsOf } from './targets'

/** What the fault menu offers of each kind, by project. */
const OFFERED: Readonly<Record<string, readonly Fault[]>> = {
  'demo-1': [
    { kind: 'burst', target: 'F1-04', value: 1 },
    { kind: 'gatewayLoss', target: 'GW-3' },
    { kind: 'gatewayFlapping', target: 'GW-5' },
    { kind: 'lowBattery', target: 'GW-6' },
    { kind: 'clockSkew', target: 'GW-7', value: 300 },
    { kind: 'valveStall', target: 'T1-03-05' },
    { kind: 'lostAck', target: 'T1-03-06' },
    { kind: 'duplicatedAck', target: 'T1-03-07' },
    { kind: 'frozenSensor', target: 'WS-1' },
    { kind: 'cloggedFilter', target: '', value: 2.5 },
    { kind: 'dryRun', target: '' },
    { kind: 'localMode', target: 'P1' },
    { kind: 'chatteringSwitch', target: 'PG-02' },
    { kind: 'alarmFlood', target: '', value: 60 },
  ],
  'demo-2': [
    { kind: 'gatewayLoss', target: 'D2-GW-1' },
    { kind: 'valveStall', target: 'D2-T1-01-01' },
    { kind: 'dryRun', target: '' },
  ],
}

const idOf = ({ projectId, kind, target }: { projectId: string; kind: string; target: string }) =>
  `${projectId} ${kind} ${target}`.trim()

const layouts = new Map(demoFarms().map((layout) => [layout.project.id, layout]))

const MENU = 'development.simulator'
/** Of the farms that the caller may see. */
const WATCHING: VisibleRight = {
  visible: ['project'],
  code: MENU,
  why: 'Simulated farms among the projects of which the caller is a member',
}
/** In a farm that the caller manages, by a button of the menu. */
const at = (button: string): ProjectRight<'projectId'> => ({
  ...{ project: 'projectId', level: 'manage', code: `${MENU}:${button}` },
})

/** The fault menu (`design/field.md §4.2`): who has its buttons makes the simulated devices go wrong. */
export function serveSimulator(
  { handle, services }: Pick<ModuleServer, 'handle' | 'services'>,
  simulator: () => SimulatorHandle | null,
): void {
  const farms = () => simulator()?.farms() ?? []
  const seen = async ({ user }: CallContext) => {
    const visible = new Set(await services.projects.visible(user))
    return farms().filter(({ projectId }) => visible.has(projectId))
  }
  const running = (projectId: string): SimulatorHandle => {
    const own = simulator()
    if (!own || !farms().some((farm) => farm.projectId === projectId))
      throw new ApiError(CODE.badRequest, '@simulator.notRunning')
    return own
  }

  handle(calls['simulator.state'], WATCHING, async (context) => ({
    list: (await seen(context)).map(({ faults, ...farm }) => ({
      ...farm,
      projectName: nameOf(farm.projectId),
      faults: faults.length,
    })),
  }))
  handle(calls['simulator.faults'], WATCHING, async (context, { projectId }) => ({
    list: (await seen(context))
      .filter((farm) => !projectId || farm.projectId === projectId)
      .flatMap(faultsOf)
      // What happens to no device in particular happens to all of them.
      .map((fault) =>
        fault.target === '' ? { ...fault, targetName: context.text('@simulator.wholeFarm') } : fault,
      )
      .toSorted((one, other) => other.isActive - one.isActive),
  }))
  handle(
    calls['simulator.targets'],
    { project: 'projectId', level: 'view', code: MENU },
    (_, { projectId, kind }) => {
      const layout = layouts.get(projectId)
      return { list: layout && Object.hasOwn(FAULTS, kind) ? [...targetsOf(layout, kind as FaultKind)] : [] }
    },
  )
  handle(
    calls['simulator.startFault'],
    at('btn_fault'),
    async (context, { projectId, kind, target, value }) => {
      const own = running(projectId)
      const fault = { kind: checkedKind(projectId, kind, target), target, value: value ?? undefined }
      await context.audit({ action: 'simulator.startFault', target: projectId, after: fault })
      await own.tell({ kind: 'fault', projectId, fault })
      return new Reply(undefined, context.text('@simulator.started'))
    },
  )
  handle(calls['simulator.stopFault'], at('btn_fault'), async (context, { projectId, kind, target }) => {
    const own = running(projectId)
    const fault = checkedKind(projectId, kind, target)
    await context.audit({ action: 'simulator.stopFault', target: projectId, after: { kind, target } })
    await own.tell({ kind: 'mend', projectId, fault, target })
    return new Reply(undefined, context.text('@simulator.stopped'))
  })
  handle(calls['simulator.stopAllFaults'], at('btn_fault'), async (context, { projectId }) => {
    const own = running(projectId)
    await context.audit({ action: 'simulator.stopAllFaults', target: projectId })
    await own.tell({ kind: 'mendAll', projectId })
    return new Reply(undefined, context.text('@simulator.stopped'))
  })
  handle(calls['simulator.setLapse'], at('btn_lapse'), async (context, { projectId, factor }) => {
    const own = running(projectId)
    await context.audit({ action: 'simulator.setLapse', target: projectId, after: { factor } })
    await own.tell({ kind: 'lapse', projectId, factor })
    return new Reply(undefined, context.text('@simulator.lapseSet'))
  })
}

const nameOf = (projectId: string) => layouts.get(projectId)?.project.name ?? projectId

function targetName(projectId: string, kind: FaultKind, target: string): string {
  const layout = layouts.get(projectId)
  return (layout && targetsOf(layout, kind).find(({ id }) => id === target)?.fullName) ?? target
}

/** What is offered, and what somebody has started beyond that. */
function faultsOf({ projectId, faults }: FarmState) {
  const offered = OFFERED[projectId] ?? []
  const isOffered = (fault: Fault) =>
    offered.some(({ kind, target }) => kind === fault.kind && target === fault.target)
  return [...offered, ...faults.filter((fault) => !isOffered(fault))].map(({ kind, target, value }) => {
    const active = faults.find((fault) => fault.kind === kind && fault.target === target)
    return {
      id: idOf({ projectId, kind, target }),
      projectId,
      projectName: nameOf(projectId),
      kind,
      target,
      targetName: targetName(projectId, kind, target),
      value: active?.value ?? value ?? null,
      isActive: active ? 1 : 0,
    }
  })
}

/** Refuses a kind that is not known and a target that the kind does not happen to. */
function checkedKind(projectId: string, kind: string, target: string): FaultKind {
  const layout = layouts.get(projectId)
  if (!layout || !Object.hasOwn(FAULTS, kind)) throw new ApiError(CODE.badRequest, '@simulator.noSuchFault')
  const known = kind as FaultKind
  const isThere =
    FAULTS[known] === 'farm' ? target === '' : targetsOf(layout, known).some(({ id }) => id === target)
  if (!isThere) throw new ApiError(CODE.badRequest, '@simulator.noSuchTarget', { params: { target } })
  return known
}
