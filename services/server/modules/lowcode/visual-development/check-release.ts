import { createHash } from 'node:crypto'
import type { Change } from '@runtime/design/diff'
import type { modelVersionCalls } from '@services/contract/areas/lowcode/model-versions'
import type { ResponseOf } from '@services/contract/call'
import type { CallContext, Db, Services, Tx } from '../../../module'
import { type Candidate, leavingFields } from './candidate'
import { changesOf } from './change-lines'
import { checkKinds, checkReferences, leavingLosses } from './check'
import { isMostlyInert, placesOf } from './inert'
import { lossesOf } from './plans'
import { reportLosses } from './report-name'

type Report = ResponseOf<(typeof modelVersionCalls)['visualDevelopment.checkRelease']>

/** What a release would do, without where it stands in the menu. */
export interface ReleaseCheck extends Omit<Report, 'entry' | 'changes'> {
  readonly changes: readonly Change[]
}

const NO_RECORDS: Report['records'] = { total: 0, judged: 0, isExact: true, findings: [] }

/** What a release of a candidate would change, stop at and ask. Nothing is written. */
export async function checkRelease(
  db: Db | Tx,
  context: CallContext,
  services: Services,
  candidate: Candidate,
): Promise<ReleaseCheck> {
  const { model, plans, before, errors } = candidate
  const translate = context.text
  const changes = changesOf(candidate.released, candidate.content)
  const base = { draftVersion: model.draft_version, version: model.released_version, changes }
  if (!plans)
    return {
      ...{ ...base, verdict: 'stop', mark: '', errors: [...errors], losses: [], records: NO_RECORDS },
      ...{ kept: [], rights: [], uses: [], isMostlyInert: false, inert: 0, places: 0 },
    }
  // Templates are made of released forms.
  const later = before ? [] : (['printTemplate'] as const)
  const references = await checkReferences(db, plans, services, context, [model.id, model.en_code], later)
  const kinds = before ? checkKinds(plans.form, before.form, translate) : []
  const places = placesOf(plans.form)
  const stops = [...errors, ...references.errors, ...kinds]
  const asked = { records: NO_RECORDS, kept: [] as Report['kept'], rights: [] as Report['rights'] }
  const isAsked = asked.records.findings.length + asked.kept.length + asked.rights.length > 0
  return {
    ...base,
    ...asked,
    verdict: stops.length > 0 ? 'stop' : isAsked ? 'ask' : 'tell',
    mark: isAsked ? markOf(asked) : '',
    errors: stops,
    losses: [
      ...lossesOf(plans, candidate.content.column_data, translate),
      ...references.losses,
      ...leavingLosses(leavingFields(candidate), translate),
      ...(await reportLosses(db, model.en_code, translate)),
    ],
    uses: [],
    isMostlyInert: isMostlyInert(places),
    ...places,
  }
}

/** Stands for what is asked: how many records of which, not which ones. */
function markOf(asked: object): string {
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex').slice(0, 32)
}
