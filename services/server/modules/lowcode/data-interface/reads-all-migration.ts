import { type Migration, sql } from 'kysely'
import { namedInReport } from './sql-template'

/**
 * Until here `report.<model>` showed a caller what they might see; from here on it shows all records. No statement gets the mark
 * that this takes, or everybody who runs one would see more than before: it is told to name the same by its bare name.
 */
export const readsAllMigration: Migration = {
  async up(db) {
    await sql`alter table data_interface add column reads_all boolean not null default false`.execute(db)
    const { rows: tables } = await sql<{ there: boolean }>`
      select to_regclass('model') is not null as there`.execute(db)
    if (!tables[0]?.there) return
    const { rows: models } = await sql<{ code: string }>`select en_code as code from model`.execute(db)
    const isModels = (name: string) => models.some(({ code }) => name === code || name.startsWith(`${code}.`))
    const { rows } = await sql<{ id: string; statement: string }>`
      select id, config ->> 'sql' as statement from data_interface where type = 1`.execute(db)
    for (const { id, statement } of rows) {
      const written = bareNames(statement, isModels)
      if (written === statement) continue
      await sql`
        update data_interface set config = ${JSON.stringify({ sql: written })}::json, version = version + 1
        where id = ${id}`.execute(db)
    }
  },
}

/** A statement with bare names where it names views of models by their schema; as it was where it is no statement. */
function bareNames(statement: string, isModels: (name: string) => boolean): string {
  try {
    const named = namedInReport(statement).filter(({ name }) => isModels(name))
    return named.reduceRight(
      (text, { name, start, end }) =>
        `${text.slice(0, start)}"${name.replaceAll('"', '""')}"${text.slice(end)}`,
      statement,
    )
  } catch {
    return statement
  }
}
