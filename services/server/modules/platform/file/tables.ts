import { type Generated, type JSONColumnType, type Migration, sql } from 'kysely'

/** Bytes, once however many files have them. */
export interface FileContentTable {
  /** The blob's key in the store. */
  id: string
  sha256: string
  md5: string
  size: number
  /** MIME type by the bytes. */
  type: string
  created_at: Generated<Date>
}

/** A file: a name and an owner for some bytes. */
export interface FileTable {
  id: string
  content_id: string
  name: string
  extension: string
  /** What it is for: `annex`, `annexpic`, `userAvatar` … */
  kind: string
  /** Where its form wants it kept (`pathType`, `isAccount`, `folder`); a note, since blobs lie by id. */
  folder: string
  owner_id: string
  created_at: Generated<Date>
}

/** What refers to a file, and so decides who may read it. */
export interface FileReferenceTable {
  file_id: string
  /** What kind of thing refers to it: `record`. */
  holder: string
  /** The model of a record. */
  scope: string
  holder_id: string
  field: string
}

/** A file that is arriving in chunks. */
export interface FileUploadTable {
  id: string
  owner_id: string
  /** MD5 of the content, as the sender says. */
  identifier: string
  total_size: number
  total_chunks: number
  /** The store's own name of the upload. */
  store_upload: string
  /** The key that the blob will have. */
  blob_id: string
  used_at: Generated<Date>
}

export interface FilePartTable {
  upload_id: string
  number: number
  receipt: string
}

/** Blobs that nothing refers to: not yet (they are being written), or not any more. */
export interface FileTrashTable {
  blob_id: string
  store_upload: string | null
  since: Generated<Date>
}

/** Files to be saved as one. */
export interface FilePackageTable {
  id: string
  name: string
  entries: JSONColumnType<readonly { readonly fileId: string; readonly name: string }[]>
  created_at: Generated<Date>
}

/** The key with which addresses are signed. */
export interface FileKeyTable {
  id: number
  secret: Buffer
}

declare module '../../../database/schema' {
  interface Database {
    file_content: FileContentTable
    file: FileTable
    file_reference: FileReferenceTable
    file_upload: FileUploadTable
    file_part: FilePartTable
    file_trash: FileTrashTable
    file_package: FilePackageTable
    file_key: FileKeyTable
  }
}

export const migrations: Readonly<Record<string, Migration>> = {
  'file-001-create': {
    async up(db) {
      await sql`
        create table file_content (
          id text primary key,
          sha256 text not null unique,
          md5 text not null,
          size bigint not null,
          type text not null,
          created_at timestamptz not null default now()
        )`.execute(db)
      await sql`
        create table file (
          id text primary key,
          content_id text not null references file_content (id),
          name text not null,
          extension text not null,
          kind text not null,
          folder text not null default '',
          owner_id text not null,
          created_at timestamptz not null default now()
        )`.execute(db)
      await sql`create index file_content_of on file (content_id)`.execute(db)
      await sql`create index file_owner on file (owner_id, content_id)`.execute(db)
      await sql`create index file_created on file (created_at)`.execute(db)
      await sql`create index file_content_md5 on file_content (md5)`.execute(db)
      await sql`
        create table file_reference (
          file_id text not null references file (id),
          holder text not null,
          scope text not null,
          holder_id text not null,
          field text not null,
          primary key (file_id, holder, scope, holder_id, field)
        )`.execute(db)
      await sql`create index file_reference_holder on file_reference (holder, scope, holder_id)`.execute(db)
      await sql`
        create table file_upload (
          id text primary key,
          owner_id text not null,
          identifier text not null,
          total_size bigint not null,
          total_chunks int not null,
          store_upload text not null,
          blob_id text not null,
          used_at timestamptz not null default now(),
          constraint file_upload_of unique (owner_id, identifier, total_size, total_chunks)
        )`.execute(db)
      await sql`
        create table file_part (
          upload_id text not null references file_upload (id) on delete cascade,
          number int not null,
          receipt text not null,
          primary key (upload_id, number)
        )`.execute(db)
      await sql`
        create table file_trash (
          blob_id text primary key,
          store_upload text,
          since timestamptz not null default now()
        )`.execute(db)
      await sql`
        create table file_package (
          id text primary key,
          name text not null,
          entries jsonb not null,
          created_at timestamptz not null default now()
        )`.execute(db)
      await sql`create table file_key (id int primary key, secret bytea not null)`.execute(db)
    },
  },
}
