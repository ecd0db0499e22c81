import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { signInCalls } from '@services/contract/areas/platform/sign-in'
import type { ResponseOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../../http/errors'
import type { CallContext, Db, Services } from '../../../module'
import { describeDevice } from './device'
import { enter } from './login'

type Calls = typeof signInCalls

/** Seconds for which a ticket is good; a new one is drawn on the page after it. */
export const TICKET_SECONDS = 120

const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest('hex')

/**
 * Gives a browser a ticket. The browser alone knows the ticket; the QR code carries another name of it, so whoever
 * photographs the screen can ask to let that browser in, and gets no session himself.
 */
export async function giveTicket({
  db,
  ip,
  userAgent,
}: CallContext): Promise<ResponseOf<Calls['session.ticket']>> {
  await db
    .deleteFrom('login_ticket')
    .where('expires_at', '<', new Date(Date.now() - 3_600_000))
    .execute()
  const ticket = randomBytes(24).toString('base64url')
  const scan = randomBytes(12).toString('base64url')
  const check = String(randomInt(10, 100))
  await db
    .insertInto('login_ticket')
    .values({
      ticket_hash: hashOf(ticket),
      scan,
      check_digits: check,
      device: userAgent,
      ip,
      expires_at: new Date(Date.now() + TICKET_SECONDS * 1000),
      scanned_by: null,
      state: 'waiting',
    })
    .execute()
  return { ticket, scan, check, expiresIn: TICKET_SECONDS }
}

/** What has become of a ticket. A confirmed one is spent by asking: exactly one caller gets a session for it. */
export async function ticketStatus(
  context: CallContext,
  services: Services,
  ticket: string,
): Promise<ResponseOf<Calls['session.ticketStatus']>> {
  const { db } = context
  const found = await db
    .selectFrom('login_ticket')
    .select('state')
    .where('ticket_hash', '=', hashOf(ticket))
    .where('expires_at', '>', new Date())
    .executeTakeFirst()
  if (!found) return { status: 'expired' }
  if (found.state !== 'confirmed') return { status: found.state }
  const spent = await db
    .deleteFrom('login_ticket')
    .where('ticket_hash', '=', hashOf(ticket))
    .where('state', '=', 'confirmed')
    .returning('scanned_by')
    .executeTakeFirst()
  if (!spent?.scanned_by) return { status: 'expired' }
  return { status: 'confirmed', ...(await enter(context, services, spent.scanned_by)) }
}

/** On the phone: who asks. From now on the ticket is this person's to answer. */
export async function scanTicket(
  { db, user }: CallContext,
  scan: string,
): Promise<ResponseOf<Calls['session.scanTicket']>> {
  const found = await open(db, scan, user.userId)
    .set({ state: 'scanned', scanned_by: user.userId })
    .returning(['check_digits', 'device', 'ip', 'created_at'])
    .executeTakeFirst()
  if (!found) throw ticketGone()
  const { check_digits: check, ip, created_at } = found
  return { check, ip, askedAt: created_at.getTime(), ...describeDevice(found.device) }
}

/** On the phone: lets the other browser in, or does not. Only who has looked at the request may answer it. */
export async function answerTicket(
  context: CallContext,
  { scan, accept }: { readonly scan: string; readonly accept: boolean },
): Promise<null> {
  const { db, user } = context
  await db.transaction().execute(async (tx) => {
    const answered = await open(tx, scan, user.userId)
      .where('state', '=', 'scanned')
      .set({ state: accept ? 'confirmed' : 'refused' })
      .returning(['device', 'ip'])
      .executeTakeFirst()
    if (!answered) throw ticketGone()
    const action = accept ? 'session.confirmTicket' : 'session.refuseTicket'
    await context.audit({ action, target: user.userId, after: answered }, tx)
  })
  return null
}

/** A ticket that is neither answered, nor over, nor in another person's hands. */
function open(db: Db, scan: string, userId: string) {
  return db
    .updateTable('login_ticket')
    .where('scan', '=', scan)
    .where('state', 'in', ['waiting', 'scanned'])
    .where((where) => where.or([where('scanned_by', 'is', null), where('scanned_by', '=', userId)]))
    .where('expires_at', '>', new Date())
}

const ticketGone = () => new ApiError(CODE.badRequest, '@session.ticketGone')
