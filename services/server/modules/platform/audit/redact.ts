import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../module'

/** Rows that are rewritten in one go. */
const STEP = 500

type State = Readonly<Record<string, unknown>>

export interface Redaction {
  /** What the rows are about: `<model>/`, the beginning of their target. */
  readonly about: string
  /** Whether a column of the audit holds what must go. */
  readonly holds: (column: RawBuilder<unknown>) => RawBuilder<boolean>
  readonly change: (state: State) => State
  readonly reason: string
}

/**
 * Takes out of the audit what must never have stood there. The chain is made anew from the first such row on, and a row at its
 * end says so, with the hash that it had: copies that were handed out before can still be checked, and told from this one.
 */
export async function redactAudit(db: Db, redaction: Redaction): Promise<number> {
  const { about, holds } = redaction
  const due = sql<boolean>`starts_with(target, ${about})
    and (${holds(sql.ref('before'))} or ${holds(sql.ref('after'))})`
  const { rows } = await sql<{
    there: boolean
  }>`select exists (select from audit where ${due}) as there`.execute(db)
  if (!rows[0]?.there) return 0
  return db.transaction().execute(async (tx) => {
    // Whoever writes comes to an end first: then nobody stands between the table and the head of the chain.
    await sql`lock table audit in share row exclusive mode`.execute(tx)
    const head = await tx.selectFrom('audit_head').select('hash').forUpdate().executeTakeFirstOrThrow()
    await refusing(tx, 'disable')
    const changed = await rewrite(tx, due, redaction.change)
    const first = await relink(tx, changed)
    await refusing(tx, 'enable')
    await tx
      .insertInto('audit')
      .values({
        ...{ user_id: '', account: '', ip: '', request_id: '', action: 'audit.redact', target: about },
        before: JSON.stringify({ hash: head.hash }),
        after: JSON.stringify({ rows: changed.length, firstSeq: first }),
        reason: redaction.reason,
      })
      .execute()
    return changed.length
  })
}

/** Switches the trigger by which the audit refuses to be altered, for this transaction alone. */
async function refusing(tx: Tx, how: 'enable' | 'disable'): Promise<void> {
  for (const table of ['audit', 'audit_link'])
    await sql`alter table ${sql.table(table)} ${sql.raw(how)} trigger audit_refuse`.execute(tx)
}

async function rewrite(tx: Tx, due: RawBuilder<boolean>, change: Redaction['change']): Promise<number[]> {
  const changed: number[] = []
  for (let after = 0; ; ) {
    const { rows } = await sql<{ id: number; before: State | null; after: State | null }>`
      select id, before, after from audit where id > ${after} and ${due} order by id limit ${STEP}`.execute(
      tx,
    )
    const texts = (member: 'before' | 'after') =>
      rows.map((row) => (row[member] === null ? null : JSON.stringify(change(row[member]))))
    await sql`
      update audit set before = one.before, after = one.after
      from unnest(${rows.map(({ id }) => id)}::bigint[], ${texts('before')}::jsonb[], ${texts('after')}::jsonb[])
        as one(id, before, after)
      where audit.id = one.id`.execute(tx)
    changed.push(...rows.map(({ id }) => id))
    const last = rows.at(-1)
    if (!last || rows.length < STEP) return changed
    after = last.id
  }
}

/** Makes the links anew from the first of these rows on, in their order. @returns the first link's number */
async function relink(tx: Tx, audited: readonly number[]): Promise<number> {
  const first = await tx
    .selectFrom('audit_link')
    .select(sql<number>`min(seq)`.as('seq'))
    .where(sql<boolean>`audit_id = any(${[...audited]}::bigint[])`)
    .executeTakeFirstOrThrow()
  await sql`create temporary table relinked on commit drop as
    select seq, audit_id, prev_hash from audit_link where seq >= ${first.seq}`.execute(tx)
  await sql`delete from audit_link where seq >= ${first.seq}`.execute(tx)
  await sql`
    do $$
    declare
      link record;
      last_hash text;
    begin
      select prev_hash into last_hash from relinked order by seq limit 1;
      for link in select r.seq, r.audit_id, audit_content(a) as content
        from relinked r join audit a on a.id = r.audit_id order by r.seq loop
        insert into audit_link (seq, audit_id, prev_hash, hash)
          values (link.seq, link.audit_id, last_hash, audit_hash(last_hash, link.content))
          returning hash into last_hash;
      end loop;
      update audit_head set hash = last_hash;
    end $$`.execute(tx)
  return first.seq
}
