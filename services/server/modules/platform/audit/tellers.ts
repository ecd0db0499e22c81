import type { CallContext } from '../../../module'
import type { AuditChange, Told } from './differences'

/**
 * Tells of rows of the audit whose states are open to some and closed to others (values of a record). Whatever shows the audit
 * asks it, and shows of those states nothing else.
 */
export interface ChangeTeller {
  /** What a row changed, as far as the caller may see it. */
  changes(context: CallContext, change: AuditChange): Promise<Told>
  /** What rows are about, by name, in their order; empty where the caller may not know it. */
  names(context: CallContext, changes: readonly AuditChange[]): Promise<readonly string[]>
}

/** By the area of their actions; of an area that has none everything is open to whoever reads the audit. */
export type ChangeTellers = Map<string, ChangeTeller>

/** `record.update` → `record`. */
export const areaOf = (action: string): string => action.split('.')[0] ?? ''
