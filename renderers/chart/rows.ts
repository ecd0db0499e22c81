import type { CHARTS } from '@runtime/page'
import { decimalOf } from '@runtime/widget/number-format'

export type ChartKind = (typeof CHARTS)[number]

/** What is drawn of rows. */
export interface RowsData {
  readonly kind: ChartKind
  readonly unit: string
  /** What each row is called: along the axis, or its slice. */
  readonly names: readonly string[]
  /** Columns of numbers, each as long as the names; null: there is none. */
  readonly series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[]
}

export interface RowsWords {
  readonly kind: ChartKind
  readonly unit: string
  readonly x: string
  readonly y: readonly { readonly path: string; readonly label: string }[]
}

type Row = Readonly<Record<string, unknown>>

/** Kinds of which each row is a part of a whole: more parts than this are told together. */
const PARTS: ReadonlySet<ChartKind> = new Set(['pie', 'funnel', 'radar'])
export const MOST_PARTS = 30

/** @param rest what the parts that are told together are called */
export function rowsData(rows: readonly Row[], { kind, unit, x, y }: RowsWords, rest: string): RowsData {
  const names = rows.map((row) => String(row[x] ?? ''))
  const series = y.map(({ path, label }) => ({ name: label, values: rows.map((row) => numberOf(row[path])) }))
  if (!PARTS.has(kind) || names.length <= MOST_PARTS) return { kind, unit, names, series }
  const kept = MOST_PARTS - 1
  return {
    kind,
    unit,
    names: [...names.slice(0, kept), rest],
    series: series.map(({ name, values }) => ({
      name,
      values: [...values.slice(0, kept), sum(values.slice(kept))],
    })),
  }
}

function numberOf(value: unknown): number | null {
  return decimalOf(value)?.toNumber() ?? null
}

function sum(values: readonly (number | null)[]): number {
  return values.reduce<number>((total, value) => total + (value ?? 0), 0)
}
