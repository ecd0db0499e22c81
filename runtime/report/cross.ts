import { divide, sumOf, toDecimalNumber } from '../expression'
import { isRecord } from '../json'
import { compareTexts } from '../reading'
import type { Aggregate } from './aggregates'

type Row = Readonly<Record<string, unknown>>

/** What is worked out of rows. Paths are members of a row, with dots below them. */
export interface CrossWords {
  /** What rows are grouped by, the widest first. */
  readonly by: readonly string[]
  /** What stands side by side, the widest first; none: one column a value. */
  readonly across: readonly string[]
  readonly values: readonly { readonly path: string | undefined; readonly of: Aggregate }[]
  /** A line below each group that holds others. */
  readonly subtotals: boolean
  /** A line at the end, and beside `across` columns at the right. */
  readonly totals: boolean
}

/** A heading; `value` null: what has no value. */
export interface Heading {
  readonly value: string | number | boolean | null
  /** How many lines or columns it is over. */
  readonly span: number
  /** Place among the groupings, the widest first. */
  readonly level: number
}

export interface CrossColumn {
  /** Values of `across`, the widest first; none of them in a column of totals. */
  readonly values: readonly Heading['value'][]
  readonly isTotal: boolean
}

export interface CrossLine {
  readonly kind: 'row' | 'subtotal' | 'total'
  /** Headings that begin at this line. A subtotal's is that of the group it sums up. */
  readonly headings: readonly Heading[]
  /** Of each column, and in it of each value; null where there is nothing. */
  readonly cells: readonly (readonly (number | null)[])[]
}

export interface CrossTable {
  /** Headings of the columns, a line each grouping. */
  readonly heads: readonly (readonly Heading[])[]
  readonly columns: readonly CrossColumn[]
  readonly lines: readonly CrossLine[]
}

/** More columns than anybody reads; and memory of the browser. */
export const MOST_COLUMNS = 200

/** The rows stand in too many columns. */
export class TooWide extends Error {
  readonly columns: number
  constructor(columns: number) {
    super(`More than ${MOST_COLUMNS} columns: ${columns}`)
    this.columns = columns
  }
}

/**
 * Rows grouped down and across, with what each meeting of the two comes to. Sums are decimal-exact; an average is that of
 * the numbers there are; what is no number is left out, and `count` without a path counts rows. Groups down stand in the
 * order in which the rows have them, those across in order of their values; what has no value comes last.
 * @throws TooWide
 */
export function crossTable(rows: readonly Row[], words: CrossWords): CrossTable {
  const down = new Axis(words.by)
  const side = new Axis(words.across)
  const placed = rows.map((row) => ({ row, line: down.place(row), column: side.place(row) }))
  down.close((groups) => emptyLast(groups, () => 0))
  side.close((groups) => emptyLast(groups, compare))
  const columns = side.leaves()
  const totals = words.totals && words.across.length > 0 ? [side.root] : []
  const shown = [...columns, ...totals]
  if (shown.length > MOST_COLUMNS) throw new TooWide(shown.length)
  const gathered = new Gathered(side.count, words.values)
  for (const { row, line, column } of placed)
    for (let group: Group | null = line; group; group = group.above)
      gathered.take(row, group, column, totals.length > 0 ? side.root : null)
  const cellsOf = (group: Group) => shown.map((column) => gathered.results(group, column))
  const lines: CrossLine[] = []
  addLines(down.root, [], { lines, cellsOf, subtotals: words.subtotals })
  if (words.totals && rows.length > 0) lines.push({ kind: 'total', headings: [], cells: cellsOf(down.root) })
  return {
    heads: words.across.map((_, level) => side.headings(level)),
    columns: shown.map((group) => ({
      values: group.path(),
      isTotal: group === side.root && totals.length > 0,
    })),
    lines,
  }
}

interface Adding {
  readonly lines: CrossLine[]
  readonly cellsOf: (group: Group) => CrossLine['cells']
  readonly subtotals: boolean
}

/** The lines of a group, the widest heading at its first. */
function addLines(group: Group, begun: readonly Group[], adding: Adding): void {
  const { lines, cellsOf, subtotals } = adding
  if (group.below.length === 0) {
    if (group.above)
      lines.push({
        kind: 'row',
        headings: begun.map((one) => headingOf(one, linesOf(one, subtotals))),
        cells: cellsOf(group),
      })
    return
  }
  for (const [index, below] of group.below.entries())
    addLines(below, [...(index === 0 ? begun : []), below], adding)
  if (!subtotals || !group.above) return
  lines.push({ kind: 'subtotal', headings: [headingOf(group, 1)], cells: cellsOf(group) })
}

const headingOf = ({ value, level }: Group, span: number): Heading => ({ value, span, level })

/** Lines that a group's heading is over; its own subtotal has a heading of its own. */
function linesOf(group: Group, subtotals: boolean): number {
  if (group.below.length === 0) return 1
  return group.below.reduce(
    (count, below) => count + linesOf(below, subtotals) + (subtotals && below.below.length > 0 ? 1 : 0),
    0,
  )
}

