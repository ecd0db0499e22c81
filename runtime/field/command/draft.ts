import type { Command } from './command'

/** A new command, not yet checked. */
export function draft(
  given: Pick<
    Command,
    | 'id'
    | 'actuatorId'
    | 'seq'
    | 'target'
    | 'risk'
    | 'isEssential'
    | 'linkClass'
    | 'uplinkEverySec'
    | 'angles'
  > & { readonly issuedAt: number; readonly expiresAt: number; readonly isHeir?: boolean },
): Command {
  return {
    isHeir: false,
    ...given,
    state: 'DRAFT',
    stage: null,
    deadlineAt: null,
    retryAt: null,
    attempts: 0,
    firstSentAt: null,
    sentAt: null,
    publishedAt: null,
    ackedAt: null,
    finishedAt: null,
    verifiedAt: null,
    samples: 0,
    sampleAt: null,
    misses: 0,
    alarm: 0,
    result: null,
  }
}
