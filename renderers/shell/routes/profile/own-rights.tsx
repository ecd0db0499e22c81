import { Tag } from '@arco-design/web-react'
import '@arco-design/web-react/es/Tag/style/css.js'
import { useQuery } from '@renderers/data'
import { useTranslate } from '../../use-translate'
import { Fetched } from '../frame'

const KINDS = ['button', 'column', 'form'] as const

/** What one may see and do in the current system. */
export function OwnRights() {
  const translate = useTranslate()
  const answer = useQuery({ call: 'currentUser.authorize' })
  return (
    <Fetched answer={answer} empty={translate('@places.noRights')} isEmpty={({ list }) => list.length === 0}>
      {({ list }) => (
        <ul className="loam-profile-rights">
          {list.map((entry) => (
            <li key={entry.id}>
              <strong>{entry.fullName}</strong>
              {KINDS.filter((kind) => entry[kind].length > 0).map((kind) => (
                <p key={kind}>
                  <span className="loam-route-hint">{translate(`@places.right_${kind}`)}</span>
                  {entry[kind].map((code) => (
                    <Tag key={code.id} size="small">
                      {code.fullName}
                    </Tag>
                  ))}
                </p>
              ))}
            </li>
          ))}
        </ul>
      )}
    </Fetched>
  )
}
