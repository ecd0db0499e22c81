import { createHash, randomBytes } from 'node:crypto'
import { newId } from '@runtime/id'
import { CODE } from '@services/contract/envelope'
import { sql } from 'kysely'
import { ApiError } from '../../../http/errors'
import type { Db, Services, SessionUser, Tx } from '../../../module'
import { configOf, type SystemConfig } from '../system-config/module'
import { isTooOld } from './password-age'
import { callerOf, selectPerson } from './person'
import type { SessionTable } from './tables'
import { VIEW_RIGHT } from './viewing'

type EndReason = NonNullable<SessionTable['ended_because']>

/** Who is signed in where. */
export interface Sessions {
  /** Who a token belongs to; throws code 600, 601 or 602, and 403 from an address that is not on the white list. */
  authenticate(token: string, ip?: string): Promise<SessionUser>
  /** Opens a session; the answer is its token, which is kept nowhere. */
  open(userId: string, device: string, ip: string, tx?: Tx, view?: View): Promise<string>
  /** Which of these sessions are over, and what a request of theirs would be refused with. */
  endedAmong(sessionIds: readonly string[]): Promise<ReadonlyMap<string, ApiError>>
  /** These are in use, though they make no calls; those that are over stay over. */
  touch(sessionIds: readonly string[]): Promise<void>
  /** Ends sessions and tells their browsers why. */
  end(which: Which, because: EndReason): Promise<void>
  /** Runs work that deletes a person, with whom the sessions go; their browsers are told after it. */
  endAfter(userId: string, work: () => Promise<void>): Promise<void>
}

/** Who looks as somebody else, from which session of theirs, and for how many milliseconds at most. */
export interface View {
  readonly by: string
  readonly from: string
  readonly for: number
}

/** All of a person's, perhaps but one; or these. */
type Which =
  | { readonly userId: string; readonly except?: string }
  | { readonly sessionIds: readonly string[] }

declare module '../../../module' {
  interface Services {
    sessions: Sessions
  }
}

/** `used_at` is written at most this often, in milliseconds. */
const TOUCH_EVERY = 60_000

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** How long sessions last, in milliseconds: without a sign of life, and in all. Set in the system's configuration. */
export interface SessionLimits {
  readonly idle: number
  readonly longest: number
}

export function limitsOf({ tokenTimeout, sessionLongest }: SystemConfig): SessionLimits {
  return { idle: tokenTimeout * 60_000, longest: sessionLongest * 3_600_000 }
}

export function createSessions(db: Db, services: Services): Sessions {
  const tell = async (sessions: readonly { readonly id: string }[], because: EndReason) => {
    for (const { id } of sessions) await services.sockets.endSession(id, refusal(because))
  }
  return {
    async authenticate(token, ip) {
      if (!/^[\w-]{20,100}$/.test(token)) throw refusal(null)
      const found = await selectPerson(db)
        .innerJoin('session', 'session.user_id', 'user_account.id')
        .leftJoin('user_account as viewer', 'viewer.id', 'session.viewed_by')
        .leftJoin('session as origin', 'origin.id', 'session.viewed_from')
        .select([
          'viewer.id as viewerId',
          'viewer.account as viewerAccount',
          'viewer.real_name as viewerName',
          'viewer.is_administrator as viewerIsAdministrator',
          sql<boolean>`viewer.status = 1 and origin.ended_at is null`.as('isViewed'),
          'session.id as sessionId',
          'session.used_at',
          'session.expires_at',
          'session.ended_at',
          'session.ended_because',
          'session.created_at',
          'user_account.change_password_at',
          'user_account.password_at',
          'user_account.must_change_password',
          sql<object | null>`(select value from setting where key = 'system')`.as('settings'),
          sql<number>`(select epoch from authority_epoch)`.as('authorityEpoch'),
        ])
        .where('session.token_hash', '=', hashOf(token))
        .executeTakeFirst()
      const config = configOf(found?.settings)
      if (!found || isOver(found, limitsOf(config))) throw refusal(found?.ended_because ?? null)
      const viewedBy = await viewerOf(found, services)
      if (ip !== undefined && !services.systemConfig.admits(config, ip))
        throw new ApiError(CODE.forbidden, '@config.addressRefused')
      if (found.used_at.getTime() < Date.now() - TOUCH_EVERY)
        await db
          .updateTable('session')
          .set({ used_at: new Date() })
          .where('id', '=', found.sessionId)
          .execute()
      const isFirst =
        found.must_change_password ||
        (found.change_password_at === null && config.mandatoryModificationOfInitialPassword === 1)
      const passwordDue = viewedBy
        ? null
        : isFirst
          ? 'first'
          : isTooOld(found.password_at, config)
            ? 'expired'
            : null
      const { sessionId, authorityEpoch } = found
      return { ...callerOf(found), sessionId, authorityEpoch, passwordDue, ...(viewedBy && { viewedBy }) }
    },

    async endedAmong(sessionIds) {
      const limits = limitsOf(await services.systemConfig.read())
      const rows = await db
        .selectFrom('session')
        .innerJoin('user_account', 'user_account.id', 'session.user_id')
        .select([
          'session.id',
          'session.created_at',
          'used_at',
          'expires_at',
          'ended_at',
          'ended_because',
          'status',
        ])
        .where('session.id', '=', sql<string>`any(${[...new Set(sessionIds)]})`)
        .execute()
      const known = new Map(rows.map((row) => [row.id, row]))
      return new Map(
        sessionIds.flatMap((id) => {
          const row = known.get(id)
          return row && !isOver(row, limits) ? [] : [[id, refusal(row?.ended_because ?? null)] as const]
        }),
      )
    },

    async touch(sessionIds) {
      const { idle } = limitsOf(await services.systemConfig.read())
      await db
        .updateTable('session')
        .set({ used_at: new Date() })
        .where(sql<boolean>`id = any(${[...new Set(sessionIds)]}::text[])`)
        .where('ended_at', 'is', null)
        .where('used_at', '<', new Date(Date.now() - TOUCH_EVERY))
        .where('used_at', '>', new Date(Date.now() - idle))
        .execute()
    },

    async open(userId, device, ip, tx, view) {
      const token = randomBytes(32).toString('base64url')
      const { longest } = limitsOf(await services.systemConfig.read())
      const now = new Date()
      await (tx ?? db)
        .insertInto('session')
        .values({
          id: newId(),
          token_hash: hashOf(token),
          user_id: userId,
          device,
          ip,
          created_at: now,
          used_at: now,
          expires_at: new Date(now.getTime() + Math.min(longest, view?.for ?? longest)),
          ended_at: null,
          ended_because: null,
          ...(view && { viewed_by: view.by, viewed_from: view.from }),
        })
        .execute()
      return token
    },

    async end(which, because) {
      const chosen =
        'userId' in which
          ? sql<boolean>`user_id = ${which.userId} and id <> ${which.except ?? ''}`
          : sql<boolean>`id = any(${[...which.sessionIds]}::text[])`
      const ended = await db
        .updateTable('session')
        .set({ ended_at: new Date(), ended_because: because })
        .where('ended_at', 'is', null)
        .where(chosen)
        .returning('id')
        .execute()
      await tell(ended, because)
    },

    async endAfter(userId, work) {
      const open = await db
        .selectFrom('session')
        .select('id')
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null)
        .execute()
      await work()
      await tell(open, 'administrator')
    },
  }
}

