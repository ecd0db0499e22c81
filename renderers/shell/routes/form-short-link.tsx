import { destinations } from '@runtime/menu/destination'
import { Link, Navigate, useSearchParams } from 'react-router-dom'
import type { SignedIn } from '../sign-in/session'
import { useTranslate } from '../use-translate'
import { FILLS } from './fills'
import { RouteState } from './frame'

/** `/formShortLink?id=`: leads to the form of a model, to be filled in by who may add records, where the person's menu has it, and says so where it has not. */
export function FormShortLink({ signedIn }: { readonly signedIn: SignedIn }) {
  const translate = useTranslate()
  const [query] = useSearchParams()
  const id = query.get('id') ?? ''
  const found = destinations(signedIn.menu).find(
    (destination) => destination.kind === 'model' && destination.modelId === id,
  )
  if (found?.kind === 'model') return <Navigate to={found.path} state={FILLS} replace />
  return (
    <RouteState
      icon="File"
      title={translate('@session.formLink')}
      text={translate(id === '' ? '@session.formLinkEmpty' : '@session.formLinkUnknown')}
    >
      <Link to="/home">{translate('@shell.backHome')}</Link>
    </RouteState>
  )
}
