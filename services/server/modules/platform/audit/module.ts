import { Readable } from 'node:stream'
import { auditCalls as calls } from '@services/contract/areas/platform/audit'
import { type Generated, type JSONColumnType, sql } from 'kysely'
import { inParts } from '../../../database/batches'
import { FileReply, Reply, type ServerModule } from '../../../module'
import { IN_SIGHT } from '../../../unit-right'
import { isInSight } from '../log/sight'
import { bulkChainMigration, chainMigration, saltMigration, verifyChain } from './chain'
import { exportChain } from './export'
import type { ChangeTellers } from './tellers'

interface AuditTable {
  id: Generated<number>
  at: Generated<Date>
  user_id: string
  account: string
  ip: string
  request_id: string
  action: string
  target: string
  before: JSONColumnType<object> | null
  after: JSONColumnType<object> | null
  reason: string | null
  /** Null of rows that are older than salts. */
  salt: Generated<string | null>
}

declare module '../../../database/schema' {
  interface Database {
    audit: AuditTable
  }
}

declare module '../../../module' {
  interface Services {
    audit: {
      write(context: CallContext, entry: AuditEntry | readonly AuditEntry[], tx?: Tx): Promise<void>
      /** Modules add theirs when they register. */
      readonly tellers: ChangeTellers
    }
  }
}

/** Who changed what, when, from where, with before and after: one row a change, never altered. */
export const auditModule: ServerModule = {
  name: 'audit',
  migrations: {
    'audit-001-create': {
      async up(db) {
        await sql`
          create table audit (
            id bigint generated always as identity primary key,
            at timestamptz not null default now(),
            user_id text not null,
            account text not null,
            ip text not null,
            request_id text not null,
            action text not null,
            target text not null,
            before jsonb,
            after jsonb,
            reason text
          )`.execute(db)
        await sql`create index audit_target on audit (target, id desc)`.execute(db)
        await sql`create index audit_user on audit (user_id, id desc)`.execute(db)
        await sql`create index audit_at on audit (at)`.execute(db)
      },
    },
    'audit-002-chain': chainMigration,
    'audit-003-chain-in-bulk': bulkChainMigration,
    'audit-004-salt': saltMigration,
  },
  register({ db, services, handle }) {
    const tellers: ChangeTellers = new Map()
    services.audit = {
      tellers,
      async write(context, entry, tx) {
        const rows = [entry].flat().map(({ action, target, before, after, reason }) => ({
          user_id: context.user.userId,
          account: context.user.userAccount,
          ip: context.ip,
          request_id: context.requestId,
          action,
          target,
          before: before === undefined ? null : JSON.stringify(before),
          after: after === undefined ? null : JSON.stringify(after),
          reason: reason ?? null,
        }))
        for (const part of inParts(rows)) await (tx ?? context.db).insertInto('audit').values(part).execute()
      },
    }
    handle(calls['audit.verify'], 'system.state:btn_verify', async ({ user, text }, { progressId }) => {
      const job = services.jobBoard.begin(user.userId, progressId, '@systemState.auditCancelled')
      try {
        const verdict = await verifyChain(db, (done, total) =>
          job.report({
            sentences: [{ text: '@systemState.auditChecking', params: { done, total } }],
            done,
            total,
          }),
        )
        const { checked: count, brokenAt } = verdict
        const key = brokenAt ? '@systemState.auditBroken' : '@systemState.auditWhole'
        return new Reply(verdict, text(key, { count, seq: brokenAt?.seq ?? 0 }))
      } finally {
        job.end()
      }
    })
    handle(calls['audit.export'], { code: 'system.log:btn_download', units: IN_SIGHT }, async (context) => {
      const rows = await isInSight(context, 'audit.user_id')
      const closedAreas = context.user.isAdministrator ? [] : [...tellers.keys()]
      const lines = exportChain(db, { rows, closedAreas })
      return new FileReply(Readable.from(lines), 'application/x-ndjson', 'audit.ndjson')
    })
  },
}
