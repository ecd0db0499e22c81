import { proxy } from 'valtio/vanilla'
import { client } from '../client'

/** Valtio proxy: ids of the menu's entries that the person has marked, in the order in which they did. */
export const favourites = proxy<{ ids: readonly string[] }>({ ids: [] })

/** Takes what the account keeps. */
export function followFavourites(ids: readonly string[] | undefined): void {
  favourites.ids = ids ?? []
}

/** Marks an entry or takes the mark away: at once here, and with the account where the server can be reached. */
export async function toggleFavourite(id: string): Promise<void> {
  const { ids } = favourites
  favourites.ids = ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]
  await client.call('currentUser.systemTheme', { favourites: [...favourites.ids] }).catch(() => undefined)
}
