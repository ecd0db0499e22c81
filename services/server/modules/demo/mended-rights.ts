import type { ModuleServer } from '../../module'
import { addGrants, ownSet } from '../platform/permission/sets'
import type { DemoRoleCode } from './roles'

/** Entries of the menu that a role of the demo had too few or too many of, when it was first made. */
const MENDED: Partial<Record<DemoRoleCode, { readonly given?: string; readonly taken: string }>> = {
  auditor: { given: 'field.map', taken: 'field.aside' },
  bookkeeper: { taken: 'model-demo-water-use' },
}

/** Gives roles of a demo that has stood for a while what `roles.ts` has come to say; whatever else people changed there stays. */
export async function mendRights({ db, services }: Pick<ModuleServer, 'db' | 'services'>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const [code, { given, taken }] of Object.entries(MENDED)) {
      const role = await tx.selectFrom('role').select('id').where('en_code', '=', code).executeTakeFirst()
      if (!role) continue
      const set = await ownSet(tx, 'role', role.id)
      await tx.deleteFrom('permission_grant').where('set_id', '=', set).where('menu_id', '=', taken).execute()
      if (given) await addGrants(tx, set, [{ kind: 'menu', menu_id: given, code: '' }])
    }
  })
  await services.authorities.changed()
}
