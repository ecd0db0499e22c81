import { displayText } from '@runtime/form'
import type { Clash } from '@runtime/form/merge/three-way'
import type { FieldPlan } from '@runtime/form/plan'
import { besideIn } from '@runtime/form/store/beside'
import type { FormStore } from '@runtime/form/store.types'
import type { Host } from '@runtime/host'
import { isRecord } from '@runtime/json'
import type { Option } from '@runtime/widget/definition'
import { idsOf } from '@runtime/widget/id-value'
import { useEffect, useReducer } from 'react'

const NONE = '—'

/** What a clash is about, by the labels of the form. */
export function clashLabel({ field, row }: Clash, { text }: Host): string {
  if (!row) return text(field.label)
  const place = { table: text(row.table.label), row: row.at + 1 }
  if (field === row.table) return text('@view.conflictRow', place)
  return text('@record.rowCell', { ...place, field: text(field.label) })
}

/** One side of a clash as people read it: choices by their labels, ids by their names, of a row all that stands in it. */
export function clashText(clash: Clash, value: unknown, store: FormStore, host: Host): string {
  const { field, row } = clash
  if (!field.columns) return textOf(field, value, store, host, row?.id) || NONE
  if (!row) return host.text('@view.rowCount', { count: Array.isArray(value) ? value.length : 0 })
  if (!isRecord(value)) return host.text('@view.conflictRowGone')
  const told = field.columns.flatMap((column) => {
    const words = textOf(column, value[column.name], store, host, row.id)
    return words === ''
      ? []
      : [host.text('@record.rowValue', { field: host.text(column.label), value: words })]
  })
  return told.join(host.text('@server.comma')) || NONE
}

function textOf(
  field: FieldPlan,
  value: unknown,
  store: FormStore,
  host: Host,
  rowId: string | undefined,
): string {
  const { names } = host
  return displayText(field, value, {
    ...host,
    ...(names && { named: names.lookup }),
    options: optionsOf(field, store, rowId),
    get: readerOf(field, store, rowId),
  })
}

function readerOf(field: FieldPlan, store: FormStore, rowId: string | undefined) {
  const isInRow = field.table !== undefined && rowId !== undefined
  return besideIn(store, field, isInRow ? store.table(field.table).state.ids.indexOf(rowId) : -1)
}

/** The choices as they stand in the form by now. */
function optionsOf(field: FieldPlan, store: FormStore, rowId: string | undefined): readonly Option[] {
  if (field.options?.kind === 'static') return field.options.options
  if (field.table === undefined) return store.cell(field.path).state.options ?? []
  const table = store.table(field.table)
  const id = rowId !== undefined && table.state.ids.includes(rowId) ? rowId : table.state.ids[0]
  return id === undefined ? [] : (table.cell(id, field.name).state.options ?? [])
}

/** Fetches the names of all ids in some clashes, and draws again once they are there. */
export function useClashNames(clashes: readonly Clash[], store: FormStore, host: Host): void {
  const [, again] = useReducer((round: number) => round + 1, 0)
  const { names } = host
  useEffect(() => {
    if (!names) return
    const leave = names.subscribe(again)
    for (const { field, row: place, theirs, mine } of clashes)
      for (const value of [theirs, mine]) {
        const row = isRecord(value) ? value : {}
        for (const one of field.columns ?? [field]) {
          const source = one.definition?.names?.(one.settings, readerOf(one, store, place?.id))
          const ids = idsOf(one, field.columns ? row[one.name] : value)
          // What could not be fetched stays an id.
          if (source && ids.length > 0) names.load(source, ids).catch(() => undefined)
        }
      }
    return leave
  }, [names, clashes, store])
}
