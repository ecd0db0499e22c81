import { type RawBuilder, sql } from 'kysely'
import { foldedSql } from './reading'

/** Whether one of the columns holds what was typed, whatever its case; true for nothing typed. */
export function holdsKeyword(
  keyword: string | undefined,
  ...columns: readonly string[]
): RawBuilder<boolean> {
  const word = keyword?.trim()
  if (!word) return sql<boolean>`true`
  // A line break between, so that no word is found across two columns.
  const text = sql.join(
    columns.map((column) => sql.ref(column)),
    sql` || chr(10) || `,
  )
  return sql<boolean>`strpos(${foldedSql(text)}, ${foldedSql(sql`${word}::text`)}) > 0`
}
