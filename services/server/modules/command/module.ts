import { newId } from '@runtime/id'
import { approvalCalls as approvals } from '@services/contract/areas/approval'
import { commandCalls as calls } from '@services/contract/areas/command'
import { groupCheckCalls } from '@services/contract/areas/group-check'
import type { ModuleServer, ServerModule } from '../../module'
import { listApprovals, refuseCommand } from './approval'
import { createDispatcher, type Dispatcher } from './dispatcher'
import { checkOutletsOf } from './group-check'
import { createGroup, deleteGroup, groupById, groupsOfValve, listGroups, updateGroup } from './groups'
import { createMarkTeller, highlightsOf } from './highlights'
import { approveCommand, cancelCommand, commandById, listCommands, listRuns, runsToWire } from './lists'
import { migrations } from './migrations'
import { judgeOperation, operate } from './operate'
import { servePumps } from './pump-routes'
import { demandProject, missing } from './refusals'
import { createConsumer } from './reports'
import { request } from './request'
import { runStepMigrations } from './run-steps'
import { type RunRow, stepRuns } from './runs'
import { runSchedules } from './schedule-runner'
import { createSchedule, deleteSchedule, listScheduleRuns, listSchedules, updateSchedule } from './schedules'
import { stopAll } from './stop-all'
import { stopThenSet } from './stop-first'
import { calibrate, canControl, controlMode } from './valves'
import { watchProjects } from './watch'
import type { Commanding } from './work'

declare module '../../module' {
  interface Services {
    fieldCommands: {
      /** Milliseconds since 1970, as commands, runs and schedules know it. */
      now: () => number
      /** One look at all that is due, to its end. */
      look(): Promise<void>
    }
  }
}

/** Commands to valves and pumps, runs of rotation groups, and the watch over the water (`design/field.md §2`). */
export const commandModule: ServerModule = {
  name: 'command',
  pool: 'field',
  migrations: { ...migrations, ...runStepMigrations },
  register(server) {
    const { db, services, locales, log, onReady, onClose } = server
    const heard = new Set<string>()
    let dispatcher: Dispatcher | undefined
    const now = () => services.fieldCommands.now()
    const commanding: Commanding = {
      db,
      services,
      locales,
      log,
      serverId: newId(),
      startedAt: Date.now(),
      now,
      dice: Math.random,
      kick: () => dispatcher?.kick(),
      markChanges: createMarkTeller(db, now),
    }
    /** Projects of which something has been heard since the last look. */
    const taken = () => {
      const projects = new Set(heard)
      heard.clear()
      return projects
    }
    dispatcher = createDispatcher(commanding, [
      async () => {
        const projects = taken()
        await runSchedules(commanding)
        await stepRuns(commanding, projects)
        await watchProjects(commanding, projects)
      },
    ])
    services.fieldCommands = { now: Date.now, look: () => dispatcher?.look() ?? Promise.resolve() }
    const consumer = createConsumer(commanding)
    services.devices.consume('command', async (tx, batch) => {
      const after = await consumer(tx, batch)
      return async () => {
        for (const { projectId } of [...batch.states, ...batch.acks]) heard.add(projectId)
        await after?.()
      }
    })
    services.fieldParts.highlights = (tx, projectId) => highlightsOf(tx, projectId, now())
    services.fieldParts.control = async (tx, projectId) => {
      const rows = await tx
        .selectFrom('command')
        .distinctOn('actuator_id')
        .select(['actuator_id', 'id', 'state', 'issued_by_name'])
        .where('project_id', '=', projectId)
        // What was refused as it was asked for takes no place of what the device obeys.
        .where((where) => where.or([where('state', '<>', 'REJECTED'), where('attempts', '>', 0)]))
        .orderBy('actuator_id')
        .orderBy('seq', 'desc')
        .execute()
      const holds = (state: string) => ['QUEUED', 'SENT', 'ACCEPTED', 'EXECUTING'].includes(state)
      return new Map(
        rows.map(({ actuator_id, id, state, issued_by_name }) => [
          actuator_id,
          { commandId: id, state, holder: holds(state) ? issued_by_name : null },
        ]),
      )
    }
    serveCommands(server, commanding)
    servePumps(server, commanding)
    onReady(async () => dispatcher?.start())
    onClose(async () => dispatcher?.stop())
  },
}

