import { createClient, createTokenStore } from '@services/client'
import { useEffect, useState } from 'react'
import { client } from '../client'
import { language } from '../language'
import { useTranslate } from '../use-translate'
import { enter } from './entering'

interface Person {
  readonly userId: string
  readonly userName: string
}

/**
 * A link has brought a token. It is taken where nobody is signed in, or where it is the same person's; otherwise the person
 * at the screen decides: nobody works in another's name by following a link.
 */
export function LinkQuestion({ token, onDone }: { readonly token: string; readonly onDone: () => void }) {
  const translate = useTranslate()
  const [people, setPeople] = useState<{ present: Person; other: Person } | null>(null)
  useEffect(() => {
    let isGone = false
    decide(token).then((found) => {
      if (isGone) return
      if (found) setPeople(found)
      else onDone()
    })
    return () => {
      isGone = true
    }
  }, [token, onDone])
  if (!people) return <div className="loam-boot" aria-busy="true" />
  const names = { present: people.present.userName, other: people.other.userName }
  const change = () => {
    enter(token)
    onDone()
  }
  return (
    <main className="loam-boot">
      <h1>{translate('@session.linkTitle')}</h1>
      <p>{translate('@session.linkQuestion', names)}</p>
      <p className="loam-link-choice">
        <button type="button" className="loam-sign-in-button" onClick={onDone}>
          {translate('@session.linkStay', names)}
        </button>
        <button type="button" className="loam-sign-in-button quiet" onClick={change}>
          {translate('@session.linkSwitch', names)}
        </button>
      </p>
    </main>
  )
}

/** Takes the token where there is nothing to ask; otherwise answers who the two are. */
async function decide(token: string): Promise<{ present: Person; other: Person } | null> {
  const present = client.token.get()
  if (present === token) return null
  if (present === null) {
    enter(token)
    return null
  }
  const [here, there] = await Promise.all([personOf(present), personOf(token)])
  if (!there) return null
  if (here && here.userId !== there.userId) return { present: here, other: there }
  enter(token)
  return null
}

/** Who a token belongs to, without signing in with it; null for one that is not good. */
async function personOf(token: string): Promise<Person | null> {
  const store = createTokenStore(null)
  store.set(token)
  const guest = createClient({
    baseUrl: '',
    language: () => language.current,
    token: store,
    onSessionEnd: () => undefined,
  })
  try {
    const { userInfo } = (await guest.call('session.currentUser')).data
    return { userId: userInfo.userId, userName: userInfo.userName || userInfo.userAccount }
  } catch {
    return null
  }
}
