import type { FileValue } from '@runtime/widget/stored-file'
import type { MessageType } from '@services/contract/areas/platform/message'
import { type Generated, type JSONColumnType, type Migration, sql } from 'kysely'

/** A message to people inside the product. */
export interface MessageTable {
  id: string
  type: MessageType
  flow_type: Generated<number>
  title: string
  excerpt: Generated<string>
  /** Rich text, clean; or JSON text that says where a message leads. */
  body_text: Generated<string>
  files: JSONColumnType<readonly FileValue[]>
  /** Who sent it; empty: the system. */
  release_user_id: Generated<string>
  release_user: string
  released_at: Generated<Date>
}

/** A message as one of its readers has it. */
export interface MessageRecipientTable {
  user_id: string
  message_id: string
  /** The message's. */
  type: MessageType
  released_at: Date
  read_at: Generated<Date | null>
}

/** A notice: written, then released to its readers as a message. */
export interface NoticeTable {
  id: string
  title: string
  excerpt: string
  body_text: string
  files: JSONColumnType<readonly FileValue[]>
  /** Ids with commas: people or mixed ids; empty: everybody. */
  to_user_ids: string
  expiration_at: Date | null
  creator_id: string
  created_at: Generated<Date>
  updated_at: Date | null
  released_by: string | null
  released_at: Date | null
  message_id: string | null
  /** Counts the changes. */
  version: Generated<number>
}

/** How messages of one kind are sent. */
export interface MessageSendConfigTable {
  id: string
  en_code: string
  full_name: string
  type: MessageType
  /** Texts with `{name}` where a value goes. */
  title: string
  content: string
  enabled_mark: number
  /** Ways by which they may leave the product (`WAYS`), beside the product's own list. */
  ways: Generated<string[]>
  /** Counts the changes. */
  version: Generated<number>
}

/** What leaves the product to a person; none while the person has not chosen anything. */
export interface MessageDeliveryTable {
  /** The person's. */
  id: string
  /** The kinds of messages (`MESSAGE_KINDS`) that leave by each way. */
  mail: Generated<string[]>
  sms: Generated<string[]>
  wecom: Generated<string[]>
  dingtalk: Generated<string[]>
  /** Nothing leaves from `quiet_from` to `quiet_to`: `HH:mm` in the product's zone. */
  is_quiet: Generated<boolean>
  quiet_from: Generated<string>
  quiet_to: Generated<string>
  version: Generated<number>
}

declare module '../../../database/schema' {
  interface Database {
    message: MessageTable
    message_recipient: MessageRecipientTable
    notice: NoticeTable
    message_send_config: MessageSendConfigTable
    message_delivery: MessageDeliveryTable
  }
}

export const migrations: Readonly<Record<string, Migration>> = {
  'users-031-message': {
    async up(db) {
      await sql`
        create table message (
          id text primary key,
          type int not null check (type between 1 and 4),
          flow_type int not null default 0,
          title text not null,
          excerpt text not null default '',
          body_text text not null default '',
          files jsonb not null default '[]',
          release_user_id text not null default '',
          release_user text not null,
          released_at timestamptz not null default now()
        )`.execute(db)
      await sql`
        create table message_recipient (
          user_id text not null references user_account on delete cascade,
          message_id text not null references message,
          type int not null,
          released_at timestamptz not null,
          read_at timestamptz,
          primary key (user_id, message_id)
        )`.execute(db)
      await sql`
        create index message_recipient_list on message_recipient (user_id, released_at desc, message_id desc)`.execute(
        db,
      )
      await sql`
        create index message_recipient_unread on message_recipient (user_id, type) where read_at is null`.execute(
        db,
      )
      await sql`create index message_recipient_of on message_recipient (message_id)`.execute(db)
      await sql`
        create table notice (
          id text primary key,
          title text not null,
          excerpt text not null,
          body_text text not null,
          files jsonb not null,
          to_user_ids text not null,
          expiration_at timestamptz,
          creator_id text not null,
          created_at timestamptz not null default now(),
          updated_at timestamptz,
          released_by text,
          released_at timestamptz,
          message_id text references message
        )`.execute(db)
      await sql`
        create table message_send_config (
          id text primary key,
          en_code text not null unique,
          full_name text not null,
          type int not null,
          title text not null,
          content text not null,
          enabled_mark int not null default 1
        )`.execute(db)
      await sql`
        insert into message_send_config (id, en_code, full_name, type, title, content) values
          ('sendNotice', 'notice', '公告通知', 3, '{title}', '{excerpt}'),
          ('sendSystem', 'system', '系统消息', 1, '{title}', '{content}'),
          ('sendSchedule', 'schedule', '日程提醒', 4, '{title}', '{content}')`.execute(db)
    },
  },
  'users-033-notice-version': {
    async up(db) {
      await sql`alter table notice add column version int not null default 1`.execute(db)
    },
  },
  'users-075-message-ways': {
    async up(db) {
      await sql`
        alter table message_send_config
          add column ways text[] not null default '{}',
          add column version int not null default 0`.execute(db)
      await sql`
        insert into message_send_config (id, en_code, full_name, type, title, content)
        values ('sendFlow', 'flow', '流程消息', 2, '{title}', '{content}')
        on conflict do nothing`.execute(db)
      await sql`
        create table message_delivery (
          id text primary key references user_account on delete cascade,
          mail text[] not null default '{}',
          sms text[] not null default '{}',
          wecom text[] not null default '{}',
          dingtalk text[] not null default '{}',
          is_quiet boolean not null default false,
          quiet_from text not null default '22:00',
          quiet_to text not null default '07:00',
          version int not null default 0
        )`.execute(db)
    },
  },
}
