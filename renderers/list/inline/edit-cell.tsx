import { Field, LooseFields } from '../../form'
import type { RowSession } from './session'

/** One cell of a row that is being edited: the field's own control, its message below. The column's header is its label. */
export function EditCell({ session, path }: { readonly session: RowSession; readonly path: string }) {
  return (
    <div className="loam-list-edit">
      <LooseFields store={session.store}>
        <Field path={path} />
      </LooseFields>
    </div>
  )
}
