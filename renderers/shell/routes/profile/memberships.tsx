import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { useQuery } from '@renderers/data'
import { useHost } from '@renderers/host'
import { usePageServices } from '@renderers/page/services'
import { useState } from 'react'
import { useTranslate } from '../../use-translate'
import { CurrentMark } from '../current-mark'
import { Fetched } from '../frame'

/** The organisations and positions one has; the current ones decide what forms and lists take one for. */
export function Memberships() {
  const translate = useTranslate()
  return (
    <>
      <h3>{translate('@places.organizes')}</h3>
      <MembershipList call="currentUser.organizes" type="Organize" empty={translate('@places.noOrganizes')} />
      <h3>{translate('@places.positions')}</h3>
      <MembershipList call="currentUser.positions" type="Position" empty={translate('@places.noPositions')} />
    </>
  )
}

function MembershipList({
  call,
  type,
  empty,
}: {
  readonly call: 'currentUser.organizes' | 'currentUser.positions'
  readonly type: 'Organize' | 'Position'
  readonly empty: string
}) {
  const translate = useTranslate()
  const host = useHost()
  const services = usePageServices()
  const answer = useQuery({ call })
  const [going, setGoing] = useState('')
  const switchTo = async (majorId: string) => {
    setGoing(majorId)
    try {
      const { msg } = await host.call('currentUser.major', { majorId, majorType: type })
      host.toast('success', msg)
      answer.again()
      services.emit('menu.changed')
    } catch (error) {
      host.toast('error', (error as Error).message)
    } finally {
      setGoing('')
    }
  }
  return (
    <Fetched answer={answer}>
      {({ list }) =>
        list.length === 0 ? (
          <p className="loam-route-hint">{empty}</p>
        ) : (
          <ul className="loam-route-rows">
            {list.map((membership) => (
              <li key={membership.id}>
                <span>
                  {membership.fullName}
                  <small className="loam-route-hint">{membership.organize}</small>
                </span>
                {membership.isDefault ? (
                  <CurrentMark text={translate('@places.current')} />
                ) : (
                  <Button
                    size="small"
                    loading={going === membership.id}
                    onClick={() => void switchTo(membership.id)}
                  >
                    {translate('@places.switchTo')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )
      }
    </Fetched>
  )
}
