import type { Position } from '@runtime/field/geometry'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../../module'

/** Names of what uses something. */
export async function namesOf(tx: Tx, from: RawBuilder<unknown>): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select name ${from} order by name`.execute(tx)
  return rows.map(({ name }) => name)
}

/** What a check sees of the living things of a project. */
export interface Living {
  readonly gateway: object
  readonly device: { readonly kind: string; readonly settings: Readonly<Record<string, unknown>> | null }
  readonly pipe: { readonly level: number; readonly length_m: number | null }
  readonly pipe_node: { readonly name: string; readonly valve_id: string | null }
  readonly block: object
}

/** Rotation groups that water by a node, and those of them that are at it or rest in the middle. */
export interface Groups {
  readonly all: readonly string[]
  readonly busy: readonly string[]
}

/**
 * What of a project the checks of some inputs ask about, read at once before the first is checked, however many there are, and
 * kept up with what has been found good since. Nothing is held in the database for it.
 */
export interface References {
  /** Where the farm is, as far as it is known. */
  readonly place: Position | null
  /** A living thing of the project, by its id. */
  living<T extends keyof Living>(table: T, id: unknown): Living[T] | undefined
  /** A device's name, a deleted one's too. */
  deviceName(id: string): string | undefined
  /** The name of another node where a valve stands. */
  otherNodeOf(valveId: unknown, nodeId: unknown): string | undefined
  groupsOf(nodeId: unknown): Groups
  /** Who has commands under way to a device. */
  commandersOf(deviceId: string): readonly string[]
  isWorking(deviceId: string): boolean
  /** From now on this thing is as these columns have it. */
  take(table: string, id: string, columns: Readonly<Record<string, unknown>>): void
}
