import { createHash } from 'node:crypto'
import type { Change } from '@runtime/design/diff'
import type { Translate } from '@runtime/host'
import type { modelVersionCalls } from '@services/contract/areas/lowcode/model-versions'
import type { ResponseOf } from '@services/contract/call'
import { ApiError } from '../../../http/errors'
import type { CallContext, Db, Services, Tx } from '../../../module'
import { type RecordRights, rightsOf } from '../online-development/rights'
import { keyPath } from '../online-development/stored'
import { type Candidate, leavingFields, renamedProps } from './candidate'
import { changesOf } from './change-lines'
import { checkKinds, checkReferences } from './check'
import { grantable } from './granted'
import { isMostlyInert, placesOf } from './inert'
import { judgedWhole } from './judging/judge-job'
import { judgeStored } from './judging/judge-stored'
import { keptValues } from './judging/kept-values'
import { lossesOf, type ModelPlans } from './plans'
import { reportLosses } from './report-name'
import { oldNamesIn, usesOf } from './uses'

type Report = ResponseOf<(typeof modelVersionCalls)['visualDevelopment.checkRelease']>

/** What a release would do, without where it stands in the menu. */
export interface ReleaseCheck extends Omit<Report, 'entry' | 'appEntry' | 'changes'> {
  readonly changes: readonly Change[]
}

const NO_RECORDS: Report['records'] = { total: 0, judged: 0, isExact: true, judgedAt: null, findings: [] }

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
  const named = { id: model.id, enCode: model.en_code }
  const stops = [...errors, ...references.errors, ...kinds]
  const asked = {
    records: await recordsUnder(db, context, services, candidate, plans),
    kept: await keptOf(db, candidate, translate),
    rights: await lostRights(db, services, candidate, plans, translate),
  }
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
      ...(await reportLosses(db, model.en_code, translate)),
    ],
    uses: [
      ...(await usesOf(db, context, { ...named, fields: leavingFields(candidate) })),
      ...(await oldNamesIn(db, context, named, candidate.renames)),
    ],
    isMostlyInert: isMostlyInert(places),
    ...places,
  }
}

/** Stored records under the new form; who does not reach them all, or not the field, is told how many, and no more. */
async function recordsUnder(
  db: Db | Tx,
  context: CallContext,
  services: Services,
  candidate: Candidate,
  { form, list }: ModelPlans,
): Promise<Report['records']> {
  const { model, before } = candidate
  if (!before || list?.interfaceId !== undefined) return NO_RECORDS
  const judged = await judgeStored(db, context, { modelId: model.id, before: before.form, after: form })
  // Of more than are judged at once, those that a job has judged to the last one say more than a sample does.
  const whole = judged.isExact ? undefined : await judgedWhole(db, context, services, candidate)
  const report = whole?.report ?? judged
  const rights = context.user.isAdministrator ? null : await rightsOver(context, services, model.id)
  const isOpen = (path: string) => {
    if (rights === null) return true
    if (rights?.scope.kind !== 'everybodys') return false
    const field = form.fields.get(path)
    return field !== undefined && rights.open(field, 'elsewhere')
  }
  const findings = report.findings.map((finding) =>
    isOpen(finding.field)
      ? { ...finding, sample: [...finding.sample] }
      : {
          ...finding,
          message: context.text('@judging.otherwise', { field: finding.label }),
          sample: [],
        },
  )
  const { total, judged: count, isExact } = report
  return { total, judged: count, isExact, judgedAt: whole?.at ?? null, findings }
}

/** The caller's rights over the records of a model; undefined for who has none. */
async function rightsOver(
  context: CallContext,
  services: Services,
  id: string,
): Promise<RecordRights | undefined> {
  try {
    return await rightsOf(context, services, await services.models.current(id))
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

/** Values of fields that leave the form, which stay where they are. */
async function keptOf(db: Db | Tx, candidate: Candidate, text: Translate): Promise<Report['kept']> {
  const fields = leavingFields(candidate)
  const counts = await keptValues(db, candidate.model.id, fields.map(keyPath))
  return fields
    .map((field) => ({
      ...{ path: field.path, label: text(field.label) || field.path },
      count: counts.get(keyPath(field)) ?? 0,
    }))
    .filter(({ count }) => count > 0)
}

const RIGHTS = {
  button: '@release.rightButton',
  column: '@release.rightColumn',
  form: '@release.rightForm',
} as const

/** What has been granted of columns, fields and buttons that will be no more. */
async function lostRights(
  db: Db | Tx,
  services: Services,
  candidate: Candidate,
  plans: ModelPlans,
  text: Translate,
): Promise<Report['rights']> {
  const { buttons, columns, fields } = grantable(plans)
  const codes = (list: readonly { readonly enCode: string }[]) => new Set(list.map(({ enCode }) => enCode))
  const kept = { button: codes(buttons), column: codes(columns), form: codes(fields) }
  const lost = await services.menu.lostGrants(
    candidate.model.id,
    { ...kept, renamed: renamedProps(candidate) },
    db,
  )
  return lost.map(({ kind, code, name, count }) => ({
    ...{ code, count },
    name: text(RIGHTS[kind], { name: text(name) || code }),
  }))
}

/** Stands for what is asked: how many records of which, not which ones. */
function markOf(asked: object): string {
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex').slice(0, 32)
}
