import './people-view.css'
import type { PeopleSettings } from '@runtime/widget/people'
import type { ViewProps } from '../../../widget'
import { Avatar } from '../face'
import { sourceOf, useItems } from './items'

type PeopleViewProps = ViewProps<PeopleSettings, unknown>

/** In a form or detail: people with their faces, the rest by name. */
export function PeopleView(props: PeopleViewProps) {
  const { of } = sourceOf(props.field)
  if (props.text !== undefined && of !== 'user' && of !== 'mixed') return props.text
  return <Faces {...props} />
}

function Faces(props: PeopleViewProps) {
  const items = useItems(props)
  // The server's text is there before the names are.
  const told = props.text?.split(',')
  return (
    <span className="loam-people">
      {items.map(({ key, name, kind, picture }, index) => {
        const text = name === key ? (told?.[index] ?? name) : name
        return (
          <span key={key} className="loam-people-one">
            {kind === 'user' && <Avatar name={text} picture={picture} />}
            {text}
          </span>
        )
      })}
    </span>
  )
}
