import { type Call, isRead } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import type { CallContext } from '../module'
import type { Kind } from '../right'
import { ApiError } from './errors'

/** By which looking as somebody else ends: the one write of such a session. */
const LEAVING = 'session.logout'

/** Whether a call is made by who looks as somebody else, and is not the one that ends it. */
export const isViewing = ({ user }: CallContext, call: Call): boolean =>
  user.viewedBy !== undefined && call.name !== LEAVING

/** Refuses with 403, to who looks as somebody else, what changes anything and what a person writes to another. */
export function demandReading(context: CallContext, call: Call, opens: ReadonlySet<Kind> | 'all'): void {
  if (!isViewing(context, call)) return
  if (!isRead(call)) throw readOnly()
  if (opens !== 'all' && opens.has('chat')) throw new ApiError(CODE.forbidden, '@session.viewPrivate')
}

/**
 * What the database has refused such a session, on whose connections nothing can be written: calls that are reads and note
 * something by the way.
 */
export function refusedWrite(error: unknown): ApiError | undefined {
  return (error as { code?: unknown }).code === '25006' ? readOnly() : undefined
}

const readOnly = () => new ApiError(CODE.forbidden, '@session.viewReadOnly')
