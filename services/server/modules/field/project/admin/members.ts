import type { ProjectMembers } from '@services/contract/areas/field/field-admin'
import { sql } from 'kysely'
import { inParts } from '../../../../database/batches'
import type { CallContext, Db, Tx } from '../../../../module'
import { LEVELS, type Level } from '../../../../right'
import type { ProjectMemberTable } from '../tables'
import { refused } from './store'

/** A member as it is stored; units of any kind are `organize`. */
interface Member {
  readonly kind: ProjectMemberTable['subject_kind']
  readonly id: string
  readonly level: Level
}

/** Where members stand that are named, by the type of the picker's value. */
const TABLES: Readonly<Record<Member['kind'], string>> = {
  user: 'user_account',
  role: 'role',
  organize: 'organize',
  position: 'position',
  group: 'user_group',
}
const kindOf = (type: string): Member['kind'] =>
  type === 'department' || type === 'company' ? 'organize' : (type as Member['kind'])

export async function membersOf(db: Db | Tx, projectId: string): Promise<ProjectMembers> {
  const { rows } = await sql<{ readonly subject: string; readonly level: Level }>`
    select subject_id || '--' || case subject_kind when 'organize' then coalesce(organize.category, 'department')
      else subject_kind end as subject, level
    from project_member left join organize on subject_kind = 'organize' and organize.id = subject_id
    where project_id = ${projectId} order by subject_kind, subject_id`.execute(db)
  const of = (wanted: Level) => rows.filter(({ level }) => level === wanted).map(({ subject }) => subject)
  return { view: of('view'), operate: of('operate'), manage: of('manage') }
}

/** Puts one set of members in the place of another. */
export async function setMembers(
  context: CallContext,
  tx: Tx,
  projectId: string,
  members: ProjectMembers,
): Promise<void> {
  const wanted = LEVELS.flatMap((level) => members[level].map((subject) => memberOf(subject, level)))
  await refuseStrangers(context, tx, wanted)
  const before = await membersOf(tx, projectId)
  await tx.deleteFrom('project_member').where('project_id', '=', projectId).execute()
  const rows = wanted.map(({ kind, id, level }) => ({
    project_id: projectId,
    subject_kind: kind,
    subject_id: id,
    level,
  }))
  for (const part of inParts(rows)) await tx.insertInto('project_member').values(part).execute()
  const after = await membersOf(tx, projectId)
  await context.audit({ action: 'fieldProject.setMembers', target: projectId, before, after }, tx)
}

/** Who makes a project manages it. */
export async function enrolMaker(tx: Tx, project_id: string, userId: string): Promise<void> {
  await tx
    .insertInto('project_member')
    .values({ project_id, subject_kind: 'user', subject_id: userId, level: 'manage' })
    .execute()
}

function memberOf(subject: string, level: Level): Member {
  const at = subject.lastIndexOf('--')
  return { kind: kindOf(subject.slice(at + 2)), id: subject.slice(0, at), level }
}

/** Nobody stands twice, since each level includes those before it; and nobody who is not there. */
async function refuseStrangers(context: CallContext, tx: Tx, members: readonly Member[]): Promise<void> {
  const seen = new Set<string>()
  for (const { kind, id, level } of members) {
    const key = `${kind} ${id}`
    if (seen.has(key)) throw refused(context, [{ path: level, message: context.text('@field.memberTwice') }])
    seen.add(key)
    const { rows } = await sql`select from ${sql.table(TABLES[kind])} where id = ${id}`.execute(tx)
    if (rows.length === 0)
      throw refused(context, [{ path: level, message: context.text('@field.memberGone') }])
  }
}
