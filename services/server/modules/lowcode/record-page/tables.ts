import { type Generated, type Migration, sql } from 'kysely'

/** What people say about a record. It goes unseen with its record when that is deleted, and comes back with it. */
export interface RecordCommentTable {
  /** In the order of writing. */
  id: Generated<number>
  model_id: string
  record_id: string
  user_id: string
  text: string
  /** Ids of the people that it mentions. */
  mentions: string[]
  created_at: Generated<Date>
  updated_at: Date | null
}

/** A file that is attached to a record and is in none of its fields. It goes unseen and comes back with its record. */
export interface RecordFileTable {
  id: Generated<number>
  model_id: string
  record_id: string
  file_id: string
  user_id: string
  created_at: Generated<Date>
}

declare module '../../../database/schema' {
  interface Database {
    record_comment: RecordCommentTable
    record_file: RecordFileTable
  }
}

export const migrations: Readonly<Record<string, Migration>> = {
  // After the people, whose table it refers to.
  'views-002-record-comments': {
    async up(db) {
      await sql`
        create table record_comment (
          id bigint generated always as identity primary key,
          model_id text not null,
          record_id text not null,
          user_id text not null,
          text text not null,
          mentions text[] not null default '{}',
          created_at timestamptz not null default now(),
          updated_at timestamptz
        )`.execute(db)
      await sql`create index record_comment_record on record_comment (model_id, record_id, id desc)`.execute(
        db,
      )
    },
  },
  'views-003-record-files': {
    async up(db) {
      await sql`
        create table record_file (
          id bigint generated always as identity primary key,
          model_id text not null,
          record_id text not null,
          file_id text not null references file (id),
          user_id text not null,
          created_at timestamptz not null default now(),
          constraint record_file_once unique (model_id, record_id, file_id)
        )`.execute(db)
      await sql`create index record_file_of on record_file (file_id)`.execute(db)
    },
  },
  // Until here whoever saw a record wrote beside it: who fills in records of a model still does, who only looks does not.
  'views-004-rights-beside-records': {
    async up(db) {
      await sql`
        update menu set buttons = buttons || (
          select coalesce(jsonb_agg(jsonb_build_object('enCode', code, 'fullName', name)), '[]')
          from (values ('btn_comment', '@record.comment'), ('btn_attach', '@record.attachments')) added (code, name)
          where not buttons @> jsonb_build_array(jsonb_build_object('enCode', code)))
        from model join model_version released
          on released.model_id = model.id and released.version = model.released_version
        where menu.source = 'model' and menu.id = 'model-' || model.id and released.web_type <> '1'`.execute(
        db,
      )
      await sql`
        insert into permission_grant (set_id, kind, menu_id, code)
        select distinct held.set_id, 'button', menu.id, added.code
        from permission_grant held
        join menu on menu.id = held.menu_id and menu.source = 'model'
        join (values ('btn_comment'), ('btn_attach')) added (code)
          on menu.buttons @> jsonb_build_array(jsonb_build_object('enCode', added.code))
        where held.kind = 'button' and held.code in ('btn_add', 'btn_edit')
        on conflict do nothing`.execute(db)
      // The epoch is raised here and not as it commits: until then no other migration could alter these tables.
      await sql`set constraints all immediate`.execute(db)
      await sql`set constraints all deferred`.execute(db)
    },
  },
}
