import type { DeviceIntent } from '@runtime/field/command'
import { newId } from '@runtime/id'
import { approvalCalls as approvals } from '@services/contract/areas/field/approval'
import { commandCalls as calls } from '@services/contract/areas/field/command'
import { groupCheckCalls } from '@services/contract/areas/field/group-check'
import type { InputOf } from '@services/contract/call'
import { type ModuleServer, Reply, type ServerModule } from '../../../module'
import { listApprovals, refuseCommand } from './approval'
import { calendarSources } from './calendar'
import { createDispatcher, type Dispatcher } from './dispatcher'
import { checkOutletsOf } from './group-check'
import { createGroup, deleteGroup, groupById, groupsOfValve, listGroups, updateGroup } from './groups'
import { createMarkTeller, highlightsOf } from './highlights'
import { renewSingles } from './leases'
import { approveCommand, cancelCommand, commandById, listCommands, listRuns, runsToWire } from './lists'
import { guarded } from './loop'
import { migrations } from './migrations'
import { operate, validateOperation } from './operate'
import { servePumps } from './pump-routes'
import { serveHolds } from './rain-holds'
import { createRainWatch } from './rain-watch'
import { missing, noteTried } from './refusals'
import { createConsumer } from './reports'
import { noteNoRight, request } from './request'
import type { RunRow } from './rows'
import { runStepMigrations } from './run-steps'
import { stepRuns } from './runs'
import { runSchedules } from './schedule-runner'
import { createSchedule, deleteSchedule, listScheduleRuns, listSchedules, updateSchedule } from './schedules'
import { stopAll } from './stop-all'
import { stopThenSet } from './stop-first'
import { toStop } from './to-stop'
import { calibrate, canControl, controlMode } from './valves'
import { watchProjects } from './watch'
import type { Commanding } from './work'

