import type { FieldPlan } from '@runtime/form/plan'
import type { TableStore } from '@runtime/form/store.types'
import type { Host } from '@runtime/host'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { SubTableEdit } from '../edit'
import { formAround } from './memory-table'

/** Draws a sub-table into the page. Answers how to take it away. */
export function renderTable(
  field: FieldPlan,
  table: TableStore,
  host: Host,
  { width = 1000, disabled = false }: { width?: number | string; disabled?: boolean } = {},
): () => void {
  const place = document.createElement('div')
  place.style.width = typeof width === 'number' ? `${width}px` : width
  document.body.append(place)
  const root = createRoot(place)
  const store = formAround(table, host)
  flushSync(() =>
    root.render(
      <SubTableEdit
        id="items"
        value={null}
        onChange={() => undefined}
        onBlur={() => undefined}
        settings={field.settings as never}
        label="明细"
        placeholder=""
        disabled={disabled}
        readonly={false}
        required={false}
        error={null}
        options={[]}
        optionsState="none"
        reloadOptions={() => undefined}
        autoFocus={false}
        field={field}
        host={host}
        context={{
          store,
          get: () => undefined,
          set: () => undefined,
          subscribe: () => () => undefined,
        }}
      />,
    ),
  )
  return () => {
    root.unmount()
    place.remove()
  }
}
