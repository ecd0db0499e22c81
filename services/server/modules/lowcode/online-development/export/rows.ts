import type { FieldPlan } from '@runtime/form/plan'
import { type ColumnPlan, listedColumns, propOfPath } from '@runtime/list'
import { CODE } from '@services/contract/envelope'
import { type RawBuilder, sql } from 'kysely'
import { ApiError, noRight } from '../../../../http/errors'
import type { CallContext, Services } from '../../../../module'
import { ACTS } from '../../../../right'
import type { ReleasedModel } from '../../visual-development/released'
import { prepareDisplay } from '../display'
import { withKeys } from '../keys/ready'
import { both, type ListRequest, requestOf } from '../list'
import type { ListInput } from '../list-condition'
import { count, page } from '../page'
import { type ListedRecord, type RecordData, rowsOf } from '../tables'
import { type Cell, createCells } from './cells'
import { batchAfter, type Place } from './keyset'

/** What is exported: the list's own question, which of its rows, which of its columns. */
export interface Export extends ListInput {
  readonly dataType: number
  readonly selectKey?: string | readonly string[] | undefined
  readonly selectIds?: readonly string[] | undefined
  readonly format?: 'xlsx' | 'csv' | undefined
}

const PAGE = 0
const CHOSEN = 2

type Asked = { readonly request: ListRequest; readonly where: RawBuilder<boolean> }

/** Asks anew for each batch, by the rights that the caller has then; @throws ApiError 403 where they have lost them. */
function asking<T>(
  context: CallContext,
  services: Services,
  model: ReleasedModel,
  input: Export,
  work: (asked: Asked) => Promise<T>,
): Promise<T> {
  return withKeys(context.db, model, async (table) => {
    const request = await requestOf(context, services, input, model, table)
    // A list without the button is exported by nobody, whether or not its buttons are granted one by one.
    const hasButton = request.list.toolbar.some(({ code }) => code === ACTS.export)
    if (!hasButton || !request.rights.button(ACTS.export)) throw noRight(`${model.enCode}:${ACTS.export}`)
    const chosen =
      input.dataType === CHOSEN
        ? sql<boolean>`${request.source.own('id')} = any(${[...(input.selectIds ?? [])]}::text[])`
        : request.requested
    return work({ request, where: both(request.visible, chosen) })
  })
}

/** How many rows there are, counted to one more than a list counts. */
export async function countExported(
  context: CallContext,
  services: Services,
  model: ReleasedModel,
  input: Export,
): Promise<number> {
  if (input.dataType === PAGE) return 0
  return asking(context, services, model, input, ({ request, where }) =>
    count(context.db, request.source, where),
  )
}

/** All that there are, for whoever wants to know how far a job is. */
export async function countWhole(
  context: CallContext,
  services: Services,
  model: ReleasedModel,
  input: Export,
): Promise<number> {
  return asking(context, services, model, input, async ({ request, where }) => {
    const { rows } = await sql<{ total: string }>`
      select count(*) as total from ${request.source.from} where ${where}`.execute(context.db)
    return Number(rows[0]?.total ?? 0)
  })
}

/**
 * The columns of an export, in the order in which they were asked for.
 * @throws ApiError 400 for one that the list does not show its caller
 */
export async function columnsToExport(
  context: CallContext,
  services: Services,
  model: ReleasedModel,
  input: Export,
): Promise<readonly ColumnPlan[]> {
  const { list, rights } = await asking(context, services, model, input, async ({ request }) => request)
  const open = listedColumns(list).filter(({ field }) => field && rights.open(field, 'list'))
  const { selectKey = [] } = input
  const keys = typeof selectKey === 'string' ? selectKey.split(',').filter(Boolean) : selectKey
  if (keys.length === 0) return open
  return [...new Set(keys)].map((key) => {
    const column = open.find(({ path }) => propOfPath(path) === key || path === key)
    if (!column) throw new ApiError(CODE.badRequest, '@list.unknownField', { params: { field: key } })
    return column
  })
}

/** The lines of records, made one by one as they are written, so that but those of one are held. */
export interface Batch extends Iterable<readonly (readonly Cell[])[]> {
  readonly length: number
}

function lazily(
  datas: readonly RecordData[],
  make: (data: RecordData) => readonly (readonly Cell[])[],
): Batch {
  return {
    length: datas.length,
    *[Symbol.iterator]() {
      for (const data of datas) yield make(data)
    },
  }
}

/**
 * The records, batch by batch, each with what its caller may see at that moment; a column that is closed meanwhile ends it. A record has
 * as many lines as its longest sub-table has rows, its own cells in the first.
 * @param contextNow who asks, as they are now
 */
export async function* exportedRows(
  contextNow: () => Promise<CallContext>,
  services: Services,
  model: ReleasedModel,
  input: Export,
  columns: readonly ColumnPlan[],
): AsyncGenerator<Batch> {
  const fields = columns.flatMap(({ field }) => field ?? [])
  const cellsOf = createCells(services, fields, input.format === 'csv' ? 'text' : 'number')
  const linesOf = layout(model, fields)
  let place: Place | null = null
  while (true) {
    const context = await contextNow()
    const before = place
    const batch: { records: readonly ListedRecord[]; place: Place | null } = await asking(
      context,
      services,
      model,
      input,
      async ({ request, where }) => {
        for (const column of columns)
          if (!request.rights.open(column, 'list')) throw noRight(propOfPath(column.path))
        if (input.dataType !== PAGE) return batchAfter(context.db, request, where, before, fields)
        const { currentPage = 1, pageSize = request.list.paging?.pageSize ?? 10_000 } = input
        const span = { limit: pageSize, offset: (currentPage - 1) * pageSize }
        const records = await page(context.db, request.source, where, request.order, span, fields, model.form)
        return { records, place: null }
      },
    )
    if (batch.records.length === 0) return
    const datas = batch.records.map(({ data }) => data)
    const display = await prepareDisplay(model.form, fields, context, services, datas)
    const cell = await cellsOf(context, datas)
    yield lazily(datas, (data) => linesOf(cell, data, display.row(data)))
    if (input.dataType === PAGE) return
    place = batch.place
  }
}

type Shown = Readonly<Record<string, unknown>>
type WriteCell = (field: FieldPlan, values: RecordData, row: Shown) => Cell

/** Where the cells of a record stand: its own in the first of its lines, those of a sub-table's rows below each other. */
function layout({ form }: ReleasedModel, fields: readonly FieldPlan[]) {
  const placed = fields.map((field, at) => ({ field, at }))
  const own = placed.filter(({ field }) => field.table === undefined)
  const paths = new Set(fields.flatMap(({ table }) => table ?? []))
  const tables = [...paths].map((path) => ({
    name: form.fields.get(path)?.name ?? path,
    columns: placed.filter(({ field }) => field.table === path),
  }))
  return (cell: WriteCell, data: RecordData, row: Shown): readonly (readonly Cell[])[] => {
    const first = new Array<Cell>(fields.length).fill(null)
    for (const { field, at } of own) first[at] = cell(field, data, row)
    const lines = [first]
    for (const { name, columns } of tables) {
      const shown = row[name] as readonly Shown[]
      for (const [index, values] of rowsOf(data[name]).entries()) {
        const line = lines[index] ?? new Array<Cell>(fields.length).fill(null)
        lines[index] = line
        for (const { field, at } of columns) line[at] = cell(field, values, shown[index] ?? {})
      }
    }
    return lines
  }
}
