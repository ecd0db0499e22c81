import type { PeopleSettings } from '@runtime/widget/people'
import type { ViewProps } from '../../../widget'
import { useItems } from './items'

type PeopleCellProps = ViewProps<PeopleSettings, unknown>

/** In a cell: one line; a list has the texts from the server, so nothing is asked for. */
export function PeopleCell(props: PeopleCellProps) {
  const { text, value, record, field } = props
  // Rows that are only read hold the server's text, and the ids beside it.
  const told = text ?? (`${field.name}_id` in record ? value : undefined)
  return typeof told === 'string' ? told : <Names {...props} />
}

function Names(props: PeopleCellProps) {
  return useItems(props)
    .map(({ name }) => name)
    .join(', ')
}
