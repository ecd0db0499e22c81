import type { Host } from '@runtime/host'
import { type CellStyle, cellStyleOf } from '@runtime/list/cell-style'
import type { ColumnPlan, ListPlan } from '@runtime/list/plan'
import { useEffect, useState } from 'react'
import { idOf, type Row } from './source'

/** How rows and cells look, as the model's scripts say: by row id, and by row id and column path. */
export interface RowStyles {
  readonly row: (id: string) => CellStyle | undefined
  readonly cell: (id: string, path: string) => CellStyle | undefined
}

/**
 * Runs the scripts of a model's list whenever other rows have come: one run for the styles of all rows, one for those of
 * all cells, then `afterOnload`. Undefined while nothing looks different.
 */
export function useListScripts(
  { scripts }: ListPlan,
  rows: readonly Row[],
  columns: readonly ColumnPlan[],
  host: Host,
): RowStyles | undefined {
  const [styles, setStyles] = useState<RowStyles>()
  useEffect(() => {
    if (rows.length === 0 || Object.keys(scripts).length === 0) return
    let left = false
    run(scripts, rows, columns, host).then((next) => {
      if (!left) setStyles(next)
    })
    return () => {
      left = true
    }
  }, [scripts, rows, columns, host])
  return styles
}

async function run(
  scripts: ListPlan['scripts'],
  rows: readonly Row[],
  columns: readonly ColumnPlan[],
  host: Host,
): Promise<RowStyles | undefined> {
  // Fetched with the first script: lists without one load nothing.
  const { overCells, overRows, runScriptOfList } = await import('../script')
  const ask = (name: keyof ListPlan['scripts'], source: string, names: Readonly<Record<string, unknown>>) =>
    runScriptOfList({ source, names, place: host.text(`@form.script.event.${name}`) }, host)
  const told = columns.map(({ path, label }) => ({ prop: path.replace('.', '-'), label: host.text(label) }))
  const ofRows = scripts.rowStyle && (await ask('rowStyle', overRows(scripts.rowStyle), { rows }))
  const ofCells =
    scripts.cellStyle && (await ask('cellStyle', overCells(scripts.cellStyle), { rows, columns: told }))
  if (scripts.afterOnload) await ask('afterOnload', scripts.afterOnload, { data: rows })
  if (!Array.isArray(ofRows) && !Array.isArray(ofCells)) return undefined
  const places = new Map(rows.map((row, index) => [idOf(row), index]))
  const paths = new Map(columns.map(({ path }, index) => [path, index]))
  const at = (list: unknown, index: number | undefined): unknown =>
    Array.isArray(list) && index !== undefined ? list[index] : undefined
  return {
    row: (id) => cellStyleOf(at(ofRows, places.get(id))),
    cell: (id, path) => cellStyleOf(at(at(ofCells, places.get(id)), paths.get(path))),
  }
}
