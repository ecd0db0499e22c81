import type { ArrangedCard } from '@runtime/page/arrangement'
import { type Generated, type JSONColumnType, type Migration, sql } from 'kysely'

/** A signature a person has drawn or sent, as a data address. */
export interface SignImageTable {
  id: string
  user_id: string
  sign_img: string
  is_default: boolean
  created_at: Generated<Date>
}

/** How a person has arranged the cards of a portal. */
export interface PortalArrangementTable {
  user_id: string
  /** Page document and name of the portal: `pages/home.page.json portal`. */
  place: string
  arrangement: JSONColumnType<ArrangedCard[]>
}

declare module '../../../database/schema' {
  interface Database {
    sign_image: SignImageTable
    portal_arrangement: PortalArrangementTable
  }
}

/** Named so that they run after the tables of people and records, which they extend. */
export const migrations: Readonly<Record<string, Migration>> = {
  'users-020-profile': {
    async up(db) {
      await sql`
        create table sign_image (
          id text primary key,
          user_id text not null references user_account on delete cascade,
          sign_img text not null,
          is_default boolean not null,
          created_at timestamptz not null default now()
        )`.execute(db)
      await sql`create unique index sign_image_default on sign_image (user_id) where is_default`.execute(db)
      await sql`create index sign_image_of on sign_image (user_id, created_at)`.execute(db)
      await sql`create index record_owner on record (owner_id, created_at desc) where deleted_at is null`.execute(
        db,
      )
      await sql`create index session_of on session (user_id, created_at desc)`.execute(db)
    },
  },
  'users-021-portals': {
    async up(db) {
      await sql`
        create table portal_arrangement (
          user_id text not null references user_account on delete cascade,
          place text not null,
          arrangement jsonb not null,
          primary key (user_id, place)
        )`.execute(db)
    },
  },
}
