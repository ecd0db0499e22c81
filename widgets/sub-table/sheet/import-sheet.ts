import type { HostFile } from '@runtime/files'
import type { Host } from '@runtime/host'
import { addValidated } from '../commands'
import type { HeaderGroup } from '../definition'
import type { GridModel } from '../grid-model'
import type { CellChange } from '../paste'
import { headings } from './headings'
import { IMPORT_ROWS, type ImportPlan, planImport } from './plan-import'
import { readSheet } from './run-book'

type ImportHost = Pick<Host, 'text' | 'toast' | 'chooseFiles'>

/** KB: an imported file must be smaller (`spec/administration.md §5`, "Import"). */
const FILE_KILOBYTES = 500
const TYPES = ['xlsx', 'xls', 'csv'] as const
/** Headings that a notice names before it says "…". */
const NAMED_HEADINGS = 3

/** Lets the person choose a sheet and adds its rows at the end: one undo step, and a notice of what became of them. */
export async function importSheet(
  model: GridModel,
  groups: readonly HeaderGroup[],
  host: ImportHost,
): Promise<void> {
  const [file] = await host.chooseFiles({ accept: TYPES.map((type) => `.${type}`).join(',') })
  if (!file || model.rights.locked || !model.rights.mayAdd) return
  const refuse = (key: string, params = {}) => host.toast('error', host.text(`@table.${key}`, params))
  const refusal = refusedFile(file)
  if (refusal) return refuse(refusal.key, refusal.params)
  const sheet = await readSheet(file)
  if (!sheet) return refuse('importUnreadable')
  model.commit()
  await model.text.prepare(model.columns)
  const plan = await planImport(sheet, {
    columns: model.columns,
    headings: headings(model.columns, groups),
    isWritable: (rowId, column) => model.isWritable(rowId, column),
    text: model.text,
    choices: (column, values) => model.table.choices(column, values),
  })
  if (typeof plan === 'string') return refuse(plan, { count: IMPORT_ROWS })
  take(plan, model, host)
}

function refusedFile({ name, size }: HostFile): { key: string; params?: Record<string, unknown> } | null {
  const type = name.toLowerCase().split('.').at(-1)
  if (!TYPES.some((known) => known === type))
    return { key: 'importType', params: { types: TYPES.join('、') } }
  return size / 1024 < FILE_KILOBYTES ? null : { key: 'importSize', params: { size: FILE_KILOBYTES } }
}

/** Adds the rows and goes to the first cell that is wrong, else to the first new row. */
function take({ rows, failed, strange }: ImportPlan, model: GridModel, host: ImportHost): void {
  const first = model.ids.length
  model.table.batch(() => addValidated(model.table, rows))
  model.settle()
  const wrong = rows.findIndex((cells) => cells.some(isWrong))
  const names = new Set(rows[wrong]?.filter(isWrong).map(({ column }) => column))
  const column = model.columns.findIndex(({ name }) => names.has(name))
  model.activate({ row: first + Math.max(wrong, 0), column: Math.max(column, 0) })
  const parts = [host.text('@table.imported', { count: rows.length })]
  if (failed > 0) parts.push(host.text('@table.pasteFailed', { count: failed }))
  if (strange.length > 0) {
    const named = strange.slice(0, NAMED_HEADINGS).join('、') + (strange.length > NAMED_HEADINGS ? '…' : '')
    parts.push(host.text('@table.importStrange', { names: named }))
  }
  model.update({ notice: { text: parts.join(host.text('@table.comma')), undo: true } })
  model.takeFocus()
}

function isWrong({ error }: CellChange): boolean {
  return error !== undefined
}
