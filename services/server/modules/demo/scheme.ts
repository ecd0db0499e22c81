import type { CallContext, Services } from '../../module'
import { createScheme } from '../lowcode/data-scheme/schemes'
import { addGrants, ownSet } from '../platform/permission/sets'
import { FIELD_ROLE } from './accounts'

/** The entry of the plots. */
export const PLOTS = 'model-demo-plot'
/** The scheme of those whose departments are in the company of whoever asks. */
export const OWN_PLOTS = 'own-company'

/** Whoever sees plots sees those that a scheme gives: the field staff all of them, who works for one farm those of its company. */
export async function scopePlots(context: CallContext, services: Services): Promise<void> {
  const { db } = context
  const entry = await db.selectFrom('menu').select('id').where('id', '=', PLOTS).executeTakeFirst()
  const there = await db
    .selectFrom('data_scheme')
    .select('id')
    .where('menu_id', '=', PLOTS)
    .executeTakeFirst()
  if (!entry || there) return
  await createScheme(context, services, {
    ...{ moduleId: PLOTS, enCode: OWN_PLOTS, fullName: '本公司地块', kind: 'custom', matchLogic: 'and' },
    tests: [{ group: 1, field: 'department', op: 'in', value: '@organizationAndSuborganization' }],
  })
  await db.transaction().execute(async (tx) => {
    const role = await tx.selectFrom('role').select('id').where('en_code', '=', FIELD_ROLE).executeTakeFirst()
    if (role)
      await addGrants(tx, await ownSet(tx, 'role', role.id), [{ kind: 'data', menu_id: PLOTS, code: 'all' }])
  })
  await services.authorities.changed()
}
