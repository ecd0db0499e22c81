import type { MenuPage, PersonsMenu } from '@runtime/host'
import { destinations } from '@runtime/menu/destination'
import { subscribe } from 'valtio/vanilla'
import type { SignedIn } from '../sign-in/session'
import { favourites } from './favourites'
import { recentChanges, recentEntries } from './recent-entries'
import { HOME } from './titles'

/** What the person does with their menu, for pages that show it; entries that they may not see any more are left out. */
export function personsMenu({ menu, user }: Pick<SignedIn, 'menu' | 'user'>): PersonsMenu {
  const pages = new Map(
    destinations(menu).flatMap((target): readonly (readonly [string, MenuPage])[] => {
      if (target.kind === 'link' || target.path === HOME) return []
      const { id, fullName, icon } = target.entry
      return [[id, { id, title: fullName, icon: icon ?? '', path: target.path }]]
    }),
  )
  const known = (ids: readonly string[]) => ids.flatMap((id) => pages.get(id) ?? [])
  return {
    get recent() {
      return known(recentEntries(user.userId))
    },
    get favourites() {
      return known(favourites.ids)
    },
    onChange(listener) {
      const ends = [favourites, recentChanges].map((changes) => subscribe(changes, listener))
      return () => {
        for (const end of ends) end()
      }
    },
  }
}
