import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { useHost } from '@renderers/host'
import { usePageServices } from '@renderers/page/services'
import { useAnswer } from '@renderers/use-answer'
import { useState } from 'react'
import { useSay } from '../../use-say'
import { CurrentMark } from '../current-mark'
import { Fetched } from '../frame'

/** The organisations and positions one has; the current ones decide what forms and lists take one for. */
export function Memberships() {
  const say = useSay()
  return (
    <>
      <h3>{say('@places.organizes')}</h3>
      <Places call="currentUser.organizes" type="Organize" empty={say('@places.noOrganizes')} />
      <h3>{say('@places.positions')}</h3>
      <Places call="currentUser.positions" type="Position" empty={say('@places.noPositions')} />
    </>
  )
}

function Places({
  call,
  type,
  empty,
}: {
  readonly call: 'currentUser.organizes' | 'currentUser.positions'
  readonly type: 'Organize' | 'Position'
  readonly empty: string
}) {
  const say = useSay()
  const host = useHost()
  const services = usePageServices()
  const answer = useAnswer(call)
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
          <p className="loam-own-hint">{empty}</p>
        ) : (
          <ul className="loam-own-rows">
            {list.map((place) => (
              <li key={place.id}>
                <span>
                  {place.fullName}
                  <small className="loam-own-hint">{place.organize}</small>
                </span>
                {place.isDefault ? (
                  <CurrentMark text={say('@places.current')} />
                ) : (
                  <Button size="small" loading={going === place.id} onClick={() => void switchTo(place.id)}>
                    {say('@places.switchTo')}
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
