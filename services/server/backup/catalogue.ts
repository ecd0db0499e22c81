import type pg from 'pg'
import type { ArchivedPartition, ArchivedSequence, ArchivedTable } from './archive'

/** A table that is there while a restore has not come to its end: no server starts on such a database. */
export const UNFINISHED = 'restore_unfinished'

/** Held, shared, while a backup is written: what it still has to read is not thrown away. A server that empties the trash takes it alone. */
export const BACKUP_LOCK = 4_711_008

/** Whoever writes a backup looks from one moment at everything. */
export interface Catalogue {
  readonly migrations: readonly string[]
  readonly tables: readonly ArchivedTable[]
  readonly partitions: readonly ArchivedPartition[]
  readonly sequences: readonly ArchivedSequence[]
}

/** What the database of a client holds, of what the product's migrations and its running servers have made. */
export async function catalogueOf(client: pg.ClientBase): Promise<Catalogue> {
  const rows = async <R extends pg.QueryResultRow>(text: string) => (await client.query<R>(text)).rows
  const migrations = await rows<{ name: string }>('select name from kysely_migration order by name')
  const tables = await rows<ArchivedTable>(`
    select relname as name, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname not like 'kysely\\_migration%' and relname <> '${UNFINISHED}'
      and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname order by relname`)
  const partitions = await rows<ArchivedPartition>(`
    select parent.relname as parent, part.relname as name, pg_get_expr(part.relpartbound, part.oid) as bound
    from pg_inherits join pg_class part on part.oid = inhrelid join pg_class parent on parent.oid = inhparent
    where part.relnamespace = 'public'::regnamespace and part.relkind = 'r' order by part.relname`)
  const sequences = await rows<ArchivedSequence>(`
    select sequencename as name, coalesce(last_value, start_value)::text as value, last_value is not null as "isCalled"
    from pg_sequences where schemaname = 'public' order by sequencename`)
  return { migrations: migrations.map(({ name }) => name), tables, partitions, sequences }
}

/** A name as SQL writes it. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
