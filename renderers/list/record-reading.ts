import type { Host } from '@runtime/host'
import { recordIn } from '../detail/record-in'
import type { StoredRecord } from './inline/access'

/** Milliseconds that the word of success stays (`spec/widgets.md §9`). */
export const TOAST = 1500

/** A record as stored; its id is no value of it, and is not sent back as one. @throws CallError */
export async function readRecord(
  host: Host,
  input: { readonly modelId: string; readonly menuId: string; readonly id: string },
  signal?: AbortSignal,
): Promise<StoredRecord> {
  const { data } = await host.call('onlineDevelopment.read', input, signal ? { signal } : {})
  const { id: _own, ...record } = recordIn(data)
  return { record, version: versionIn(data, 0) }
}

/** The version that an answer names. */
export function versionIn(data: unknown, otherwise: number): number {
  const { version } = (data ?? {}) as { readonly version?: unknown }
  return typeof version === 'number' ? version : otherwise
}
