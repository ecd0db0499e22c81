import type { FormStore } from '@runtime/form/store.types'
import { useCallback, useState } from 'react'
import type { EditProps, FieldContext } from '../widget'
import { Cards } from './cards'
import { ChooseRows } from './choose-rows'
import type { SubTableSettings, TableRow } from './definition'
import { Grid } from './grid'
import './sub-table.css'
import { AddButton, EmptyRows, Toolbar } from './toolbar'
import { useGridModel } from './use-grid-model'
import { useRowCount } from './use-model'
import { useNarrow } from './use-narrow'
import { localWidths, widthKey } from './widths'

/** The editable sub-table over the form's `TableStore` (`spec/widgets.md §2.2`). */
export function SubTableEdit(props: EditProps<SubTableSettings, readonly TableRow[]>) {
  const { id, settings, label, disabled, readonly, field, host, context } = props
  const { store } = context
  const table = store.table(field.path)
  const locked = disabled || readonly
  const conf = settings.addType === 1 && settings.addTableConf?.interfaceId ? settings.addTableConf : null
  const [choosing, setChoosing] = useState(false)
  const outer = useCallback((path: string) => store.get(path), [store])
  const flush = useCallback(() => store.flush(), [store])
  const model = useGridModel({
    id,
    table,
    host,
    settings,
    outer,
    flush,
    rules: store.plan.rules,
    rights: {
      locked,
      mayAdd: !locked && settings.showAddBtn,
      mayRemove: !locked && settings.showDeleteBtn,
    },
  })
  model.chooseRows = conf ? () => setChoosing(true) : null
  const contextOf = useCallback((rowId: string) => rowContext(store, field.path, rowId), [store, field.path])
  const narrow = useNarrow()
  const empty = <EmptyRows model={model} host={host} settings={settings} />
  return (
    <div className="loam-table">
      <Toolbar
        model={model}
        host={host}
        title={label}
        tip={host.text(field.tip)}
        showTitle={settings.showTitle}
        groups={settings.complexHeaderList}
      />
      {narrow ? (
        <Cards model={model} host={host} settings={settings} contextOf={contextOf} empty={empty} />
      ) : (
        <Grid
          model={model}
          host={host}
          settings={settings}
          contextOf={contextOf}
          label={label}
          widths={localWidths}
          widthKey={widthKey(host.user.userId, store.plan.id, field.path)}
          empty={empty}
        />
      )}
      <BelowRows model={model} host={host} settings={settings} />
      {choosing && conf && (
        <ChooseRows model={model} host={host} conf={conf} read={outer} onClose={() => setChoosing(false)} />
      )}
    </div>
  )
}

function BelowRows(props: Parameters<typeof AddButton>[0]) {
  const count = useRowCount(props.model)
  return count > 0 ? <AddButton {...props} /> : null
}

/** What a cell's widget may see and do: its row's values by name first, then the form's. */
function rowContext(store: FormStore, path: string, rowId: string): FieldContext {
  const table = store.table(path)
  const names = new Set(table.columns.map(({ name }) => name))
  const columnOf = (asked: string) => {
    const name = asked.startsWith(`${path}.`) ? asked.slice(path.length + 1) : asked
    return names.has(name) ? name : null
  }
  return {
    store,
    rowId,
    get(asked) {
      const column = columnOf(asked)
      return column === null ? store.get(asked) : table.get(rowId, column)
    },
    set(asked, value) {
      const column = columnOf(asked)
      if (column === null) store.set(asked, value)
      else table.set(rowId, column, value, 'user')
    },
    subscribe(paths, listener) {
      const wanted = paths.map((asked) => (columnOf(asked) === null ? asked : path))
      return store.onChange((changed) => {
        const hit = [...changed].some((one) =>
          wanted.some((asked) => one === asked || one.startsWith(`${asked}.`)),
        )
        if (hit) listener()
      })
    },
  }
}
