import { RecordPage } from '@renderers/list'
import type { Destination } from '@runtime/menu/destination'
import { useParams } from 'react-router-dom'

/** `/model/<menu>/<id>`: a record of a model at an address of its own. */
export function RecordRoute({ target }: { readonly target: Extract<Destination, { kind: 'model' }> }) {
  const { record = '' } = useParams()
  return (
    <RecordPage
      key={record}
      modelId={target.modelId}
      menuId={target.entry.id}
      path={target.path}
      id={record}
    />
  )
}
