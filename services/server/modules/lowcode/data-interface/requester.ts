import { createHash } from 'node:crypto'
import { type Migration, sql } from 'kysely'
import type { Db } from '../../../module'

/** Where the views of models stand: what the asking person may see of them, and all there is. */
export const VIEW_SCHEMAS = ['asker', 'report'] as const
export type ViewSchema = (typeof VIEW_SCHEMAS)[number]

/** What the asking person may see of a model in SQL interfaces. */
export interface ReportRight {
  /** The records of everybody; otherwise those of these owners, of these units, and those that `records` finds. */
  readonly all: boolean
  readonly owners: readonly string[]
  readonly units: readonly string[]
  /** A query for the ids of what custom schemes give; the database runs it as it is sealed. */
  readonly records: string | null
  /** Paths of fields whose values are closed to the person. */
  readonly hidden: readonly string[]
}

/** For whom a statement runs, as the views read it. */
export type Requester =
  | { readonly user: string; readonly everything: true }
  /** By the model's id; of a model that is not among them nothing is seen. */
  | { readonly user: string; readonly models: Readonly<Record<string, ReportRight>> }

/** A model's view, or one of a sub-table's, with the columns that are open to the asking person. */
export interface OwnView {
  readonly name: string
  readonly columns: readonly string[]
}

export interface Asking {
  readonly requester: Requester
  /** What stands for a bare name where something is closed; elsewhere the view of `asker` itself does. */
  readonly views: readonly OwnView[]
}

declare module '../../../module' {
  interface Services {
    /** Who asks, with rights over the models that a statement may name. */
    reportRequester: (context: CallContext, statement: string) => Promise<Asking>
  }
}

declare module '../../../database/schema' {
  interface Database {
    asker_secret: { secret: string }
  }
}

/** The database's code for a statement that reads all records and may not. */
export const NOT_ALL = 'LM001'

/**
 * Who asks stands in a setting of the transaction, which a statement might change; so it is sealed with a secret that the
 * reader cannot read, for this one transaction of this one connection: what was read there is of no use in another.
 */
export function sealOf(
  secret: string,
  at: { readonly pid: number; readonly began: string },
  requester: string,
): string {
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')
  return hash(secret + hash(`${secret}${at.pid}:${at.began}:${requester}`))
}

export async function readSecret(db: Db): Promise<string> {
  return (await db.selectFrom('asker_secret').select('secret').executeTakeFirstOrThrow()).secret
}

export const requesterMigrations: Readonly<Record<string, Migration>> = {
  'data-interface-004-asker': {
    async up(db) {
      await sql`create table asker_secret (secret text primary key)`.execute(db)
      // Each of the two is 122 bits of chance.
      await sql`insert into asker_secret values (gen_random_uuid()::text || gen_random_uuid()::text)`.execute(
        db,
      )
      await sql`
        create function asker() returns jsonb language plpgsql stable security definer
        set search_path = pg_catalog, pg_temp as $$
        declare
          said text := current_setting('loam.asker', true);
          at text := pg_backend_pid() || ':' || extract(epoch from transaction_timestamp())::text || ':';
          seal text;
        begin
          if coalesce(said, '') = '' then return null; end if;
          select encode(sha256(convert_to(secret || encode(sha256(convert_to(secret || at || said, 'UTF8')), 'hex'), 'UTF8')), 'hex')
            into seal from public.asker_secret;
          if seal is distinct from current_setting('loam.asker_seal', true) then return null; end if;
          return said::jsonb;
        end $$`.execute(db)
      await sql`
        create function asker_right(model text) returns jsonb language sql stable
        set search_path = pg_catalog, pg_temp as $$
          select case when (asker.said ->> 'everything')::boolean then '{"all": true, "hidden": []}'::jsonb
            else asker.said -> 'models' -> model || jsonb_build_object('user', asker.said ->> 'user') end
          from (select public.asker() as said) as asker $$`.execute(db)
      // Views of earlier versions show everybody's records; the server makes them anew when it starts.
      await sql`
        do $$ declare stale text; begin
          for stale in
            select relname from pg_class
            where relnamespace = 'report'::regnamespace and relkind = 'v'
              and starts_with(obj_description(oid, 'pg_class'), 'loam:')
          loop
            execute format('drop view report.%I cascade', stale);
          end loop;
        end $$`.execute(db)
    },
  },
  'data-interface-007-own-views': {
    async up(db) {
      // Views of what the asking person may see stand here; those of `report` show all.
      await sql`create schema if not exists asker`.execute(db)
      // Runs what the server has sealed and nothing else: who calls it otherwise has nobody's records.
      await sql`
        create function asker_records(model text) returns setof text language plpgsql stable security definer
        set search_path = public, pg_temp as $$
        declare
          chosen text := public.asker() -> 'models' -> model ->> 'records';
        begin
          if chosen is not null then return query execute chosen; end if;
        end $$`.execute(db)
      await sql`
        create function asker_reads_all() returns boolean language plpgsql stable
        set search_path = pg_catalog, pg_temp as $$
        begin
          if coalesce((public.asker() ->> 'readsAll')::boolean, false) then return true; end if;
          raise exception 'only an interface that reads all records may read this view' using errcode = ${sql.lit(NOT_ALL)};
        end $$`.execute(db)
    },
  },
  // Named so that it runs after the view that it replaces.
  'users-103-asker': {
    async up(db) {
      await sql`
        create or replace view report.visible_project with (security_barrier) as
        select project.id as f_id, project.name, project.name_en, project.longitude, project.latitude,
          project.area_m2, project.sort_code
        from project
        where project.deleted_at is null and not project.is_hidden and project.enabled_mark = 1 and (
          (select (asker() ->> 'everything')::boolean)
          or exists (
            select from project_right
            where project_id = project.id and user_id = (select asker() ->> 'user')))`.execute(db)
    },
  },
}
