import type { FormStore } from '@runtime/form/store.types'
import type { Host } from '@runtime/host'
import { FormScripts, type ListScript, runForValue, runOnList, type ScriptEngine } from '@runtime/script'
import { WorkerEngine } from './worker-engine'

let engine: ScriptEngine | undefined

/** The one sandbox of the page; its worker starts with the first script. */
export function scriptEngine(): ScriptEngine {
  engine ??= new WorkerEngine(
    () => new Worker(new URL('./sandbox.worker.ts', import.meta.url), { type: 'module', name: 'scripts' }),
  )
  return engine
}

/** Runs the scripts of an open form until it is disposed. */
export function runFormScripts(store: FormStore): FormScripts {
  return new FormScripts(store, scriptEngine())
}

/** Runs a script of a list in the page's sandbox; see `runOnList`. */
export function runScriptOfList(script: ListScript, host: Host, refresh?: () => void): Promise<unknown> {
  return runOnList(scriptEngine(), script, host, refresh)
}

/** Runs a function of an action in the page's sandbox; see `runForValue`. */
export function runScriptOfAction(
  source: string,
  names: Readonly<Record<string, unknown>>,
  host: Host,
): Promise<unknown> {
  return runForValue(scriptEngine(), source, names, host)
}

export { overCells, overRows } from '@runtime/script'
