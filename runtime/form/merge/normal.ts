import type { HeadlessHost } from '../../host'
import { FormEngine } from '../engine/engine'
import type { FormPlan, FormRecord } from '../plan'
import { fromWire } from '../wire'

/** A record that came from the server as its open form would hold it, so that the two can be compared. */
export function asHeld(plan: FormPlan, record: FormRecord, host: HeadlessHost): FormRecord {
  const engine = new FormEngine(plan, host)
  engine.load(fromWire(plan, record, undefined), 'existing')
  return engine.record()
}
