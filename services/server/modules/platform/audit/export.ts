import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../module'

/** Links that are looked at in one go. */
const STEP = 1_000

/** Place of the salt in a row's content: last, after the reason. */
const SALT = 11

/** What of the audit is handed out; all links are, whatever it is. */
export interface Handed {
  /** Rows of `audit` of which anything is. */
  readonly rows: RawBuilder<boolean>
  /** Areas of actions of whose rows the values, `before` and `after`, are not. */
  readonly closedAreas: readonly string[]
}

interface Line {
  readonly seq: number
  readonly prevHash: string
  readonly hash: string
  readonly content: string | null
  readonly withheld: 'values' | 'row' | null
  readonly entry: readonly unknown[] | null
}

/**
 * The chain as lines of JSON, `{seq, prevHash, hash, content}`. The `hash` of a line is the SHA-256 of `prevHash` and `content`
 * as UTF-8, and the next line's `prevHash`, so that anybody can check what was handed out. A line that has `withheld` has no
 * content: its hash is checked as a link alone, and whole by an export that has the content, of the same hash. It says what is
 * left out: `values`, with the rest of the row as `entry`, in the order of the content and null in their place; or the whole `row`.
 */
export async function* exportChain(db: Db, { rows, closedAreas }: Handed): AsyncGenerator<string> {
  for (let from = 0; ; ) {
    // What is left out is not even read.
    const { rows: lines } = await sql<Line>`
      with part as (
        select seq, prev_hash, hash, audit, case
          when audit.id is null then null
          when not ${rows} then 'row'
          when split_part(audit.action, '.', 1) = any(${[...closedAreas]}::text[]) then 'values'
        end as withheld
        from audit_link left join audit on audit.id = audit_id
        where seq > ${from} order by seq limit ${STEP}
      )
      select seq, prev_hash as "prevHash", hash, withheld,
        case when withheld is null then audit_content(audit) end as content,
        case when withheld = 'values'
          then jsonb_set(jsonb_set(audit_content(audit)::jsonb - ${SALT}::int, '{8}', 'null'), '{9}', 'null')
        end as entry
      from part order by seq`.execute(db)
    for (const { seq, prevHash, hash, content, withheld, entry } of lines)
      yield `${JSON.stringify({ seq, prevHash, hash, content, ...(withheld && { withheld }), ...(entry && { entry }) })}\n`
    const last = lines.at(-1)
    if (!last || lines.length < STEP) return
    from = last.seq
  }
}
