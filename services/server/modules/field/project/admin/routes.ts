import { randomBytes } from 'node:crypto'
import { fieldAdminCalls as calls } from '@services/contract/areas/field/field-admin'
import type { Selectable } from 'kysely'
import { hashGatewayToken } from '../../../../devices/token'
import { ApiError } from '../../../../http/errors'
import { type CallContext, type ModuleServer, Reply, type Tx } from '../../../../module'
import type { Level, Right } from '../../../../right'
import { told } from '../../../platform/permission/told'
import type { DeviceTable } from '../tables'
import { ENTITIES } from './entities'
import type { Entity, Input } from './entity'
import { limitsFor, setLimits } from './limits'
import { enrolMaker, membersOf, setMembers } from './members'
import { create, hold, type ListAsked, list, read, remove, update } from './store'

type Name = keyof typeof ENTITIES

/** Keeping the field: the right of the menu entry for the button, and the right to manage the project. */
export function serveAdministration(server: ModuleServer): void {
  for (const name of Object.keys(ENTITIES) as Name[]) serveEntity(server, name)
  serveMembers(server)
  serveLimits(server)
  serveGatewayTokens(server)
  serveMaintenance(server)
}

function serveEntity({ db, services, handle }: ModuleServer, name: Name): void {
  const entity: Entity = ENTITIES[name]
  const { projects, fieldLive } = services
  /** Runs a write while nobody else changes the project; the maps take a new snapshot then. */
  const inProject = async <T>(projectId: string, work: (tx: Tx) => Promise<T>): Promise<T> => {
    const done = await db.transaction().execute(async (tx) => {
      await hold(tx, projectId)
      return work(tx)
    })
    fieldLive.reset(projectId)
    return done
  }
  /** Alarms about what is not there any more, or was switched off, become history. */
  const retire = async ({ user }: CallContext, tx: Tx, projectId: string, sourceId: string) =>
    entity.table === 'device' || entity.table === 'gateway'
      ? services.alarms.retire(tx, { projectId, sourceId, actor: { id: user.userId, name: user.userName } })
      : undefined

  const isProject = entity.thing === 'project'
  const own = (level: Level, button?: string): Right<'id'> => ({
    ...{ [entity.thing]: 'id', level },
    ...(button && { code: `${entity.right}:${button}` }),
  })
  handle(
    calls[`${name}.list`],
    isProject
      ? { visible: ['project'], why: 'Projects of which the caller is a member' }
      : { project: 'projectId', level: 'view' },
    async ({ user, projectId }, query) =>
      list(db, entity, isProject ? await projects.visible(user) : [projectId], query as ListAsked),
  )
  handle(calls[`${name}.read`], own('view'), (_, { id }) => read(db, entity, id))
  // A project that is not there yet is nobody's to manage: whoever makes it does from then on.
  const adding: Right<'projectId'> = isProject
    ? { code: `${entity.right}:btn_add`, touches: ['project'], why: 'It makes a project of its own' }
    : { project: 'projectId', level: 'manage', code: `${entity.right}:btn_add` }
  handle(calls[`${name}.create`], adding as Right<never>, async (context, sent) => {
    const input = sent as unknown as Input
    const id = await inProject(String(input.projectId ?? 'new'), async (tx) => {
      const id = await create(context, tx, entity, input)
      if (isProject && !context.user.isAdministrator) await enrolMaker(tx, id, context.user.userId)
      return id
    })
    return new Reply({ id }, context.text('@field.created'))
  })
  handle(calls[`${name}.update`], own('manage', 'btn_edit'), async (context, { id, ...sent }) => {
    const { projectId } = context
    const input = sent as unknown as Input
    const tell = await inProject(projectId, async (tx) => {
      await update(context, tx, entity, id, input)
      return input['enabledMark'] === 0 ? retire(context, tx, projectId, id) : undefined
    })
    await tell?.()
    return new Reply(null, context.text('@field.updated'))
  })
  handle(calls[`${name}.delete`], own('manage', 'btn_remove'), async (context, { id }) => {
    const { projectId } = context
    const tell = await inProject(projectId, async (tx) => {
      await remove(context, tx, entity, id)
      return retire(context, tx, projectId, id)
    })
    await tell?.()
    return new Reply(null, context.text('@field.deleted'))
  })
}

