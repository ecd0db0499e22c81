import type { FileValue } from '@runtime/widget/stored-file'
import { type Generated, type JSONColumnType, type Migration, sql } from 'kysely'

/** What an occurrence is, beside when. */
export interface ScheduleContent {
  readonly title: string
  readonly category: string
  readonly urgent: string
  readonly content: string
  readonly toUserIds: readonly string[]
  readonly color: string
  readonly reminderTime: number
  readonly reminderType: string
  readonly send: string
  readonly files: readonly FileValue[]
}

/** An exception by the time at which it would be; `start` as text, as all times on a clock are. */
export type KeptExceptions = Readonly<
  Record<
    string,
    {
      readonly cancelled?: true
      readonly start?: string
      readonly minutes?: number
      readonly allDay?: boolean
      readonly content?: Partial<ScheduleContent>
    }
  >
>

/** Series that were one: its creator, and how often it was changed. */
export interface CalendarGroupTable {
  id: string
  creator_id: string
  version: Generated<number>
  created_at: Generated<Date>
  updated_at: Date | null
}

export interface CalendarSeriesTable {
  id: string
  group_id: string
  position: number
  rule: string | null
  zone: string
  all_day: boolean
  /** `2026-11-02T09:00` on the clocks of the zone. */
  start_wall: string
  last_wall: string | null
  minutes: number
  exceptions: JSONColumnType<KeptExceptions>
  content: JSONColumnType<ScheduleContent>
  /** Between which moments all of its occurrences lie; null: there is no end. */
  from_at: Date
  to_at: Date | null
  /** When people are to be reminded next, and of which occurrence. */
  remind_at: Date | null
  remind_key: string | null
}

/** Who takes part in any of a group's occurrences. */
export interface CalendarParticipantTable {
  group_id: string
  user_id: string
  is_declined: Generated<boolean>
}

/** The secret address by which other calendars read a person's. */
export interface CalendarFeedTable {
  user_id: string
  /** SHA-256 of the secret. */
  ticket_hash: string
  created_at: Generated<Date>
  read_at: Date | null
}

declare module '../../../database/schema' {
  interface Database {
    calendar_group: CalendarGroupTable
    calendar_series: CalendarSeriesTable
    calendar_participant: CalendarParticipantTable
    calendar_feed: CalendarFeedTable
  }
}

export const migrations: Readonly<Record<string, Migration>> = {
  // After the people, whose table it refers to.
  'users-060-calendar': {
    async up(db) {
      await sql`
        create table calendar_group (
          id text primary key,
          creator_id text not null references user_account on delete cascade,
          version int not null default 0,
          created_at timestamptz not null default now(),
          updated_at timestamptz
        )`.execute(db)
      await sql`create index calendar_group_creator on calendar_group (creator_id)`.execute(db)
      await sql`
        create table calendar_series (
          id text primary key,
          group_id text not null references calendar_group on delete cascade,
          position int not null,
          rule text,
          zone text not null,
          all_day boolean not null,
          start_wall text not null,
          last_wall text,
          minutes int not null,
          exceptions jsonb not null,
          content jsonb not null,
          from_at timestamptz not null,
          to_at timestamptz,
          remind_at timestamptz,
          remind_key text
        )`.execute(db)
      await sql`create index calendar_series_group on calendar_series (group_id)`.execute(db)
      await sql`create index calendar_series_remind on calendar_series (remind_at) where remind_at is not null`.execute(
        db,
      )
      await sql`
        create table calendar_participant (
          group_id text not null references calendar_group on delete cascade,
          user_id text not null references user_account on delete cascade,
          is_declined boolean not null default false,
          primary key (group_id, user_id)
        )`.execute(db)
      await sql`create index calendar_participant_user on calendar_participant (user_id)`.execute(db)
      await sql`
        create table calendar_feed (
          user_id text primary key references user_account on delete cascade,
          ticket_hash text not null unique,
          created_at timestamptz not null default now(),
          read_at timestamptz
        )`.execute(db)
    },
  },
}
