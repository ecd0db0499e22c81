import type { Pending } from '@runtime/field/interlock/situation'
import type { Tx } from '../../../module'
import { Hold, holdFree, holdWater, Unheld } from './hold'
import { readSettledField } from './settling'
import { type Field, readField, readReadings } from './situation'
import type { Take } from './turns'
import { type Commanding, inTransaction, type Work } from './work'

/** A project as the rules see it, and the actuators that are held in the meantime. */
export interface HeldField extends Field {
  readonly hold: Hold
}

interface Options {
  /** Whoever acts by itself waits after a server's start until valves have said how they stand. */
  readonly isSettled?: boolean
  /** An actuator that was waited for. */
  readonly awaited?: { readonly deviceId: string; readonly take: Take } | undefined
}

/**
 * Acts upon several actuators of one water in one transaction. The deed says which ones it needs (`Hold.demand`): it begins anew
 * once they are held, before the water is. What somebody else holds at this moment is not waited for: the deed sees it as under
 * way, and comes back to it.
 */
export async function jointly<T>(
  commanding: Commanding,
  projectId: string,
  deed: (tx: Tx, work: Work, field: HeldField) => Promise<T>,
  { isSettled = false, awaited }: Options = {},
): Promise<T> {
  const readings = await readReadings(commanding, projectId)
  const requested = new Set(awaited ? [awaited.deviceId] : [])
  for (;;)
    try {
      return await inTransaction(commanding, async (tx, work) => {
        const first = await awaited?.take(tx)
        const others = [...requested].filter((id) => id !== awaited?.deviceId)
        const held = new Map(await holdFree(tx, others))
        if (first) held.set(first.actuator.id, first)
        const gone = awaited && !first ? awaited.deviceId : null
        await holdWater(tx, projectId)
        const field = isSettled
          ? await readSettledField(commanding, tx, projectId, readings)
          : await readField(tx, projectId, readings, commanding.now())
        return deed(tx, work, withHold(field, new Hold(requested, held, gone)))
      })
    } catch (error) {
      if (!(error instanceof Unheld)) throw error
      for (const id of error.ids) requested.add(id)
    }
}

/** Somebody else's actuator is like one to which something is under way. */
function withHold(field: Field, hold: Hold): HeldField {
  const pending = new Map<string, Pending>(hold.busy.map((id) => [id, { id: '', op: 'busy' }]))
  for (const [id, command] of field.situation.pending) pending.set(id, command)
  return { ...field, hold, situation: { ...field.situation, pending } }
}
