import { destinationOf, isAt } from '@runtime/menu/destination'
import { menuCalls as calls } from '@services/contract/areas/platform/menu'
import type { ResponseOf } from '@services/contract/call'
import type { CallContext, ModuleServer } from '../../../module'
import { forEveryone } from '../../../right'
import { type MenuRow, type ReadEntries, sees } from './entries'

/** People who can grant a right, of whom one is enough to ask. */
const GRANTORS = 5

type Place = ResponseOf<(typeof calls)['menu.place']>
const MISSING: Place = {
  ...{ state: 'missing', title: '', right: '', menuId: '', systemId: '', systemName: '', grantors: [] },
}

/** What an address leads to that is not in the caller's menu: a missing page and a forbidden one are told apart. */
export function registerPlace({ services, handle }: ModuleServer, entries: ReadEntries): void {
  const anyone = forEveryone('What a page is called that the caller may not see, for them to ask for it')
  handle(calls['menu.place'], anyone, async (context, { path }): Promise<Place> => {
    const { user, language } = context
    const [menu, authority] = await Promise.all([entries(user), services.authorities.of(user)])
    const found = menu.rows.filter((row) => menu.isOpen(row) && leadsTo(row, path))
    const row = found.find((one) => sees(authority, one)) ?? found[0]
    if (!row) return MISSING
    const place = {
      title: context.text(row.full_name.text),
      ...{ right: row.en_code, menuId: row.id, systemId: row.system_id },
    }
    const grantors = await grantorsOf(context)
    if (!sees(authority, row)) return { ...place, state: 'forbidden', systemName: '', grantors }
    const systems = await services.systems.of(user, language)
    const system = systems.find(({ id }) => id === row.system_id)
    const state = system?.currentSystem ? 'open' : 'elsewhere'
    return { ...place, state, systemName: system?.name ?? '', grantors }
  })
}

function leadsTo(row: MenuRow, path: string): boolean {
  const own = destinationOf({
    ...{ id: row.id, fullName: '', enCode: row.en_code, type: row.type },
    ...{ urlAddress: row.url_address, linkTarget: row.link_target },
    propertyJson: JSON.stringify(row.property_json),
  })
  return own !== undefined && isAt(own, path)
}

/** Administrators, since they alone change what sets grant. */
async function grantorsOf({ db }: CallContext) {
  const rows = await db
    .selectFrom('user_account')
    .select(['id', 'account', 'real_name'])
    .where('is_administrator', '=', true)
    .where('status', '=', 1)
    .orderBy('sort_code')
    .orderBy('id')
    .limit(GRANTORS)
    .execute()
  return rows.map(({ id, account, real_name }) => ({ id, fullName: real_name || account }))
}
