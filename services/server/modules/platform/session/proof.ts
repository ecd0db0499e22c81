import { randomBytes } from 'node:crypto'
import { type Challenge, provesWork } from '@runtime/proof/work'
import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../../http/errors'
import { ACCOUNT_GUESSES, GUESSES, PROOF } from '../../../limits'
import type { Db } from '../../../module'
import type { Guess, Standing } from './attempts'

/** How much work a guess has to prove: it doubles with each failure of the guesser, and with each at the target. */
export function bitsFor({ pair, target }: Standing): number {
  const failures = Math.max(0, pair - GUESSES.captchaAfter, target - ACCOUNT_GUESSES.captchaAfter)
  return Math.min(PROOF.mostBits, PROOF.leastBits + failures)
}

/** Sets work for a guess; what was set before for the same guesser and target is worth nothing any more. */
export async function setWork(db: Db, guess: Guess, standing: Standing): Promise<Challenge> {
  const work = { challenge: randomBytes(18).toString('base64url'), bits: bitsFor(standing) }
  const row = { ...work, expires_at: new Date(Date.now() + PROOF.seconds * 1_000) }
  await db.deleteFrom('proof_challenge').where('expires_at', '<', new Date()).execute()
  await db
    .insertInto('proof_challenge')
    .values({ ...placeOf(guess), ...row })
    .onConflict((conflict) =>
      conflict.columns(['target_kind', 'target', 'source_kind', 'source']).doUpdateSet(row),
    )
    .execute()
  return work
}

/**
 * Takes an answer (`challenge.nonce`), once, from whom its work was set and for what.
 * @throws ApiError 400
 */
export async function demandProof(db: Db, guess: Guess, answer: string | undefined): Promise<void> {
  const [challenge = '', nonce = ''] = answer?.split('.') ?? []
  const place = placeOf(guess)
  const found = await db
    .deleteFrom('proof_challenge')
    .where('challenge', '=', challenge)
    .where('target_kind', '=', place.target_kind)
    .where('target', '=', place.target)
    .where('source_kind', '=', place.source_kind)
    .where('source', '=', place.source)
    .where('expires_at', '>', new Date())
    .returning('bits')
    .executeTakeFirst()
  if (!found || !provesWork({ challenge, bits: found.bits }, nonce))
    throw new ApiError(CODE.badRequest, '@session.proofNeeded', { data: { captcha: true, proof: true } })
}

function placeOf({ target, source }: Guess) {
  return { target_kind: target.kind, target: target.id, source_kind: source.kind, source: source.id }
}
