import type { FieldPlan } from '../form/plan'
import type { FormStore } from '../form/store.types'
import { scriptValues } from './form-values'
import { SCRIPT_LIMITS } from './limits'
import type { ScriptJob } from './run'

/** What happened, for whose script it is. */
export interface FormHappening {
  /** Where the script stands in the plan: `onLoad`, `price.change`. */
  readonly key: string
  readonly data?: () => unknown
  readonly field?: FieldPlan
  readonly rowId?: string
}

/** The run of a form's script: the values as they are, and the time that its event has. */
export function formJob(
  store: FormStore,
  source: string,
  { key, field, rowId, data }: FormHappening,
): ScriptJob {
  const table = field?.table
  const rowIndex =
    table === undefined || rowId === undefined ? -1 : store.table(table).state.ids.indexOf(rowId)
  return {
    source,
    time: key.includes('.') ? SCRIPT_LIMITS.eventTime : SCRIPT_LIMITS.formTime,
    input: {
      formData: scriptValues(store),
      user: store.host.user,
      ...(data && { names: { data: data() ?? null } }),
      ...(table !== undefined && rowIndex >= 0 && { table, rowIndex }),
    },
  }
}
