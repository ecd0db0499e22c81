import { type Migration, sql } from 'kysely'
import type { Db } from '../../../module'

/** One link of the audit's chain: `hash` covers the row and the link before it (`design/field.md §2.7`). */
export interface AuditLinkTable {
  /** 1, 2, 3 … without gaps, in the order of the commits. */
  seq: number
  audit_id: number
  prev_hash: string
  hash: string
}

/** How far the chain reaches: the one row that every audited change holds while it commits. */
export interface AuditHeadTable {
  seq: number
  hash: string
}

declare module '../../../database/schema' {
  interface Database {
    audit_link: AuditLinkTable
    audit_head: AuditHeadTable
  }
}

/** What stands for a link before the first. */
const GENESIS = '0'.repeat(64)
/** Links that are looked at in one go. */
const STEP = 1_000

/**
 * Chains every row of the audit, those there are first. The link is made by a trigger at the end of the transaction: a chain
 * has one end, so who writes it waits for who writes before, and that wait must be neither long nor part of a circle. The head
 * is a row, not an advisory lock, so that a transaction with an older snapshot fails instead of forking the chain.
 */
export const chainMigration: Migration = {
  async up(db) {
    await sql`
      create table audit_head (
        one boolean primary key default true check (one),
        seq bigint not null,
        hash text not null
      ) with (fillfactor = 50)`.execute(db)
    await sql`insert into audit_head (seq, hash) values (0, ${GENESIS})`.execute(db)
    await sql`
      create table audit_link (
        seq bigint primary key,
        audit_id bigint not null unique,
        prev_hash text not null unique,
        hash text not null unique
      )`.execute(db)
    // What is hashed is this text, so that an export can be checked without this database.
    await sql`
      create function audit_content(entry audit) returns text language sql stable strict as $$
        select jsonb_build_array(entry.id,
          to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
          entry.user_id, entry.account, entry.ip, entry.request_id, entry.action, entry.target,
          entry.before, entry.after, entry.reason)::text $$`.execute(db)
    await sql`
      create function audit_hash(prev_hash text, content text) returns text language sql immutable strict as $$
        select encode(sha256(convert_to(prev_hash || content, 'UTF8')), 'hex') $$`.execute(db)
    await sql`
      create function audit_chain() returns trigger language plpgsql as $$
      declare
        head audit_head;
        next_hash text;
      begin
        select * into head from audit_head for update;
        next_hash := audit_hash(head.hash, audit_content(new));
        insert into audit_link (seq, audit_id, prev_hash, hash)
          values (head.seq + 1, new.id, head.hash, next_hash);
        update audit_head set seq = head.seq + 1, hash = next_hash;
        return null;
      end $$`.execute(db)
    await sql`
      do $$
      declare
        kept audit;
        head audit_head;
        next_hash text;
      begin
        select * into head from audit_head;
        for kept in select * from audit order by id loop
          next_hash := audit_hash(head.hash, audit_content(kept));
          insert into audit_link (seq, audit_id, prev_hash, hash)
            values (head.seq + 1, kept.id, head.hash, next_hash);
          head.seq := head.seq + 1;
          head.hash := next_hash;
        end loop;
        update audit_head set seq = head.seq, hash = head.hash;
      end $$`.execute(db)
    await sql`
      create constraint trigger audit_chain after insert on audit
        deferrable initially deferred for each row execute function audit_chain()`.execute(db)
    await sql`
      create function audit_refuse() returns trigger language plpgsql as $$
      begin
        raise exception 'the audit is never altered';
      end $$`.execute(db)
    for (const table of ['audit', 'audit_link'])
      await sql`
        create trigger audit_refuse before update or delete or truncate on ${sql.table(table)}
          for each statement execute function audit_refuse()`.execute(db)
  },
}

/**
 * Links all rows of a transaction at its first: one that changes ten thousand things (an import) would otherwise move the head
 * ten thousand times, look through as many of its versions each time, and make all other changes wait for it. Rows of a
 * savepoint count as another transaction's, and are linked by their own turn.
 */
