/** A column, or with `children` a head over several (`spec/administration.md §3`, header row). */
export interface Head {
  readonly id: string
  readonly fullName: string
  readonly jnpfKey: string
  readonly required: boolean
  readonly help: string
  readonly children?: readonly Head[]
}

/** What is wrong with a cell; the empty path: with the row as a whole. */
export interface Fault {
  readonly path: string
  readonly message: string
}

/** A row as the wire has it: texts by column, those of a sub-table below its name. */
export type WireRow = Readonly<Record<string, unknown>> & {
  readonly errors: readonly Fault[]
  readonly errorsInfo: string
}

/** A row of the preview; `key` stays while it is edited. */
export interface PreviewRow {
  readonly key: number
  readonly wire: WireRow
  /** An edit of it is being judged. */
  readonly isChecking: boolean
}

/** A column of the grid. */
export interface Column {
  readonly id: string
  readonly label: string
  readonly required: boolean
  readonly help: string
  readonly head: Head
  /** The sub-table that it is a column of. */
  readonly table: string | null
}

/** A line of the grid: a row, or one more of its sub-tables' rows. */
export interface Line {
  readonly row: PreviewRow
  /** The line of its file where that is known, else its place. */
  readonly number: number
  /** Which of the row's lines it is. */
  readonly at: number
}

export function columnsOf(heads: readonly Head[]): readonly Column[] {
  return heads.flatMap((head): Column[] => {
    const column = (own: Head, table: string | null): Column => ({
      ...{ id: own.id, label: own.fullName, required: own.required, help: own.help },
      ...{ head, table },
    })
    if (!head.children) return [column(head, null)]
    return head.children.map((child) => column(child, head.jnpfKey === 'table' ? head.id : null))
  })
}

export function linesOf(rows: readonly PreviewRow[], columns: readonly Column[]): readonly Line[] {
  const tables = [...new Set(columns.flatMap(({ table }) => table ?? []))]
  return rows.flatMap((row, index) => {
    const height = Math.max(1, ...tables.map((table) => itemsOf(row.wire, table).length))
    return Array.from({ length: height }, (_, at) => ({ row, number: numberOf(row.wire) ?? index + 1, at }))
  })
}

/** The line of its file, which its name ends in. */
export function numberOf({ importId }: WireRow): number | null {
  const line = typeof importId === 'string' ? /\.(\d+)$/.exec(importId)?.[1] : undefined
  return line === undefined ? null : Number(line)
}

/** The path of a cell, as errors name it. */
export function pathOf({ id, table }: Column, at: number): string {
  return table === null ? id : `${table}.${at}.${id}`
}

/** Whether a line has the column at all: a row's own stand in its first. */
export function hasCell({ row, at }: Line, { table }: Column): boolean {
  return table === null ? at === 0 : at < Math.max(1, itemsOf(row.wire, table).length)
}

export function textAt({ row: { wire }, at }: Line, { id, table }: Column): string {
  if (table === null && at > 0) return ''
  const value = table === null ? wire[id] : itemsOf(wire, table)[at]?.[id]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

export function faultAt({ row, at }: Line, column: Column): string | null {
  if (column.table === null && at > 0) return null
  const path = pathOf(column, at)
  return row.wire.errors.find((fault) => fault.path === path)?.message ?? null
}

/** The row with another text in a cell; what was wrong with that cell is not known any more. */
export function withText({ row, at }: Line, column: Column, text: string): WireRow {
  const { wire } = row
  const path = pathOf(column, at)
  const errors = wire.errors.filter((fault) => fault.path !== path)
  if (column.table === null) return { ...wire, [column.id]: text, errors }
  const items = [...itemsOf(wire, column.table)]
  items[at] = { ...items[at], [column.id]: text }
  return { ...wire, [column.table]: items, errors }
}

function itemsOf(wire: WireRow, table: string): readonly Readonly<Record<string, unknown>>[] {
  const value = wire[table]
  return Array.isArray(value) ? (value as Readonly<Record<string, unknown>>[]) : []
}
