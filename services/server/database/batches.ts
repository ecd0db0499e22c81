import { type RawBuilder, sql } from 'kysely'
import { STATEMENT_PARAMETERS } from '../limits'

/**
 * Rows in parts that one statement can take: the wire counts a statement's parameters in 16 bits, and every member of a
 * row is one. Whatever writes more than one row does it so; `batches.spec.ts` finds what does not.
 */
export function* inParts<T extends object>(rows: readonly T[]): Generator<T[]> {
  const widest = rows.reduce((most, row) => Math.max(most, Object.keys(row).length), 1)
  const most = Math.max(1, Math.floor(STATEMENT_PARAMETERS / widest))
  for (let from = 0; from < rows.length; from += most) yield rows.slice(from, from + most)
}

/** Whether a column of texts holds one of these: one parameter, however many they are; false of none. */
export function isAnyOf(column: string, texts: Iterable<string>): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} = any(${[...texts]}::text[])`
}

/** Pairs of texts as rows of two columns: two parameters, however many they are. */
export const pairs = (rows: readonly (readonly unknown[])[]): RawBuilder<unknown> =>
  sql`unnest(${rows.map(([one]) => one)}::text[], ${rows.map(([, other]) => other)}::text[])`
