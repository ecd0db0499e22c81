import { type Generated, type Migration, sql } from 'kysely'

/** A dictionary category. The two reserved roots, 0 and 1, have no parent; every other has one. */
export interface DictionaryCategoryTable {
  id: string
  parent_id: string | null
  full_name: string
  /** The word of our locales that it is called by (`@dictionaries.crop`); empty: it is called as it stands. */
  full_name_code: Generated<string>
  en_code: string
  is_tree: number
  sort_code: number
  description: string
  created_at: Generated<Date>
  updated_at: Date | null
  /** Counts the changes. */
  version: Generated<number>
}

/** A dictionary item; at the top level of its category it has no parent. */
export interface DictionaryItemTable {
  id: string
  category_id: string
  parent_id: string | null
  full_name: string
  /** The same of an item. */
  full_name_code: Generated<string>
  /** Of its tag (`runtime/widget/choice-colour`); empty: none of its own. */
  color: Generated<string>
  en_code: string
  enabled_mark: number
  sort_code: number
  description: string
  created_at: Generated<Date>
  updated_at: Date | null
  /** Counts the changes. */
  version: Generated<number>
}

declare module '../../../database/schema' {
  interface Database {
    dictionary_category: DictionaryCategoryTable
    dictionary_item: DictionaryItemTable
  }
}

const create: Migration = {
  async up(db) {
    await sql`
      create table dictionary_category (
        id text primary key,
        parent_id text constraint dictionary_category_parent references dictionary_category,
        full_name text not null,
        en_code text not null constraint dictionary_category_code unique,
        is_tree int not null default 0,
        sort_code int not null default 0,
        description text not null default '',
        created_at timestamptz not null default now(),
        updated_at timestamptz,
        constraint dictionary_category_name unique (parent_id, full_name)
      )`.execute(db)
    await sql`
      create table dictionary_item (
        id text primary key,
        category_id text not null constraint dictionary_item_category references dictionary_category,
        parent_id text,
        full_name text not null,
        en_code text not null,
        enabled_mark int not null default 1,
        sort_code int not null default 0,
        description text not null default '',
        created_at timestamptz not null default now(),
        updated_at timestamptz,
        constraint dictionary_item_name unique (category_id, full_name),
        constraint dictionary_item_code unique (category_id, en_code),
        constraint dictionary_item_place unique (category_id, id),
        -- A parent is an item of the same category, and does not go while it has children.
        constraint dictionary_item_parent foreign key (category_id, parent_id)
          references dictionary_item (category_id, id)
      )`.execute(db)
    await sql`create index dictionary_item_children on dictionary_item (parent_id)`.execute(db)
    await sql`
      insert into dictionary_category (id, parent_id, full_name, en_code, is_tree, sort_code) values
        ('0', null, '系统字典', 'system', 0, 0),
        ('1', null, '业务字典', 'business', 0, 1)`.execute(db)
  },
}

const countChanges: Migration = {
  async up(db) {
    await sql`alter table dictionary_category add column version int not null default 1`.execute(db)
    await sql`alter table dictionary_item add column version int not null default 1`.execute(db)
  },
}

const nameInLanguages: Migration = {
  async up(db) {
    await sql`alter table dictionary_category add column full_name_code text not null default ''`.execute(db)
    await sql`
      alter table dictionary_item
        add column full_name_code text not null default '',
        add column color text not null default ''`.execute(db)
    await sql`
      update dictionary_category set full_name_code = '@dictionaries.' || en_code where id in ('0', '1')`.execute(
      db,
    )
  },
}

export const migrations: Readonly<Record<string, Migration>> = {
  'dictionary-001-create': create,
  'dictionary-002-version': countChanges,
  'dictionary-003-languages': nameInLanguages,
}
