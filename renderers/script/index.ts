import type { FormStore } from '@runtime/form/store.types'
import type { Host } from '@runtime/host'
import { FormScripts, type ListScript, runOnList, type ScriptEngine } from '@runtime/script'
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

export { overCells, overRows } from '@runtime/script'
