import { useQuery } from '@renderers/data'
import { Icon } from '@renderers/icon'
import { EmptyPlace } from '@renderers/list/notices'
import type { CallAnswer } from '@services/client'
import { useState } from 'react'
import { useTranslate } from '../../use-translate'
import { Fetched } from '../frame'

type Person = CallAnswer<'currentUser.subordinates'>['data']['list'][number]

/** Whom one manages, and whom they manage in turn: fetched when they are unfolded. */
export function Subordinates() {
  const translate = useTranslate()
  const answer = useQuery({ call: 'currentUser.subordinates', input: { id: '0' } })
  return (
    <Fetched answer={answer}>
      {({ list }) =>
        list.length === 0 ? (
          <EmptyPlace text={translate('@places.noSubordinates')} />
        ) : (
          <ul className="loam-profile-tree">
            {list.map((person) => (
              <Branch key={person.id} person={person} />
            ))}
          </ul>
        )
      }
    </Fetched>
  )
}

function Branch({ person }: { readonly person: Person }) {
  const [open, setOpen] = useState(false)
  const name = `${person.userName} / ${person.account}`
  const place = [person.department, person.position].filter(Boolean).join(' · ')
  return (
    <li>
      {person.isLeaf ? (
        <span className="loam-profile-leaf">{name}</span>
      ) : (
        <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
          <Icon name={open ? 'ArrowDown' : 'Plus'} />
          {name}
        </button>
      )}
      <small className="loam-route-hint">{place}</small>
      {open && <Below id={person.id} />}
    </li>
  )
}

function Below({ id }: { readonly id: string }) {
  const answer = useQuery({ call: 'currentUser.subordinates', input: { id } })
  return (
    <Fetched answer={answer}>
      {({ list }) => (
        <ul>
          {list.map((person) => (
            <Branch key={person.id} person={person} />
          ))}
        </ul>
      )}
    </Fetched>
  )
}
