import { randomBytes } from 'node:crypto'
import { fieldAdminCalls as calls } from '@services/contract/areas/field-admin'
import { hashGatewayToken } from '../../../devices/token'
import { ApiError, noRight } from '../../../http/errors'
import { type CallContext, type ModuleServer, Reply, type Tx } from '../../../module'
import { ENTITIES } from './entities'
import type { Entity, Input } from './entity'
import { limitsFor, setLimits } from './limits'
import { membersOf, setMembers } from './members'
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
  /** A thing that the caller may not see is none to them. */
  const managed = async (context: CallContext, id: string) => {
    const { projectId } = await read(db, entity, id)
    await projects.demand(context, projectId, 'manage')
    return projectId
  }

  /** Alarms about what is not there any more, or was switched off, become history. */
  const retire = async ({ user }: CallContext, tx: Tx, projectId: string, sourceId: string) =>
    entity.table === 'device' || entity.table === 'gateway'
      ? services.alarms.retire(tx, { projectId, sourceId, actor: { id: user.userId, name: user.userName } })
      : undefined

  handle(calls[`${name}.list`], 'session', async (context, query) => {
    const asked = query as ListAsked & { readonly projectId?: string; readonly project_id?: string }
    if (entity.projectColumn === 'id') return list(db, entity, await projects.visible(context.user), asked)
    const projectId = projects.current(context, asked)
    await projects.demand(context, projectId, 'view')
    return list(db, entity, [projectId], asked)
  })
  handle(calls[`${name}.read`], 'session', async (context, { id }) => {
    const found = await read(db, entity, id)
    await projects.demand(context, found.projectId, 'view')
    return found
  })
  handle(calls[`${name}.create`], `${entity.right}:btn_add`, async (context, sent) => {
    const input = sent as unknown as Input
    // A project that is not there yet is nobody's to manage.
    if (entity.projectColumn === 'id') {
      if (!context.user.isAdministrator) throw noRight('administrator')
    } else await projects.demand(context, String(input.projectId), 'manage')
    const id = await inProject(String(input.projectId ?? 'new'), (tx) => create(context, tx, entity, input))
    return new Reply({ id }, context.text('@field.created'))
  })
  handle(calls[`${name}.update`], `${entity.right}:btn_edit`, async (context, { id, ...sent }) => {
    const projectId = await managed(context, id)
    const input = sent as unknown as Input
    const tell = await inProject(projectId, async (tx) => {
      await update(context, tx, entity, id, input)
      return input['enabledMark'] === 0 ? retire(context, tx, projectId, id) : undefined
    })
    await tell?.()
    return new Reply(null, context.text('@field.updated'))
  })
  handle(calls[`${name}.delete`], `${entity.right}:btn_remove`, async (context, { id }) => {
    const projectId = await managed(context, id)
    const tell = await inProject(projectId, async (tx) => {
      await remove(context, tx, entity, id)
      return retire(context, tx, projectId, id)
    })
    await tell?.()
    return new Reply(null, context.text('@field.deleted'))
  })
}

function serveMembers({ db, services, handle }: ModuleServer): void {
  const { projects, fieldLive } = services
  handle(calls['fieldProject.members'], 'session', async (context, { id }) => {
    await projects.demand(context, id, 'manage')
    return membersOf(db, id)
  })
  handle(
    calls['fieldProject.setMembers'],
    'field.project:btn_member',
    async (context, { id, ...members }) => {
      await projects.demand(context, id, 'manage')
      await db.transaction().execute(async (tx) => {
        await hold(tx, id)
        await setMembers(context, tx, id, members)
      })
      fieldLive.rightsChanged(id)
      return new Reply(null, context.text('@field.updated'))
    },
  )
}

function serveLimits({ db, services, handle }: ModuleServer): void {
  const { projects } = services
  handle(calls['fieldProject.limits'], 'session', async (context, { id }) => {
    await projects.demand(context, id, 'view')
    return limitsFor(db, id)
  })
  handle(calls['fieldProject.setLimits'], 'field.project:btn_limits', async (context, { id, ...asked }) => {
    await projects.demand(context, id, 'manage')
    await db.transaction().execute(async (tx) => {
      await hold(tx, id)
      await setLimits(context, tx, id, asked)
    })
    await services.devices.configure(id)
    return new Reply(null, context.text('@field.updated'))
  })
}

function serveGatewayTokens({ db, services, handle }: ModuleServer): void {
  handle(calls['fieldGateway.issueToken'], 'field.gateway:btn_token', async (context, { id }) => {
    const { projectId } = await read(db, ENTITIES.fieldGateway, id)
    await services.projects.demand(context, projectId, 'manage')
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

function serveMaintenance({ db, services, handle }: ModuleServer): void {
  const { projects, fieldLive } = services
  handle(calls['fieldDevice.setMaintenance'], 'session', async (context, { id, reason }) => {
    const projectId = await projects.demandDevice(context, id, 'operate')
    const { user } = context
    const said = reason.trim()
    const tag = { by: user.userId, byName: user.userName, reason: said, since: new Date().toISOString() }
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
        .set({ maintenance: said === '' ? null : JSON.stringify(tag) })
        .where('id', '=', id)
        .execute()
      const action = said === '' ? 'fieldDevice.release' : 'fieldDevice.lockOut'
      await context.audit({ action, target: id, before: held, after: said === '' ? null : tag }, tx)
    })
    fieldLive.reset(projectId)
    return new Reply(null, context.text(said === '' ? '@field.released' : '@field.lockedOut'))
  })
}
