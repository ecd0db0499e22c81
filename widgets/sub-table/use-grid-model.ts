import type { FormPlan } from '@runtime/form/plan'
import type { TableStore } from '@runtime/form/store.types'
import type { Host } from '@runtime/host'
import { useEffect, useLayoutEffect, useMemo } from 'react'
import { cellText } from './cell-text'
import { gridColumns } from './columns'
import type { SubTableSettings } from './definition'
import { GridModel, type GridRights } from './grid-model'

export interface GridModelOptions {
  readonly id: string
  readonly table: TableStore
  readonly host: Host
  readonly settings: SubTableSettings
  readonly rights: GridRights
  readonly rules?: FormPlan['rules']
  /** A field of the form around the table. */
  readonly outer: (path: string) => unknown
  /** Runs the form's pending rules. */
  readonly flush?: () => void
}

const NO_RULES: FormPlan['rules'] = []

/** The model of one open grid, for as long as its table store lives; what is being typed is kept when it goes. */
export function useGridModel(options: GridModelOptions): GridModel {
  const { id, table, host, settings, rights, outer, flush, rules = NO_RULES } = options
  const model = useMemo(
    () => new GridModel(id, table, cellText(table, host, outer), flush),
    [id, table, host, outer, flush],
  )
  const columns = useMemo(
    () => gridColumns(table.columns, settings.complexHeaderList, host, rules),
    [table, settings, host, rules],
  )
  model.columns = columns
  model.rights = rights
  useLayoutEffect(() => {
    if (!model.state.active && model.ids.length > 0) model.activate({ row: 0, column: 0 })
  }, [model])
  useEffect(() => () => model.commit(), [model])
  return model
}
