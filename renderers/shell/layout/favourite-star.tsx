import { IconStar, IconStarFill } from '@arco-design/web-react/icon'
import { useLocation } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { trailTo } from '../menu'
import type { SignedIn } from '../sign-in/session'
import { useTranslate } from '../use-translate'
import { favourites, toggleFavourite } from './favourites'
import { HOME } from './titles'

/** Marks the page that is open, so that it stands on the start. Pages that no menu has, and the start itself, have none. */
export function FavouriteStar({ signedIn }: { readonly signedIn: SignedIn }) {
  const translate = useTranslate()
  const { pathname } = useLocation()
  const { ids } = useSnapshot(favourites)
  const entry = trailTo(signedIn.menu, pathname).at(-1)
  if (!entry || pathname === HOME) return null
  const isMarked = ids.includes(entry.id)
  const name = translate(isMarked ? '@home.unmark' : '@home.mark')
  return (
    <button
      type="button"
      className="loam-icon-button loam-favourite"
      aria-pressed={isMarked}
      aria-label={translate('@home.mark')}
      title={name}
      onClick={() => void toggleFavourite(entry.id)}
    >
      {isMarked ? <IconStarFill /> : <IconStar />}
    </button>
  )
}
