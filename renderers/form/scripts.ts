import type { FormStore } from '@runtime/form/store.types'
import type { FormScripts } from '@runtime/script'

const running = new WeakMap<FormStore, Promise<FormScripts>>()

/** Starts the scripts of an open form, once. A form without scripts loads nothing. */
export function startScripts(store: FormStore): void {
  if (store.plan.scripts.size === 0 || running.has(store)) return
  running.set(
    store,
    import('../script').then(({ runFormScripts }) => runFormScripts(store)),
  )
}

/** The scripts of a form, once they are there; undefined where it has none. */
export function scriptsOf(store: FormStore): Promise<FormScripts> | undefined {
  return running.get(store)
}

/** Tells the script of a node what happened to it. */
export async function fireScript(store: FormStore, id: string, event: string, data?: unknown): Promise<void> {
  const scripts = await scriptsOf(store)
  await scripts?.fire(id, event, data)
}