function serveCommands({ handle, db, services }: ModuleServer, commanding: Commanding): void {
  const oneRun = async (row: RunRow, say: Parameters<typeof runsToWire>[2]) => {
    const [wire] = await runsToWire(db, [row], say)
    if (!wire) throw missing()
    return wire
  }
  handle(calls['fieldManagement.controlThreeWayBallValve'], 'session', (context, input) =>
    request(commanding, context, input, {
      kind: 'valve.set',
      deviceId: input.deviceId,
      direction: input.openDirection,
      gatage: input.gatage,
    }),
  )
  handle(calls['fieldManagement.isControlThreeWayBallValve'], 'session', (context, input) =>
    canControl(commanding, context, input),
  )
  handle(calls['fieldManagement.saveTwbDefaultAngular'], 'session', (context, input) =>
    calibrate(commanding, context, input),
  )
  handle(calls['fieldManagement.getControlMode'], 'session', (context, input) =>
    controlMode(commanding, context, input),
  )
  handle(calls['fieldManagement.getLgzByTwbDeviceId'], 'session', (context, { deviceId }) =>
    groupsOfValve(commanding, context, deviceId),
  )
  handle(calls['fieldManagement.judgeCanOperateLgz'], 'session', (context, input) =>
    judgeOperation(commanding, context, input),
  )
  handle(calls['fieldManagement.operateLgz'], 'session', async (context, input) =>
    oneRun(await operate(commanding, context, input), context.text),
  )
  handle(calls['fieldManagement.stopAll'], 'session', async (context, input) =>
    oneRun(await stopAll(commanding, context, input), context.text),
  )
  handle(calls['fieldManagement.stopThenSet'], 'session', async (context, input) =>
    oneRun(await stopThenSet(commanding, context, input), context.text),
  )
  handle(calls['fieldManagement.runs'], 'session', (context, query) => listRuns(commanding, context, query))
  handle(calls['fieldManagement.command'], 'session', (context, input) =>
    commandById(commanding, context, input),
  )
  handle(calls['fieldManagement.commands'], 'session', (context, query) =>
    listCommands(commanding, context, query),
  )
  handle(calls['fieldManagement.cancelCommand'], 'session', (context, input) =>
    cancelCommand(commanding, context, input),
  )
  handle(calls['fieldManagement.approveCommand'], 'session', (context, input) =>
    approveCommand(commanding, context, input),
  )
  handle(approvals['fieldManagement.approvals'], 'session', (context, query) =>
    listApprovals(commanding, context, query),
  )
  handle(approvals['fieldManagement.refuseCommand'], 'session', (context, input) =>
    refuseCommand(commanding, context, input),
  )
  handle(groupCheckCalls['fieldManagement.checkLgz'], 'session', (context, input) =>
    checkOutletsOf(commanding, context, input),
  )
  handle(calls['fieldManagement.lgzList'], 'session', (context, query) =>
    listGroups(commanding, context, services.projects.current(context, query)),
  )
  handle(calls['fieldManagement.lgz'], 'session', (context, { id }) => groupById(commanding, context, id))
  handle(calls['fieldManagement.createLgz'], 'session', (context, input) =>
    createGroup(commanding, context, input),
  )
  handle(calls['fieldManagement.updateLgz'], 'session', (context, input) =>
    updateGroup(commanding, context, input),
  )
  handle(calls['fieldManagement.deleteLgz'], 'session', (context, { id }) =>
    deleteGroup(commanding, context, id),
  )
  handle(calls['fieldManagement.schedules'], 'session', (context, query) =>
    listSchedules(commanding, context, services.projects.current(context, query)),
  )
  handle(calls['fieldManagement.createSchedule'], 'session', (context, input) =>
    createSchedule(commanding, context, input),
  )
  handle(calls['fieldManagement.updateSchedule'], 'session', (context, input) =>
    updateSchedule(commanding, context, input),
  )
  handle(calls['fieldManagement.deleteSchedule'], 'session', (context, { id }) =>
    deleteSchedule(commanding, context, id),
  )
  handle(calls['fieldManagement.scheduleRuns'], 'session', (context, query) =>
    listScheduleRuns(commanding, context, query),
  )
  for (const [name, part] of [
    ['fieldManagement.getHighlightNodes', 'nodes'],
    ['fieldManagement.getHighlightPipes', 'pipes'],
  ] as const)
    handle(calls[name], 'session', async (context, query) => {
      const projectId = services.projects.current(context, query)
      await demandProject(services, context, projectId, 'view')
      return [...(await highlightsOf(db, projectId, commanding.now()))[part]]
    })
  handle(calls['fieldManagement.clearHighlight'], 'session', async (context, query) => {
    const projectId = services.projects.current(context, query)
    await demandProject(services, context, projectId, 'operate')
    await db
      .updateTable('irrigation_run')
      .set({ is_cleared: true })
      .where('project_id', '=', projectId)
      .where('state', 'not in', ['RUNNING', 'STOPPING'])
      .where('is_cleared', '=', false)
      .execute()
    services.fieldLive.changed(projectId, await commanding.markChanges(projectId))
    return true
  })
}
