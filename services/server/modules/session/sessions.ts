import { createHash, randomBytes } from 'node:crypto'
import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../http/errors'
import { newId } from '../../id'
import type { Db, Services, SessionUser, Tx } from '../../module'
import type { SessionTable } from './tables'

type EndReason = NonNullable<SessionTable['ended_because']>

/** Who is signed in where. */
export interface Sessions {
  /** Who a token belongs to; throws code 600, 601 or 602. */
  authenticate(token: string): Promise<SessionUser>
  /** Opens a session; the answer is its token, which is kept nowhere. */
  open(userId: string, device: string, ip: string, tx?: Tx): Promise<string>
  /** Ends sessions and tells their browsers why. */
  end(which: { sessionId: string } | { userId: string }, because: EndReason): Promise<void>
}

declare module '../../module' {
  interface Services {
    sessions: Sessions
  }
}

/** Hours without a request after which a session ends, and days after which any does. */
const IDLE_HOURS = 12
const LONGEST_DAYS = 30
/** `used_at` is written at most this often, in milliseconds. */
const TOUCH_EVERY = 60_000

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

export function createSessions(db: Db, services: Services): Sessions {
  return {
    async authenticate(token) {
      if (!/^[\w-]{20,100}$/.test(token)) throw refusal(null)
      const found = await db
        .selectFrom('session')
        .innerJoin('user_account', 'user_account.id', 'session.user_id')
        .select([
          'session.id as sessionId',
          'session.used_at',
          'session.expires_at',
          'session.ended_at',
          'session.ended_because',
          'user_account.status',
          'user_account.id as userId',
          'user_account.account as userAccount',
          'user_account.real_name as userName',
          'user_account.is_administrator as isAdministrator',
          'user_account.head_icon as headIcon',
          'user_account.organize_id as organizeId',
          'user_account.organize_name as organizeName',
          'user_account.department_id as departmentId',
          'user_account.department_name as departmentName',
          'user_account.position_id as positionId',
          'user_account.position_name as positionName',
        ])
        .where('session.token_hash', '=', hashOf(token))
        .executeTakeFirst()
      const now = Date.now()
      if (!found || found.ended_at || found.expires_at.getTime() < now)
        throw refusal(found?.ended_because ?? null)
      if (found.used_at.getTime() < now - IDLE_HOURS * 3_600_000 || found.status !== 1) throw refusal(null)
      if (found.used_at.getTime() < now - TOUCH_EVERY)
        await db
          .updateTable('session')
          .set({ used_at: new Date() })
          .where('id', '=', found.sessionId)
          .execute()
      const {
        used_at: _1,
        expires_at: _2,
        ended_at: _3,
        ended_because: _4,
        status: _5,
        positionId,
        ...user
      } = found
      return { ...user, positionIds: positionId ? [{ id: positionId, name: user.positionName }] : [] }
    },

    async open(userId, device, ip, tx) {
      const token = randomBytes(32).toString('base64url')
      await (tx ?? db)
        .insertInto('session')
        .values({
          id: newId(),
          token_hash: hashOf(token),
          user_id: userId,
          device,
          ip,
          expires_at: new Date(Date.now() + LONGEST_DAYS * 86_400_000),
          ended_at: null,
          ended_because: null,
        })
        .execute()
      return token
    },

    async end(which, because) {
      const ended = await db
        .updateTable('session')
        .set({ ended_at: new Date(), ended_because: because })
        .where('ended_at', 'is', null)
        .where(
          'sessionId' in which ? 'id' : 'user_id',
          '=',
          'sessionId' in which ? which.sessionId : which.userId,
        )
        .returning('id')
        .execute()
      const { code, text } = refusal(because)
      for (const { id } of ended) await services.sockets.endSession(id, { method: 'logout', code, msg: text })
    },
  }
}

/** 601 signed in elsewhere, 602 ended by an administrator, else 600. */
function refusal(because: EndReason | null): ApiError {
  if (because === 'elsewhere') return new ApiError(CODE.signedInElsewhere, '@server.signedInElsewhere')
  if (because === 'administrator') return new ApiError(CODE.ended, '@server.ended')
  return new ApiError(CODE.noSession, '@server.noSession')
}
