import { type Migration, Migrator } from 'kysely'
import type { Db } from '../module'

/** Brings the tables of all modules up to date, in one transaction; replicas that race apply each migration once. */
export async function migrate(db: Db, migrations: Readonly<Record<string, Migration>>): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations }) },
    // Modules number their migrations apart, so a new module's may sort before another's that has run.
    allowUnorderedMigrations: true,
  })
  const { error, results } = await migrator.migrateToLatest()
  if (!error) return
  const failed = results?.find((result) => result.status === 'Error')?.migrationName
  throw new Error(
    `The database could not be brought up to date${failed ? ` (${failed})` : ''}: ${String(error)}`,
    {
      cause: error,
    },
  )
}
