import { IconStar, IconStarFill } from '@arco-design/web-react/icon'
import { trailTo } from '@runtime/menu/destination'
import { useLocation } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import type { SignedIn } from '../sign-in/session'
import { useTranslate } from '../use-translate'
import { favourites, toggleFavourite } from './favourites'
import { HOME } from './titles'

export interface Favourite {
  readonly isMarked: boolean
  /** What a press does. */
  readonly name: string
  toggle(): void
}

/** The mark of the page that is open, so that it stands on the start. Pages that no menu has, and the start itself, have none. */
export function useFavourite({ menu }: SignedIn): Favourite | null {
  const translate = useTranslate()
  const { pathname } = useLocation()
  const { ids } = useSnapshot(favourites)
  const entry = trailTo(menu, pathname).at(-1)
  if (!entry || pathname === HOME) return null
  const isMarked = ids.includes(entry.id)
  return {
    isMarked,
    name: translate(isMarked ? '@home.unmark' : '@home.mark'),
    toggle: () => void toggleFavourite(entry.id),
  }
}

export function FavouriteStar({ signedIn }: { readonly signedIn: SignedIn }) {
  const translate = useTranslate()
  const favourite = useFavourite(signedIn)
  if (!favourite) return null
  const { isMarked, name, toggle } = favourite
  return (
    <button
      type="button"
      className="loam-icon-button loam-favourite"
      aria-pressed={isMarked}
      aria-label={translate('@home.mark')}
      title={name}
      onClick={toggle}
    >
      {isMarked ? <IconStarFill /> : <IconStar />}
    </button>
  )
}