export const bulkChainMigration: Migration = {
  async up(db) {
    await sql`
      create or replace function audit_chain() returns trigger language plpgsql as $$
      declare
        kept audit;
        head audit_head;
        next_hash text;
      begin
        if exists (select from audit_link where audit_id = new.id) then
          return null;
        end if;
        select * into head from audit_head for update;
        for kept in
          select * from audit where id >= new.id and (id = new.id or xmin = pg_current_xact_id()::xid)
            and not exists (select from audit_link where audit_id = audit.id)
          order by id
        loop
          next_hash := audit_hash(head.hash, audit_content(kept));
          insert into audit_link (seq, audit_id, prev_hash, hash)
            values (head.seq + 1, kept.id, head.hash, next_hash);
          head.seq := head.seq + 1;
          head.hash := next_hash;
        end loop;
        update audit_head set seq = head.seq, hash = head.hash;
        return null;
      end $$`.execute(db)
  },
}

/**
 * Gives each row from now on a salt in what is hashed: whoever is handed a hash without the values that it covers
 * (`exportChain`) finds out nothing by trying values. Rows before it are hashed as they were.
 */
export const saltMigration: Migration = {
  async up(db) {
    await sql`alter table audit add column salt uuid`.execute(db)
    await sql`alter table audit alter column salt set default gen_random_uuid()`.execute(db)
    await sql`
      create or replace function audit_content(entry audit) returns text language sql stable strict as $$
        select (jsonb_build_array(entry.id,
          to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
          entry.user_id, entry.account, entry.ip, entry.request_id, entry.action, entry.target,
          entry.before, entry.after, entry.reason)
          || case when entry.salt is null then '[]' else jsonb_build_array(entry.salt) end)::text $$`.execute(
      db,
    )
  },
}

/** What a check of the chain found; `brokenAt` is the first link that does not hold. */
export interface ChainVerdict {
  readonly isWhole: boolean
  /** Links that were found good. */
  readonly checked: number
  readonly brokenAt: { readonly seq: number; readonly why: BreakReason } | null
}

/** Row altered; row taken out; link taken out; link altered; row without a link; links cut off at the end. */
export type BreakReason = 'altered' | 'rowMissing' | 'linkMissing' | 'linkAltered' | 'unlinked' | 'cut'

interface Link extends AuditLinkTable {
  readonly content: string | null
  readonly expected: string | null
}

/** Follows the chain from its beginning, as it stands at this moment. */
export function verifyChain(
  db: Db,
  told: (checked: number, total: number) => void = () => undefined,
): Promise<ChainVerdict> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      let last = { seq: 0, hash: GENESIS }
      const broken = (seq: number, why: BreakReason): ChainVerdict => ({
        isWhole: false,
        checked: last.seq,
        brokenAt: { seq, why },
      })
      const { seq: total = 0 } = (await tx.selectFrom('audit_head').select('seq').executeTakeFirst()) ?? {}
      for await (const link of links(tx)) {
        told(last.seq, total)
        if (link.seq !== last.seq + 1) return broken(last.seq + 1, 'linkMissing')
        if (link.prev_hash !== last.hash) return broken(link.seq, 'linkAltered')
        if (link.expected === null) return broken(link.seq, 'rowMissing')
        if (link.expected !== link.hash) return broken(link.seq, 'altered')
        last = link
      }
      const head = await tx.selectFrom('audit_head').select(['seq', 'hash']).executeTakeFirst()
      if (head?.seq !== last.seq || head.hash !== last.hash) return broken(last.seq + 1, 'cut')
      const unlinked = await tx
        .selectFrom('audit')
        .leftJoin('audit_link', 'audit_link.audit_id', 'audit.id')
        .select('audit.id')
        .where('audit_link.seq', 'is', null)
        .limit(1)
        .executeTakeFirst()
      if (unlinked) return broken(last.seq + 1, 'unlinked')
      return { isWhole: true, checked: last.seq, brokenAt: null }
    })
}

async function* links(db: Db): AsyncGenerator<Link> {
  for (let from = 0; ; ) {
    const { rows } = await sql<Link>`
      select l.seq, l.audit_id, l.prev_hash, l.hash, audit_content(a) as content,
        audit_hash(l.prev_hash, audit_content(a)) as expected
      from audit_link l left join audit a on a.id = l.audit_id
      where l.seq > ${from} order by l.seq limit ${STEP}`.execute(db)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < STEP) return
    from = last.seq
  }
}
