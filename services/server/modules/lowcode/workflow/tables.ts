import { type Generated, type Migration, sql } from 'kysely'

/** A workflow that may be chosen (`spec/widgets.md §1`); there are none until one is designed. */
export interface FlowTemplateTable {
  id: string
  full_name: string
  en_code: string
  category: string
  /** Empty: the flow has a form of its own. */
  model_id: string
  icon: string
  enabled: Generated<boolean>
  sort: Generated<number>
}

declare module '../../../database/schema' {
  interface Database {
    flow_template: FlowTemplateTable
  }
}

export const migrations: Readonly<Record<string, Migration>> = {
  'workflow-001-create': {
    async up(db) {
      await sql`
        create table flow_template (
          id text primary key,
          full_name text not null,
          en_code text not null constraint flow_template_code unique,
          category text not null default '',
          model_id text not null default '',
          icon text not null default '',
          enabled boolean not null default true,
          sort int not null default 0
        )`.execute(db)
      await sql`create index flow_template_model on flow_template (model_id)`.execute(db)
    },
  },
}
