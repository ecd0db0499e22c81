import type { InterfaceRunners } from '@services/contract/areas/lowcode/data-interface-bodies'
import { CODE } from '@services/contract/envelope'
import { type RawBuilder, sql } from 'kysely'
import { inParts } from '../../../database/batches'
import { ApiError, noRight } from '../../../http/errors'
import type { CallContext, Db, SessionUser, Tx } from '../../../module'
import { EVERYBODY } from '../../platform/permission/held'
import type { Holdings } from '../../platform/permission/holdings'
import { namedIn } from './named'
import { demandSuper } from './reads-all'
import { type Interface, interfaceBy } from './run'
import type { DataInterfaceRightTable } from './tables'

type Subject = Pick<DataInterfaceRightTable, 'subject_kind' | 'subject_id'>

/** Where whoever may run an interface stands, by the kind that is stored. */
const TABLES: Readonly<Record<Exclude<Subject['subject_kind'], 'everybody'>, string>> = {
  user: 'user_account',
  role: 'role',
  organize: 'organize',
  position: 'position',
  group: 'user_group',
}

/** What right a person needs who may run interfaces of others' models by none of their own. */
export interface Runners {
  /**
   * Refuses who may not run an interface: it takes an own right to it, or the menu entry of a released model that names it.
   * @throws ApiError 404 where there is none of this id or code, 403 that names the right
   */
  demand(context: CallContext, idOrCode: string): Promise<void>
  may(user: SessionUser, found: Pick<Interface, 'id' | 'en_code'>): Promise<boolean>
  /** Ids of the enabled interfaces that a person may run. */
  among(user: SessionUser): Promise<readonly string[]>
}

export function createRunners(db: Db): Runners {
  const named = createNamed(db)
  const may: Runners['may'] = async (user, { id, en_code }) => {
    if (user.isAdministrator || (await ownRights(db, user.userId)).includes(id)) return true
    for (const names of await named(user.userId)) if (names.has(id) || names.has(en_code)) return true
    return false
  }
  return {
    may,
    async among(user) {
      const rows = await db
        .selectFrom('data_interface')
        .select(['id', 'en_code'])
        .where('enabled_mark', '=', 1)
        .execute()
      if (user.isAdministrator) return rows.map(({ id }) => id)
      const own = new Set(await ownRights(db, user.userId))
      const models = await named(user.userId)
      return rows.flatMap(({ id, en_code }) =>
        own.has(id) || models.some((names) => names.has(id) || names.has(en_code)) ? [id] : [],
      )
    },
    async demand({ user }, idOrCode) {
      const found = await interfaceBy(db, idOrCode)
      if (!(await may(user, found))) throw noRight(`${found.full_name} (interface.${found.en_code})`)
    },
  }
}

/** What somebody holds who may run an interface. */
const heldAs = (id: string) => `interface/${id}`

/** Who may run what by a right of their own or of everybody's. */
export const heldToRun = sql<{ user_id: string; what: string }>`
  select ${EVERYBODY}::text as user_id, 'interface/' || interface_id as what
  from data_interface_right where subject_kind = 'everybody'
  union all
  select place.user_id, 'interface/' || interface_id as what from data_interface_right
  join (
    select id as user_id, 'user' as kind, id from user_account
    union all select user_id, 'role', role_id from user_role join role on role.id = role_id and role.enabled_mark = 1
    union all select user_id, 'organize', unnest(organize.path) from user_organize
      join organize on organize.id = organize_id
    union all select user_id, 'position', position_id from user_position
      join position on position.id = position_id and position.enabled_mark = 1
    union all select user_id, 'group', group_id from user_group_member
      join user_group on user_group.id = group_id and user_group.enabled_mark = 1
  ) place on place.kind = subject_kind and place.id = subject_id`