/** Who really looks; undefined where it is the person. @throws ApiError 600 where they may not any more, or have left */
async function viewerOf(
  found: {
    readonly viewerId: string | null
    readonly viewerAccount: string | null
    readonly viewerName: string | null
    readonly viewerIsAdministrator: boolean | null
    readonly isViewed: boolean
    readonly isAdministrator: boolean
    readonly authorityEpoch: number
  },
  { rights }: Services,
): Promise<SessionUser['viewedBy']> {
  const { viewerId, viewerAccount, viewerName, authorityEpoch } = found
  if (viewerId === null) return undefined
  const isAdministrator = found.viewerIsAdministrator === true
  const names = { userId: viewerId, userAccount: viewerAccount ?? '', userName: viewerName ?? '' }
  const viewer = { ...names, isAdministrator, authorityEpoch, sessionId: '', passwordDue: null }
  const may = found.isViewed && (isAdministrator || !found.isAdministrator)
  if (!may || !(await rights.can(viewer, VIEW_RIGHT))) throw refusal(null)
  return names
}

/** The sessions in which people themselves would be let in now. */
export function openSessions(db: Db, { idle, longest }: SessionLimits) {
  const now = Date.now()
  return db
    .selectFrom('session')
    .where('session.viewed_by', 'is', null)
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', new Date(now))
    .where('session.created_at', '>', new Date(now - longest))
    .where('session.used_at', '>', new Date(now - idle))
}

/** Whether a session is not to be used any more: ended, too old, not used for long, or of a disabled person. */
function isOver(
  session: {
    readonly ended_at: Date | null
    readonly created_at: Date
    readonly expires_at: Date
    readonly used_at: Date
    readonly status: number
  },
  { idle, longest }: SessionLimits,
): boolean {
  const now = Date.now()
  // A limit that is lowered ends those that are open, one that is raised begins with the next.
  const isOld = Math.min(session.expires_at.getTime(), session.created_at.getTime() + longest) <= now
  const isIdle = session.used_at.getTime() <= now - idle
  return session.ended_at !== null || isOld || isIdle || session.status !== 1
}

/** 601 signed in elsewhere, 602 ended by an administrator, else 600. */
function refusal(because: EndReason | null): ApiError {
  if (because === 'elsewhere') return new ApiError(CODE.signedInElsewhere, '@server.signedInElsewhere')
  if (because === 'administrator') return new ApiError(CODE.ended, '@server.ended')
  return new ApiError(CODE.noSession, '@server.noSession')
}
