import { endView } from '../sign-in/leaving'
import type { SignedIn } from '../sign-in/session'
import { useTranslate } from '../use-translate'
import './view-bar.css'

/** Stands above everything while somebody looks as another person: as whom, that nothing is changed, and the way back. */
export function ViewBar({ signedIn: { user } }: { readonly signedIn: SignedIn }) {
  const translate = useTranslate()
  if (!user['viewedBy']) return null
  return (
    <div className="loam-view-bar" role="status">
      <span>{translate('@session.viewingAs', { name: user.userName || user.userAccount })}</span>
      <button type="button" onClick={() => void endView()}>
        {translate('@session.leaveView')}
      </button>
    </div>
  )
}
