import type { TraceEntry } from '@runtime/action'
import { STORAGE_PREFIX } from '@services/client'
import { proxy, ref } from 'valtio/vanilla'

const KEPT = 300
let nextId = 1
const KEY = `${STORAGE_PREFIX}developer`

/** Valtio proxy: the steps that ran on the open screens, newest last, and whether the panel is open. */
export const trace = proxy<{ open: boolean; entries: { id: number; entry: TraceEntry }[]; version: number }>({
  open: sessionStorage.getItem(KEY) === '1',
  entries: [],
  version: 0,
})

/** Remembers a step that begins, and shows again one that ends. */
export function recordStep(entry: TraceEntry): void {
  if (entry.endedAt === undefined) {
    trace.entries.push({ id: nextId++, entry: ref(entry) })
    if (trace.entries.length > KEPT) trace.entries.splice(0, trace.entries.length - KEPT)
  }
  trace.version += 1
}

export function toggleTrace(): void {
  trace.open = !trace.open
  sessionStorage.setItem(KEY, trace.open ? '1' : '0')
}

export function clearTrace(): void {
  trace.entries.splice(0)
}
