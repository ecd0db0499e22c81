import { isSecret } from '@runtime/form'
import type { CallContext, Services } from '../../../module'
import { type AuditChange, nameIn, type Told } from '../../platform/audit/differences'
import { areaOf, type ChangeTeller } from '../../platform/audit/tellers'
import { changedFields, changedFile, readableFields } from './changed-fields'
import { prepareDisplay } from './display'
import { type RecordTarget, targetOf, toldOf } from './gate/audited'
import type { Records } from './gate/records-of'
import { namedBy } from './stored'
import type { RecordData } from './tables'

/** Areas whose rows of the audit hold what belongs to a record: its values, and the files and comments beside them. */
export const AUDITED_AREAS = ['record', 'recordFile', 'recordComment']

/** Tells the changes of records by the caller's own right to each record and each field. */
export function recordTeller(services: Services): ChangeTeller {
  return {
    async changes(context, change) {
      const target = recordOf(change)
      const told = target && (await toldOf(context, services, [target])).get(targetOf(target))
      return told ? changesOf(context, services, change, told) : { changes: [], hasMore: true }
    },
    async names(context, changes) {
      const told = await toldOf(
        context,
        services,
        changes.flatMap((change) => recordOf(change) ?? []),
      )
      return changes.map((change) => {
        const target = recordOf(change)
        const records = target && told.get(targetOf(target))
        // An export or an import is of no record, and holds no values.
        const shown = target ? records && shownState(change, records) : stateOf(change)
        return nameIn(shown, context.text, context.language)
      })
    },
  }
}

/** The record that a row is about, whose target is `<model>/<record>`, or begins so; an export's is the model alone. */
function recordOf({ target }: AuditChange): RecordTarget | undefined {
  const [modelId = '', id = ''] = target.split('/')
  return id === '' ? undefined : { modelId, id }
}

const stateOf = ({ before, after }: AuditChange) => (after ?? before ?? {}) as RecordData

/** What of a row's state names its record: the open fields, or the name of the file beside it. */
function shownState(change: AuditChange, { model, rights }: Records): RecordData {
  if (areaOf(change.action) !== 'record') return stateOf(change)
  const state = namedBy(model.form.fields, stateOf(change))
  const open = [...model.form.fields.values()].filter(
    (field) => field.table === undefined && !isSecret(field) && rights.open(field, 'elsewhere'),
  )
  return Object.fromEntries(open.map(({ name }) => [name, state[name]]))
}

async function changesOf(
  context: CallContext,
  services: Services,
  { action, before, after }: AuditChange,
  { model, rights }: Records,
): Promise<Told> {
  const [was, is] = [(before ?? {}) as RecordData, (after ?? {}) as RecordData]
  const area = areaOf(action)
  if (area === 'recordFile') return { changes: [changedFile(context.text, was, is)], hasMore: false }
  if (area !== 'record') return { changes: [], hasMore: true }
  const fields = readableFields(model.form, rights)
  const states = [was, is].map((state) => namedBy(model.form.fields, state))
  const display = await prepareDisplay(model.form, fields, context, services, states)
  const [old = {}, now = {}] = states
  return { changes: changedFields(fields, display, context.text, old, now), hasMore: false }
}
