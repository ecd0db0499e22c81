import { createFormStore } from '../form'
import type { FieldPlan, FormPlan, FormRecord } from '../form/plan'
import type { FormStore } from '../form/store.types'
import { CallError, type Host } from '../host'
import { asRecord } from '../json'
import {
  listJob,
  runScript,
  type ScriptEffect,
  type ScriptEngine,
  type ScriptJob,
  type ScriptLog,
  type ScriptOutcome,
  type ScriptRequest,
  type ScriptSurroundings,
} from '../script'
import { applyToForm, namedField } from '../script/apply'
import { formJob } from '../script/form-job'
import { eventData, scriptValues } from '../script/form-values'

/** A script of a form that is tried out before it is kept. */
export interface ScriptTrial {
  readonly source: string
  /** `onLoad`, `change`. */
  readonly event: string
  /** The field whose script it is; of a column it runs in the first row. */
  readonly field?: FieldPlan | undefined
  readonly plan: FormPlan
  readonly record: FormRecord
  /** Values in the place of the record's, by path; of a column in the first row. */
  readonly given: ReadonlyMap<string, unknown>
  /** What is asked of it only reads; words and places are not handed on to it. */
  readonly host: Host
  /** What a script is told of each request in the place of an answer. */
  readonly refusal: string
}

/** What a script asked for, with the field that it meant. */
export type TriedEffect =
  | (Extract<ScriptEffect, { readonly name: string }> & {
      /** Absent: the form has no such field. */
      readonly field?: FieldPlan
      /** What the field held, and what it holds then. */
      readonly before: unknown
      readonly after: unknown
    })
  | Exclude<ScriptEffect, { readonly name: string }>

export interface ScriptReport {
  readonly outcome: ScriptOutcome
  readonly logs: readonly ScriptLog[]
  readonly effects: readonly TriedEffect[]
  /** None of them was sent. */
  readonly requests: readonly ScriptRequest[]
  /** Of computing. */
  readonly milliseconds: number
}

/** Runs a script as the open form would, on a sample record of its own; nothing leaves, and nothing stays. Never rejects. */
export async function tryScript(engine: ScriptEngine, trial: ScriptTrial): Promise<ScriptReport> {
  const { plan, field, event, source, host, refusal } = trial
  const store = createFormStore(plan, quiet(host))
  try {
    store.load(recordOf(trial), 'existing')
    store.flush()
    const rowId = field?.table === undefined ? undefined : store.table(field.table).state.ids[0]
    const job = formJob(store, source, {
      key: field ? `${field.path}.${event}` : event,
      ...(field && { field, data: () => eventData(store, field, rowId) }),
      ...(!field && !OF_FORM.has(event) && { data: () => null }),
      ...(rowId !== undefined && { rowId }),
    })
    const effects: TriedEffect[] = []
    const heard = await hear(engine, job, refusal, {
      values: () => scriptValues(store),
      apply: (asked) => {
        for (const effect of asked) effects.push(applied(store, effect, field?.table))
      },
    })
    return { ...heard, effects }
  } finally {
    store.dispose()
  }
}

/** A script of a list's button that is tried out before it is kept. */
export interface ButtonTrial {
  readonly source: string
  /** The record whose button it is, as the list has it, and its place there from 0. */
  readonly row: Readonly<Record<string, unknown>>
  readonly index: number
  readonly user: unknown
  /** What a script is told of each request in the place of an answer. */
  readonly refusal: string
}

/** Runs a script as the button of a list's row would; nothing leaves. Never rejects. */
export async function tryButtonScript(
  engine: ScriptEngine,
  { source, row, index, user, refusal }: ButtonTrial,
): Promise<ScriptReport> {
  const effects: TriedEffect[] = []
  const heard = await hear(engine, listJob({ source, user, names: { data: row, index } }), refusal, {
    apply: (asked) => {
      // There is no form whose fields it could set.
      for (const effect of asked) if (!('name' in effect)) effects.push(effect)
    },
  })
  return { ...heard, effects }
}

/** Runs a job to its end as a trial: what it says is heard, and none of its requests is sent. */
async function hear(
  engine: ScriptEngine,
  job: ScriptJob,
  refusal: string,
  surroundings: Pick<ScriptSurroundings, 'values' | 'apply'>,
): Promise<Omit<ScriptReport, 'effects'>> {
  const logs: ScriptLog[] = []
  const requests: ScriptRequest[] = []
  let milliseconds = 0
  const { outcome } = runScript(
    engine,
    { ...job, input: { ...job.input, trial: true } },
    {
      ...surroundings,
      hear: (heard) => {
        logs.push(...heard.logs)
        milliseconds += heard.milliseconds
      },
      request: (request) => {
        requests.push(request)
        return Promise.reject(new CallError(0, refusal))
      },
    },
  )
  return { outcome: await outcome, logs, requests, milliseconds }
}

const OF_FORM = new Set(['onLoad', 'beforeSubmit', 'afterSubmit'])

/** The top-level fields, and of the script's own row the columns, that a script names: what it may come to depends on them. */
export function namedIn(source: string, plan: FormPlan, own?: FieldPlan): readonly FieldPlan[] {
  const words = new Set(source.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu))
  return [...plan.fields.values()].filter(({ path, name, table, columns, computed }) => {
    if (columns || computed || (table !== undefined && table !== own?.table)) return false
    return path === own?.path || words.has(name)
  })
}

/** The host of a form that is tried: what its script says is in the report. */
function quiet(host: Host): Host {
  const nothing = () => undefined
  return Object.assign(Object.create(host) as Host, { toast: nothing, navigate: nothing })
}

function recordOf({ record, given, plan }: ScriptTrial): FormRecord {
  const next: Record<string, unknown> = { ...record }
  for (const [path, value] of given) {
    const field = plan.fields.get(path)
    if (!field) continue
    if (field.table === undefined) next[path] = value
    else {
      const rows = next[field.table]
      const [first, ...rest] = Array.isArray(rows) ? rows : []
      next[field.table] = [{ ...asRecord(first), [field.name]: value }, ...rest]
    }
  }
  return next
}

function applied(store: FormStore, effect: ScriptEffect, table: string | undefined): TriedEffect {
  if (!('name' in effect)) return effect
  const field = namedField(store.plan, effect.name, table)
  const before = field && heldBy(store, field, effect.row)
  const isKnown = applyToForm(store, [effect], table).length === 0
  const after = field && heldBy(store, field, effect.row)
  return { ...effect, ...(field && isKnown && { field }), before, after }
}

function heldBy(store: FormStore, { path, name, table }: FieldPlan, row: number | undefined): unknown {
  if (table === undefined) return store.get(path)
  const rows = store.table(table)
  const rowId = row === undefined ? undefined : rows.state.ids[row]
  return rowId === undefined ? undefined : rows.get(rowId, name)
}
