import { listIn } from '../form/store/option-loader'
import { isRecord } from '../json'

type Row = Readonly<Record<string, unknown>>

/** What a source of choices answered, as one looks at it. */
export interface SourceAnswer {
  readonly rows: readonly Row[]
  /** Members of the rows, as they come. */
  readonly members: readonly string[]
}

/** Rows that are looked at for their members: others are like them. */
const LOOKED_AT = 50

/** The rows in an answer, as forms take choices from it; what is no object among them is no row. */
export function sourceAnswer(data: unknown): SourceAnswer {
  const rows = listIn(data).filter(isRecord)
  const members = [...new Set(rows.slice(0, LOOKED_AT).flatMap((row) => Object.keys(row)))]
  return { rows, members }
}