function serveMembers({ db, services, handle }: ModuleServer): void {
  handle(calls['fieldProject.members'], { project: 'id', level: 'manage' }, (_, { id }) => membersOf(db, id))
  handle(
    calls['fieldProject.setMembers'],
    { project: 'id', level: 'manage', code: 'field.project:btn_member' },
    async (context, { id, ...members }) => {
      await db.transaction().execute(async (tx) => {
        await hold(tx, id)
        await setMembers(context, tx, id, members)
      })
      return told(context, services, null, '@field.updated')
    },
  )
}

function serveLimits({ db, services, handle }: ModuleServer): void {
  handle(calls['fieldProject.limits'], { project: 'id', level: 'view' }, (_, { id }) => limitsFor(db, id))
  const LIMITS: Right<'id'> = { project: 'id', level: 'manage', code: 'field.project:btn_limits' }
  handle(calls['fieldProject.setLimits'], LIMITS, async (context, { id, ...requested }) => {
    await db.transaction().execute(async (tx) => {
      await hold(tx, id)
      await setLimits(context, tx, id, requested)
    })
    await services.devices.configure(id)
    return new Reply(null, context.text('@field.updated'))
  })
}

function serveGatewayTokens({ db, handle }: ModuleServer): void {
  const TOKEN: Right<'id'> = { gateway: 'id', level: 'manage', code: 'field.gateway:btn_token' }
  handle(calls['fieldGateway.issueToken'], TOKEN, async (context, { id }) => {
    const token = randomBytes(24).toString('base64url')
    await db.transaction().execute(async (tx) => {
      await tx
        .updateTable('gateway')
        .set({ token_hash: hashGatewayToken(token), updated_at: new Date() })
        .where('id', '=', id)
        .execute()
      await context.audit({ action: 'fieldGateway.issueToken', target: id }, tx)
    })
    return new Reply({ token, username: id }, context.text('@field.tokenIssued'))
  })
}

/** Who holds a device for maintenance, and why. */
type Lock = NonNullable<Selectable<DeviceTable>['maintenance']>

function serveMaintenance({ db, services, handle }: ModuleServer): void {
  const { projects, fieldLive } = services
  const OPERATE: Right<'id'> = { device: 'id', level: 'operate' }
  const setLock = async (context: CallContext, id: string, tag: Lock | null) => {
    const { user, projectId } = context
    await db.transaction().execute(async (tx) => {
      await hold(tx, projectId)
      const before = await tx
        .selectFrom('device')
        .select('maintenance')
        .where('id', '=', id)
        .executeTakeFirst()
      const held = before?.maintenance
      // Whoever works on a device takes their own lock off; another needs the right to manage.
      if (held && held.by !== user.userId && (await projects.levelOf(user, projectId)) !== 'manage')
        throw new ApiError(403, '@field.heldBy', { params: { name: held.byName } })
      await tx
        .updateTable('device')
        .set({ maintenance: tag && JSON.stringify(tag) })
        .where('id', '=', id)
        .execute()
      const action = tag ? 'fieldDevice.lockOut' : 'fieldDevice.release'
      await context.audit({ action, target: id, before: held, after: tag }, tx)
    })
    fieldLive.reset(projectId)
  }
  handle(calls['fieldDevice.setMaintenance'], OPERATE, async (context, { id, reason }) => {
    const { userId: by, userName: byName } = context.user
    await setLock(context, id, { by, byName, reason: reason.trim(), since: new Date().toISOString() })
    return new Reply(null, context.text('@field.lockedOut'))
  })
  handle(calls['fieldDevice.endMaintenance'], OPERATE, async (context, { id }) => {
    await setLock(context, id, null)
    return new Reply(null, context.text('@field.released'))
  })
}
