import { type Generated, type Migration, sql } from 'kysely'

/** How the numbers of one kind of document look (`spec/administration.md §3`). */
export interface BillRuleTable {
  id: string
  full_name: string
  en_code: string
  /** Id of an item of the dictionary `businessType`. */
  category: string
  prefix: string
  date_format: 'yyyyMMdd' | 'yyyyMM' | 'yyyy' | 'no'
  digit: number
  start_number: string
  sort_code: number
  enabled_mark: number
  description: string
  created_by: string
  created_at: Generated<Date>
  updated_at: Date | null
  /** Counts the changes. */
  version: Generated<number>
}

/**
 * The last number of a rule in a period. Whoever draws holds the row until its transaction ends, so a number that is
 * rolled back is the next one's: unique and without gaps.
 */
export interface BillCounterTable {
  rule_id: string
  /** The date part of the number: `20261121`, or empty. */
  period: string
  last: number
  last_text: string
  drawn_at: Generated<Date>
}

declare module '../../../database/schema' {
  interface Database {
    bill_rule: BillRuleTable
    bill_counter: BillCounterTable
  }
}

export const migrations: Readonly<Record<string, Migration>> = {
  'bill-rule-001-create': {
    async up(db) {
      await sql`
        create table bill_rule (
          id text primary key,
          full_name text not null constraint bill_rule_name unique,
          en_code text not null constraint bill_rule_code unique,
          category text not null,
          prefix text not null,
          date_format text not null check (date_format in ('yyyyMMdd', 'yyyyMM', 'yyyy', 'no')),
          digit int not null check (digit between 1 and 9),
          start_number text not null,
          sort_code int not null default 0,
          enabled_mark int not null default 1,
          description text not null default '',
          created_by text not null default '',
          created_at timestamptz not null default now(),
          updated_at timestamptz
        )`.execute(db)
      await sql`
        create table bill_counter (
          rule_id text not null constraint bill_counter_rule references bill_rule,
          period text not null,
          last bigint not null,
          last_text text not null,
          drawn_at timestamptz not null default now(),
          primary key (rule_id, period)
        )`.execute(db)
    },
  },
  'bill-rule-002-version': {
    async up(db) {
      await sql`alter table bill_rule add column version int not null default 1`.execute(db)
    },
  },
}
