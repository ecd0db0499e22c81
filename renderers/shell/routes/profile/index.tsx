import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { passwordChanged } from '../../sign-in/after-sign-in'
import { PasswordForm } from '../../sign-in/password-form'
import type { SignedIn } from '../../sign-in/session'
import { useTranslate } from '../../use-translate'
import { RouteFrame } from '../frame'
import { Appearance } from './appearance'
import { BaseInfo } from './base-info'
import { Devices } from './devices'
import { Log } from './log'
import { Memberships } from './memberships'
import './profile.css'
import { OwnRights } from './own-rights'
import { Signatures } from './signatures'
import { Subordinates } from './subordinates'

const PARTS = [
  'base',
  'password',
  'signatures',
  'places',
  'subordinates',
  'rights',
  'log',
  'devices',
  'look',
] as const
type Part = (typeof PARTS)[number]

/** `/profile`: what a person keeps and sees about themselves (`spec/shell-and-monitoring.md §7.3`). */
export function Profile({ signedIn }: { readonly signedIn: SignedIn }) {
  const translate = useTranslate()
  const [query, setQuery] = useSearchParams()
  const part = PARTS.find((name) => name === query.get('part')) ?? 'base'
  const parts = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a phone the chosen part is brought into sight.
  useEffect(() => {
    parts.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [part])
  return (
    <RouteFrame title={translate('@places.profile')}>
      <div className="loam-profile">
        <nav ref={parts} className="loam-profile-parts" aria-label={translate('@places.profile')}>
          {PARTS.map((name) => (
            <button
              key={name}
              type="button"
              aria-current={name === part ? 'true' : undefined}
              onClick={() => setQuery({ part: name }, { replace: true })}
            >
              {translate(`@places.part_${name}`)}
            </button>
          ))}
        </nav>
        <section key={part} className="loam-route-card" aria-label={translate(`@places.part_${part}`)}>
          <h2>{translate(`@places.part_${part}`)}</h2>
          {bodyOf(part, signedIn)}
        </section>
      </div>
    </RouteFrame>
  )
}

function bodyOf(part: Part, signedIn: SignedIn) {
  switch (part) {
    case 'base':
      return <BaseInfo />
    case 'password':
      return (
        <PasswordForm
          policy={signedIn.system}
          account={signedIn.user.userAccount}
          onChanged={passwordChanged}
        />
      )
    case 'signatures':
      return <Signatures />
    case 'places':
      return <Memberships />
    case 'subordinates':
      return <Subordinates />
    case 'rights':
      return <OwnRights />
    case 'log':
      return <Log />
    case 'devices':
      return <Devices />
    case 'look':
      return <Appearance />
  }
}
