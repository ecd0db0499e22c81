import { sanitise, sanitisePrint } from '../sanitise'
import { readPlan } from './geojson'
import { readWorkbook } from './sheet'
import { readTable } from './table'

/** What the threads can do, each from one value that can be copied to another; `WORK_TIME` says how long it may take. */
export const tasks = {
  /** HTML with nothing in it but what its kind of text allows. */
  sanitise: ({ kind, texts }: { readonly kind: 'text' | 'print'; readonly texts: readonly string[] }) =>
    texts.map(kind === 'print' ? sanitisePrint : sanitise),
  sheet: readWorkbook,
  table: readTable,
  geojson: readPlan,
}

export type TaskName = keyof typeof tasks
export type InputOfTask<K extends TaskName> = Parameters<(typeof tasks)[K]>[0]
export type OutputOfTask<K extends TaskName> = ReturnType<(typeof tasks)[K]>
