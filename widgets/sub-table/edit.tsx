import { useCallback, useState } from 'react'
import { rowContext } from '../shared/row-context'
import type { EditProps } from '../widget'
import { Cards } from './cards'
import { ChooseRows } from './choose-rows'
import type { SubTableSettings, TableRow } from './definition'
import { Grid } from './grid'
import './sub-table.css'
import { AddButton, EmptyRows, Toolbar, Tools } from './toolbar'
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
      <Tools model={model} host={host} title={label} groups={settings.complexHeaderList} />
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
