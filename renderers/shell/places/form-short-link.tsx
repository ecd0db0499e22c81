import { Link, Navigate, useSearchParams } from 'react-router-dom'
import { destinations } from '../menu'
import type { SignedIn } from '../sign-in/session'
import { useSay } from '../use-say'
import { StatePlace } from './frame'

/** `/formShortLink?id=`: leads to the form of a model where the person's menu has it, and says so where it has not. */
export function FormShortLink({ signedIn }: { readonly signedIn: SignedIn }) {
  const say = useSay()
  const [query] = useSearchParams()
  const id = query.get('id') ?? ''
  const found = destinations(signedIn.menu).find((place) => place.kind === 'model' && place.modelId === id)
  if (found?.kind === 'model') return <Navigate to={found.path} replace />
  return (
    <StatePlace
      icon="File"
      title={say('@session.formLink')}
      text={say(id === '' ? '@session.formLinkEmpty' : '@session.formLinkUnknown')}
    >
      <Link to="/home">{say('@shell.backHome')}</Link>
    </StatePlace>
  )
}
