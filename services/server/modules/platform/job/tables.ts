import type { JobStates } from '@services/contract/areas/platform/job'
import { type Generated, type JSONColumnType, type Migration, sql } from 'kysely'
import type { Sentence } from './board'

/** What a job has come to: numbers and words that its kind knows, and the file that it has made. */
export interface JobResult {
  readonly file?: { readonly id: string; readonly name: string; readonly size: number }
  /** What its person is told of it. */
  readonly said?: Sentence
  readonly [member: string]: unknown
}

export interface JobTable {
  id: string
  kind: string
  person_id: string
  /** How the person is spoken to, and from where they have asked. */
  language: string
  ip: string
  input: JSONColumnType<object>
  /** What it is, in words; null: its kind alone is known. */
  title: JSONColumnType<Sentence> | null
  /** Why it has failed where its server is gone, of a job whose caller waits for it; null: another server takes it up. */
  lost: JSONColumnType<Sentence> | null
  state: Generated<JobStates>
  sentence: JSONColumnType<Sentence> | null
  done: Generated<number>
  total: Generated<number>
  attempts: Generated<number>
  /** Whose turn it is: what another has taken up meanwhile is not written any more. */
  claim: string | null
  lease_until: Date | null
  result: JSONColumnType<JobResult> | null
  /** Why it has failed. */
  failure: JSONColumnType<Sentence> | null
  created_at: Generated<Date>
  started_at: Date | null
  ended_at: Date | null
}

declare module '../../../database/schema' {
  interface Database {
    job: JobTable
  }
}

export const migrations: Readonly<Record<string, Migration>> = {
  // After the people, whose table it refers to.
  'work-001-jobs': {
    async up(db) {
      await sql`
        create table job (
          id text primary key,
          kind text not null,
          person_id text not null references user_account on delete cascade,
          language text not null,
          ip text not null,
          input jsonb not null,
          state text not null default 'waiting'
            check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
          sentence jsonb,
          done int not null default 0,
          total int not null default 0,
          attempts int not null default 0,
          claim text,
          lease_until timestamptz,
          result jsonb,
          failure jsonb,
          created_at timestamptz not null default now(),
          started_at timestamptz,
          ended_at timestamptz
        )`.execute(db)
      await sql`create index job_person on job (person_id, created_at desc)`.execute(db)
      await sql`create index job_open on job (created_at) where state in ('waiting', 'running')`.execute(db)
      await sql`create index job_ended on job (ended_at) where ended_at is not null`.execute(db)
    },
  },
  'work-002-job-words': {
    async up(db) {
      await sql`alter table job add column title jsonb, add column lost jsonb`.execute(db)
    },
  },
}