declare module '../../../module' {
  interface Services {
    fieldCommands: {
      /** Milliseconds since 1970, as commands, runs and schedules know it. */
      now: () => number
      /** One look at all that is due, to its end. */
      poll(): Promise<void>
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
    const [heardForRuns, heardForWatch] = [new Set<string>(), new Set<string>()]
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
    const taken = (heard: Set<string>) => {
      const projects = new Set(heard)
      heard.clear()
      return projects
    }
    const watchRain = createRainWatch(commanding)
    dispatcher = createDispatcher(commanding, [
      async () => {
        // In this order: what the rain holds back does not begin in the same round.
        await guarded(log, watchRain)
        await runSchedules(commanding)
      },
      () => stepRuns(commanding, taken(heardForRuns)),
      () => watchProjects(commanding, taken(heardForWatch)),
      () => renewSingles(commanding),
    ])
    services.fieldCommands = { now: Date.now, poll: () => dispatcher?.poll() ?? Promise.resolve() }
    const consumer = createConsumer(commanding)
    services.devices.consume('command', async (tx, batch) => {
      const after = await consumer(tx, batch)
      return async () => {
        for (const { projectId } of [...batch.states, ...batch.acks])
          for (const heard of [heardForRuns, heardForWatch]) heard.add(projectId)
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
    serveHolds(server, calls, commanding)
    for (const source of calendarSources(commanding)) services.schedules.provide(source)
    onReady(async () => dispatcher?.start())
    onClose(async () => dispatcher?.stop())
  },
}

type Calls = typeof calls
type Setting = InputOf<Calls['fieldManagement.controlThreeWayBallValve']>

const settingOf = ({ deviceId, openDirection, gatage }: Setting): DeviceIntent => ({
  ...{ kind: 'valve.set', deviceId, gatage },
  direction: openDirection,
})

function serveCommands({ handle, db, services }: ModuleServer, commanding: Commanding): void {
  const oneRun = async (row: RunRow, translate: Parameters<typeof runsToWire>[2]) => {
    const [wire] = await runsToWire(db, [row], translate)
    if (!wire) throw missing()
    return wire
  }
  handle(
    calls['fieldManagement.controlThreeWayBallValve'],
    {
      ...{ device: 'deviceId', level: 'operate' },
      refused: (context, input: Setting, error) =>
        noteNoRight(commanding, context, input, settingOf(input), error),
    },
    (context, input) => request(commanding, context, input, settingOf(input)),
  )
  handle(
    calls['fieldManagement.isControlThreeWayBallValve'],
    { device: 'deviceId', level: 'view' },
    (context, input) => canControl(commanding, context, input),
  )
  handle(
    calls['fieldManagement.saveTwbDefaultAngular'],
    { device: 'deviceId', level: 'manage' },
    (context, input) => calibrate(commanding, context, input),
  )
  handle(
    calls['fieldManagement.getControlMode'],
    { project: 'projectId', device: 'deviceId', level: 'view' },
    (context, input) => controlMode(commanding, context, input),
  )
  handle(
    calls['fieldManagement.getLgzByTwbDeviceId'],
    { device: 'deviceId', level: 'view' },
    (_context, { deviceId }) => groupsOfValve(commanding, deviceId),
  )
  handle(calls['fieldManagement.judgeCanOperateLgz'], { group: 'lgzId', level: 'view' }, (context, input) =>
    validateOperation(commanding, context, input),
  )
  handle(
    calls['fieldManagement.operateLgz'],
    {
      ...{ group: 'lgzId', level: 'operate' },
      refused: (context, { action, lgzId }: InputOf<Calls['fieldManagement.operateLgz']>, error) =>
        noteTried(context, `rotation.${action}`, lgzId, error),
    },
    async (context, input) => oneRun(await operate(commanding, context, input), context.text),
  )
  handle(
    calls['fieldManagement.stopAll'],
    {
      ...{ project: 'projectId', level: 'operate' },
      refused: (context, { projectId }: InputOf<Calls['fieldManagement.stopAll']>, error) =>
        noteTried(context, 'rotation.stopAll', projectId, error),
    },
    async (context, input) => oneRun(await stopAll(commanding, context, input), context.text),
  )
  handle(calls['fieldManagement.toStop'], { project: 'projectId', level: 'operate' }, (context) =>
    toStop(commanding.db, context.projectId),
  )
  handle(
    calls['fieldManagement.stopThenSet'],
    {
      ...{ device: 'deviceId', level: 'operate' },
      refused: (context, { deviceId }: InputOf<Calls['fieldManagement.stopThenSet']>, error) =>
        noteTried(context, 'rotation.stopThenSet', deviceId, error),
    },
    async (context, input) => oneRun(await stopThenSet(commanding, context, input), context.text),
  )
  handle(calls['fieldManagement.runs'], { project: 'projectId', level: 'view' }, (context) =>
    listRuns(commanding, context),
  )
  handle(
    calls['fieldManagement.command'],
    { project: 'projectId', command: 'commandId', level: 'view' },
    (context, input) => commandById(commanding, context, input),
  )
  handle(calls['fieldManagement.commands'], { project: 'projectId', level: 'view' }, (context, query) =>
    listCommands(commanding, context, query),
  )
  handle(
    calls['fieldManagement.cancelCommand'],
    { project: 'projectId', command: 'commandId', level: 'operate' },
    (context, input) => cancelCommand(commanding, context, input),
  )
  handle(
    calls['fieldManagement.approveCommand'],
    { project: 'projectId', command: 'commandId', level: 'operate' },
    (context, input) => approveCommand(commanding, context, input),
  )
  handle(approvals['fieldManagement.approvals'], { project: 'projectId', level: 'view' }, (context) =>
    listApprovals(commanding, context),
  )
  handle(
    approvals['fieldManagement.refuseCommand'],
    { project: 'projectId', level: 'operate' },
    (context, input) => refuseCommand(commanding, context, input),
  )
  handle(
    groupCheckCalls['fieldManagement.checkLgz'],
    { project: 'projectId', level: 'view' },
    (context, input) => checkOutletsOf(commanding, context, input),
  )
  handle(calls['fieldManagement.lgzList'], { project: 'projectId', level: 'view' }, (context) =>
    listGroups(commanding, context),
  )
  handle(calls['fieldManagement.lgz'], { group: 'id', level: 'view' }, (_, { id }) =>
    groupById(commanding, id),
  )
  handle(
    calls['fieldManagement.createLgz'],
    { project: 'projectId', level: 'manage' },
    async (context, input) =>
      new Reply(await createGroup(commanding, context, input), context.text('@field.created')),
  )
  handle(
    calls['fieldManagement.updateLgz'],
    { group: 'id', level: 'manage' },
    async (context, input) =>
      new Reply(await updateGroup(commanding, context, input), context.text('@field.updated')),
  )
  handle(
    calls['fieldManagement.deleteLgz'],
    { group: 'id', level: 'manage' },
    async (context, { id }) =>
      new Reply(await deleteGroup(commanding, context, id), context.text('@field.deleted')),
  )
  handle(calls['fieldManagement.schedules'], { project: 'projectId', level: 'view' }, (context) =>
    listSchedules(commanding, context),
  )
  handle(
    calls['fieldManagement.createSchedule'],
    { project: 'projectId', level: 'manage' },
    (context, input) => createSchedule(commanding, context, input),
  )
  handle(calls['fieldManagement.updateSchedule'], { schedule: 'id', level: 'manage' }, (context, input) =>
    updateSchedule(commanding, context, input),
  )
  handle(calls['fieldManagement.deleteSchedule'], { schedule: 'id', level: 'manage' }, (context, { id }) =>
    deleteSchedule(commanding, context, id),
  )
  handle(calls['fieldManagement.scheduleRuns'], { project: 'projectId', level: 'view' }, (context, query) =>
    listScheduleRuns(commanding, context, query),
  )
  for (const [name, part] of [
    ['fieldManagement.getHighlightNodes', 'nodes'],
    ['fieldManagement.getHighlightPipes', 'pipes'],
  ] as const)
    handle(calls[name], { project: 'projectId', level: 'view' }, async ({ projectId }) => [
      ...(await highlightsOf(db, projectId, commanding.now()))[part],
    ])
  handle(
    calls['fieldManagement.clearHighlight'],
    { project: 'projectId', level: 'operate' },
    async ({ projectId }) => {
      await db
        .updateTable('irrigation_run')
        .set({ is_cleared: true })
        .where('project_id', '=', projectId)
        .where('state', 'not in', ['RUNNING', 'STOPPING'])
        .where('is_cleared', '=', false)
        .execute()
      services.fieldLive.changed(projectId, await commanding.markChanges(projectId))
      return true
    },
  )
}