/** Ids of the interfaces that a person has a right of their own to. */
async function ownRights(db: Db, userId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct interface_id as id from data_interface_right where (
      subject_kind = 'everybody'
      or subject_kind = 'user' and subject_id = ${userId}
      or subject_kind = 'role' and exists (
        select from user_role join role on role.id = role_id and role.enabled_mark = 1
        where user_id = ${userId} and role_id = subject_id)
      or subject_kind = 'organize' and exists (
        select from user_organize join organize on organize.id = organize_id
        where user_id = ${userId} and organize.path @> array[subject_id])
      or subject_kind = 'position' and exists (
        select from user_position join position on position.id = position_id and position.enabled_mark = 1
        where user_id = ${userId} and position_id = subject_id)
      or subject_kind = 'group' and exists (
        select from user_group_member join user_group on user_group.id = group_id and user_group.enabled_mark = 1
        where user_id = ${userId} and group_id = subject_id))`.execute(db)
  return rows.map(({ id }) => id)
}

/** Answers, for each released model whose menu entry a person sees, the interfaces that it names. */
function createNamed(db: Db): (userId: string) => Promise<readonly ReadonlySet<string>[]> {
  const kept = new Map<string, ReadonlySet<string>>()
  return async (userId) => {
    const { rows } = await sql<{ id: string; version: number }>`
      select model.id, model.released_version as version from model
      join menu on menu.id = 'model-' || model.id
      where model.released_version > 0 and exists (
        select from menu_seen where menu_seen.user_id = ${userId} and menu_seen.menu_id = menu.id)`.execute(
      db,
    )
    const all: ReadonlySet<string>[] = []
    for (const { id, version } of rows) {
      const key = `${id} ${version}`
      let names = kept.get(key)
      if (!names) {
        names = await namedBy(db, id, version)
        kept.set(key, names)
        // A model of a thousand fields names a handful: what is kept is small, and of old versions it goes.
        if (kept.size > KEPT) kept.delete(kept.keys().next().value ?? '')
      }
      all.push(names)
    }
    return all
  }
}

const KEPT = 2_000

async function namedBy(db: Db, id: string, version: number): Promise<ReadonlySet<string>> {
  const found = await db
    .selectFrom('model_version')
    .select(['form_data', 'column_data', 'app_column_data'])
    .where('model_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return found ? namedIn(found) : new Set()
}

export async function runnersOf(db: Db | Tx, idOrCode: string): Promise<InterfaceRunners> {
  const { id } = await interfaceBy(db, idOrCode)
  const { rows } = await sql<{ readonly subject: string; readonly kind: string }>`
    select subject_kind as kind, subject_id || '--' || case subject_kind
      when 'organize' then coalesce(organize.category, 'department') else subject_kind end as subject
    from data_interface_right left join organize on subject_kind = 'organize' and organize.id = subject_id
    where interface_id = ${id} order by subject_kind, subject_id`.execute(db)
  const everybody = rows.some(({ kind }) => kind === 'everybody') ? 1 : 0
  return { everybody, runners: rows.flatMap(({ kind, subject }) => (kind === 'everybody' ? [] : [subject])) }
}

/**
 * Puts one set of those who may run an interface in the place of another.
 * @throws ApiError 400 where one is not there, 403 where one is added and the caller has no right to run it, or it reads all
 * records and the caller is no super administrator
 */
export async function setRunners(
  context: CallContext,
  holdings: Holdings,
  idOrCode: string,
  { everybody = 0, runners }: InterfaceRunners,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const { id, reads_all: readsAll } = await interfaceBy(tx, idOrCode)
    const subjects = [...new Set(runners)].map(subjectOf)
    for (const subject of subjects) await refuseStranger(context, tx, subject)
    const before = await runnersOf(tx, id)
    const standing = await tx
      .selectFrom('data_interface_right')
      .select(['subject_kind', 'subject_id'])
      .where('interface_id', '=', id)
      .execute()
    const rows: Subject[] = [
      ...subjects,
      ...(everybody === 1 ? [{ subject_kind: 'everybody' as const, subject_id: '' }] : []),
    ]
    const known = new Set(standing.map(keyOf))
    // Nor to a role that nobody has yet: it might be given to them by somebody who does not look.
    if (rows.some((row) => !known.has(keyOf(row)))) {
      if (readsAll) demandSuper(context, 'runners')
      await holdings.demandHeld(context, tx, heldAs(id))
    }
    await tx.deleteFrom('data_interface_right').where('interface_id', '=', id).execute()
    for (const part of inParts(rows.map((row) => ({ ...row, interface_id: id }))))
      await tx
        .insertInto('data_interface_right')
        .values(part)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    const after = await runnersOf(tx, id)
    await context.audit({ action: 'dataInterface.setRunners', target: id, before, after }, tx)
  })
}

/** Whoever makes an interface may run it, and so let others. */
export async function letMakerRun({ user }: CallContext, tx: Tx, id: string): Promise<void> {
  await tx
    .insertInto('data_interface_right')
    .values({ interface_id: id, subject_kind: 'user', subject_id: user.userId })
    .execute()
}

const keyOf = ({ subject_kind, subject_id }: Subject) => `${subject_kind} ${subject_id}`

function subjectOf(mixed: string): Subject {
  const at = mixed.lastIndexOf('--')
  const type = mixed.slice(at + 2)
  const kind = type === 'department' || type === 'company' ? 'organize' : type
  return { subject_kind: kind as Subject['subject_kind'], subject_id: mixed.slice(0, at) }
}

async function refuseStranger(context: CallContext, tx: Tx, subject: Subject): Promise<void> {
  const table = TABLES[subject.subject_kind as keyof typeof TABLES]
  const there: RawBuilder<unknown> = sql`select from ${sql.table(table)} where id = ${subject.subject_id}`
  if ((await there.execute(tx)).rows.length > 0) return
  const message = context.text('@field.memberGone')
  throw new ApiError(CODE.badRequest, '@field.memberGone', { errors: [{ path: 'runners', message }] })
}
