import { CallError, type Host } from '../host'
import { runListScript, type ScriptEngine } from './engine'
import type { ScriptOutcome } from './run'

/** One script of a list and where it stands, as a person is told when it fails. */
export interface ListScript {
  readonly source: string
  /** `行样式`, or a button's label. */
  readonly place: string
  /** Members of its parameter object. */
  readonly names: Readonly<Record<string, unknown>>
}

/** Milliseconds that trouble stays in view. */
const TROUBLE_TOAST = 6000

/**
 * Runs a script of a list in the sandbox; answers what it returned, undefined when it failed, which is told. `refresh` is
 * what its function of that name does; without it asking changes nothing.
 */
export async function runOnList(
  engine: ScriptEngine,
  { source, place, names }: ListScript,
  host: Host,
  refresh?: () => void,
): Promise<unknown> {
  const ended = await outcomeOf(engine, source, names, host, refresh)
  if (ended.state === 'done') return ended.value
  host.toast(
    'error',
    host.text('@form.script.failed', { place, reason: troubleOf(ended, host) }),
    TROUBLE_TOAST,
  )
  return undefined
}

/**
 * Runs a function of an action in the sandbox and answers what it returned.
 * @throws Error that says why it failed
 */
export async function runForValue(
  engine: ScriptEngine,
  source: string,
  names: Readonly<Record<string, unknown>>,
  host: Host,
): Promise<unknown> {
  const ended = await outcomeOf(engine, source, names, host)
  if (ended.state === 'done') return ended.value
  throw new Error(troubleOf(ended, host))
}

function outcomeOf(
  engine: ScriptEngine,
  source: string,
  names: Readonly<Record<string, unknown>>,
  host: Host,
  refresh?: () => void,
): Promise<ScriptOutcome> {
  const script = { source, names, user: host.user }
  const { outcome } = runListScript(engine, script, {
    apply(effects) {
      for (const effect of effects) {
        if (effect.kind === 'toast') host.toast(effect.type, effect.message, effect.duration)
        else if (effect.kind === 'route') host.navigate(effect.to)
        else if (effect.kind === 'refresh') refresh?.()
      }
    },
    async request({ url, method, data }) {
      if (!host.request) throw new CallError(0, host.text('@form.script.noRequests'))
      return (await host.request(method, url, data)).data
    },
  })
  return outcome
}

function troubleOf({ reason, message }: Extract<ScriptOutcome, { state: 'failed' }>, host: Host): string {
  return host.text(`@form.script.trouble.${reason === 'refused' ? 'threw' : reason}`, { message })
}

/** One run for the styles of all rows: `({ rows }) => [style, …]` of a script `({ row, rowIndex }) => style`. */
export function overRows(source: string): string {
  return `({ rows }) => { const style = (\n${source}\n); return rows.map((row, rowIndex) => style({ row, rowIndex })) }`
}

/** One run for the styles of all cells: of a script `({ row, column, rowIndex, columnIndex }) => style`. */
export function overCells(source: string): string {
  return `({ rows, columns }) => { const style = (\n${source}\n); return rows.map((row, rowIndex) =>
    columns.map((column, columnIndex) => style({ row, column, rowIndex, columnIndex }))) }`
}