/** One value of one grouping, below those that it stands in. */
class Group {
  readonly index: number
  readonly value: Heading['value']
  readonly level: number
  readonly above: Group | null
  readonly byValue = new Map<Heading['value'], Group>()
  below: readonly Group[] = []

  constructor(index: number, value: Heading['value'], above: Group | null) {
    this.index = index
    this.value = value
    this.above = above
    this.level = above ? above.level + 1 : -1
  }

  path(): readonly Heading['value'][] {
    return this.above ? [...this.above.path(), this.value] : []
  }

  /** Groups in it that hold no others. */
  width(): number {
    return this.below.length === 0 ? 1 : this.below.reduce((width, one) => width + one.width(), 0)
  }
}

/** Groups of one direction, as a tree below `root`. */
class Axis {
  readonly root = new Group(0, null, null)
  count = 1
  private readonly paths: readonly string[]

  constructor(paths: readonly string[]) {
    this.paths = paths
  }

  /** The group that a row stands in. */
  place(row: Row): Group {
    let group = this.root
    for (const path of this.paths) {
      const value = headingValue(valueAt(row, path))
      const known = group.byValue.get(value)
      const below = known ?? new Group(this.count++, value, group)
      if (!known) group.byValue.set(value, below)
      group = below
    }
    return group
  }

  close(ordered: (groups: readonly Group[]) => readonly Group[]): void {
    const settle = (group: Group) => {
      group.below = ordered([...group.byValue.values()])
      group.below.forEach(settle)
    }
    settle(this.root)
  }

  leaves(): readonly Group[] {
    if (this.paths.length === 0) return [this.root]
    const found: Group[] = []
    const visit = (group: Group) => {
      if (group.below.length === 0) found.push(group)
      else group.below.forEach(visit)
    }
    this.root.below.forEach(visit)
    return found
  }

  headings(level: number): readonly Heading[] {
    const at = (group: Group): readonly Heading[] =>
      group.level === level ? [headingOf(group, group.width())] : group.below.flatMap(at)
    return this.root.below.flatMap(at)
  }
}

/** The numbers of each meeting of a line's group and a column. */
class Gathered {
  private readonly numbers = new Map<number, number[]>()
  private readonly counts = new Map<number, number>()
  private readonly columns: number
  private readonly values: CrossWords['values']

  constructor(columns: number, values: CrossWords['values']) {
    this.columns = columns
    this.values = values
  }

  take(row: Row, line: Group, column: Group, total: Group | null): void {
    for (const [place, { path }] of this.values.entries()) {
      const value = path === undefined ? 1 : valueAt(row, path)
      const number = path === undefined ? 1 : toDecimalNumber(value)
      this.add(this.key(line, column, place), value, number)
      if (total) this.add(this.key(line, total, place), value, number)
    }
  }

  results(line: Group, column: Group): readonly (number | null)[] {
    return this.values.map(({ of }, place) => {
      const key = this.key(line, column, place)
      if (of === 'count') return this.counts.get(key) ?? null
      return aggregated(this.numbers.get(key) ?? [], of)
    })
  }

  private add(key: number, value: unknown, number: number | null): void {
    if (!isEmpty(value)) this.counts.set(key, (this.counts.get(key) ?? 0) + 1)
    if (number === null) return
    const known = this.numbers.get(key)
    if (known) known.push(number)
    else this.numbers.set(key, [number])
  }

  private key(line: Group, column: Group, place: number): number {
    return (line.index * this.columns + column.index) * this.values.length + place
  }
}

function aggregated(numbers: readonly number[], of: Exclude<Aggregate, 'count'>): number | null {
  if (numbers.length === 0) return null
  switch (of) {
    case 'sum':
      return sumOf(numbers)
    case 'average':
      return divide(sumOf(numbers), numbers.length)
    case 'min':
      return numbers.reduce((least, number) => Math.min(least, number))
    case 'max':
      return numbers.reduce((most, number) => Math.max(most, number))
  }
}

function valueAt(row: Row, path: string): unknown {
  if (Object.hasOwn(row, path)) return row[path]
  return path
    .split('.')
    .reduce<unknown>((owner, member) => (isRecord(owner) ? owner[member] : undefined), row)
}

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''

/** Two records are one group where they read alike. */
function headingValue(value: unknown): Heading['value'] {
  if (isEmpty(value)) return null
  return typeof value === 'object' ? JSON.stringify(value) : (value as string | number | boolean)
}

function compare({ value: a }: Group, { value: b }: Group): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : compareTexts(String(a), String(b))
}

function emptyLast(groups: readonly Group[], order: (a: Group, b: Group) => number): readonly Group[] {
  return groups.toSorted((a, b) => Number(a.value === null) - Number(b.value === null) || order(a, b))
}
