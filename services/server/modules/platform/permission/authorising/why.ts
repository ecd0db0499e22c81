import type { GrantType } from '@services/contract/areas/platform/authority'
import { sql } from 'kysely'
import { notFound } from '../../../../http/errors'
import type { CallContext, Services } from '../../../../module'
import type { MenuRow, ReadEntries } from '../../menu/entries'
import { isOfModel } from '../../menu/kinds'
import { isOpenToAll, isSwitchedOff } from '../../menu/rights'
import type { Grant } from '../sets'
import type { GrantKind, Subject } from '../tables'
import type { Catalogue } from './catalogue'
import { namesOf, TYPE_OF_SUBJECT } from './objects'
import type { RecordAsked } from './reach'
import { keyOf, typeOf, wireId } from './wire'

interface Asked {
  readonly userId: string
  readonly menuId: string
  readonly kind?: 'button' | 'column' | 'form' | 'data'
  readonly code?: string
  readonly recordId?: string
}

interface Way {
  readonly kind: GrantKind
  readonly menu_id: string
  readonly code: string
  readonly set_id: string
  readonly set_name: string
  readonly subject: Subject
  readonly subject_id: string
  readonly below: boolean
}

/** Why somebody may see an entry or do something there: every way by which what it needs is granted, and what is not. */
export async function whyOf(
  context: CallContext,
  services: Services,
  catalogue: Catalogue,
  entries: ReadEntries,
  asked: Asked,
) {
  const { db, user } = context
  const { userId, menuId, kind, code, recordId } = asked
  const menu = await entries(user)
  const row = menu.named(menuId)
  const person = await db
    .selectFrom('user_account')
    .select(['is_administrator', 'status', 'real_name', 'account'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!row || !person) throw notFound()
  const needed: Grant[] = [
    { kind: 'system', menu_id: row.system_id, code: '' },
    { kind: 'menu', menu_id: row.id, code: '' },
    ...(kind && code && !isOpenToAll(row, kind, code) ? [{ kind, menu_id: row.id, code }] : []),
  ]
  const { rows: ways } = await sql<Way>`
    select given.kind, given.menu_id, given.code, held.set_id, held.subject, held.subject_id, member.below,
      case when permission_set.kind = 'group' then permission_set.full_name else '' end as set_name
    from permission_held held
    join permission_grant given on given.set_id = held.set_id
    join permission_set on permission_set.id = held.set_id
    join permission_member member on member.set_id = held.set_id and member.subject = held.subject
      and member.subject_id = held.subject_id
    where held.user_id = ${userId} and (given.kind, given.menu_id, given.code) in (
      select * from unnest(${needed.map((one) => one.kind)}::text[], ${needed.map((one) => one.menu_id)}::text[],
        ${needed.map((one) => one.code)}::text[]))
    order by set_name, held.set_id, held.subject, held.subject_id`.execute(db)
  const names = await namesOf(
    context,
    db,
    ways.map(({ subject, subject_id }) => [subject, subject_id] as const),
  )
  const named = (grant: Grant) => ({
    ...{ id: wireId(grant), type: typeOf(grant.kind), fullName: catalogue.nameOf(grant) },
  })
  const isEnabled = person.status === 1
  const isAdministrator = person.is_administrator && isEnabled
  const lacking: { reason: 'disabled' | 'notGranted'; type: GrantType | 'account'; fullName: string }[] = [
    ...(isEnabled
      ? []
      : [
          {
            reason: 'disabled' as const,
            type: 'account' as const,
            fullName: person.real_name || person.account,
          },
        ]),
    ...(menu.isOpen(row)
      ? []
      : [{ reason: 'disabled' as const, type: 'module' as const, fullName: catalogue.titleOf(row) }]),
    ...(kind && code && isSwitchedOff(row, kind, code) && !isAdministrator
      ? [
          {
            reason: 'disabled' as const,
            type: typeOf(kind),
            fullName: catalogue.nameOf({ kind, menu_id: row.id, code }),
          },
        ]
      : []),
    ...(isAdministrator
      ? []
      : needed
          .filter((grant) => !ways.some((way) => keyOf(way) === keyOf(grant)))
          .map((grant) => {
            const { type, fullName } = named(grant)
            return { reason: 'notGranted' as const, type, fullName }
          })),
  ]
  const record =
    recordId === undefined
      ? undefined
      : await reachOf(context, services, catalogue, row, { recordId, userId, isAdministrator })
  return {
    allowed: lacking.length === 0,
    isAdministrator,
    through: ways.map((way) => ({
      grant: named(way),
      ...{ setId: way.set_id, setName: way.set_name },
      ...{ objectType: TYPE_OF_SUBJECT[way.subject], objectId: way.subject_id, below: way.below },
      objectName: names.get(`${way.subject} ${way.subject_id}`) ?? way.subject_id,
    })),
    lacking,
    ...(record && { record }),
  }
}

/** By which schemes a record of the entry's model is reached, with their names. @throws ApiError 404 where it is of no model */
async function reachOf(
  context: CallContext,
  services: Services,
  catalogue: Catalogue,
  row: MenuRow,
  asked: Omit<RecordAsked, 'modelId'>,
) {
  const { moduleId: modelId } = row.property_json
  if (!isOfModel(row.type) || typeof modelId !== 'string' || !services.recordReach) throw notFound()
  const { schemes, ...reach } = await services.recordReach(context, { ...asked, modelId })
  const named = new Map(
    catalogue
      .of('resource')
      .filter(({ menu_id }) => menu_id === row.id)
      .map(({ code, name }) => [code, name]),
  )
  return {
    ...reach,
    schemes: schemes.map((scheme) => ({ ...scheme, fullName: named.get(scheme.enCode) ?? scheme.enCode })),
  }
}
