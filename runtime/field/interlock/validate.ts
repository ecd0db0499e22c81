import type { Intent } from '../command/intent'
import type { Limits } from './limits'
import { I09, I10, I11, I12, I13 } from './rules/access'
import { I14 } from './rules/fertigation'
import { groupPath, I04 } from './rules/group'
import { keepsNoLease } from './rules/lease'
import { overlap, ownPumps } from './rules/overlap'
import { I01, I03, I06, I07, I08 } from './rules/pump'
import type { Context, Rule } from './rules/rule'
import { I02, lowFlowAfterClose } from './rules/valve'
import { I15, I16 } from './rules/weather'
import { sequenceOf } from './sequence'
import type { InterlockCode, Situation } from './situation'
import type { Verdict } from './verdict'
import { waterOf } from './water'

/**
 * Every interlock that can refuse an intent (`design/field.md §2.3`). I05 is an order of doing (`sequenceOf`, the planner of
 * runs), not a refusal.
 */
export const RULES: Readonly<Partial<Record<InterlockCode, readonly Rule[]>>> = {
  I01: [I01, groupPath],
  I02: [I02, keepsNoLease],
  I03: [I03, lowFlowAfterClose],
  I04: [I04, overlap, ownPumps],
  I06: [I06],
  I07: [I07],
  I08: [I08],
  I09: [I09],
  I10: [I10],
  I11: [I11],
  I12: [I12],
  I13: [I13],
  I14: [I14],
  I15: [I15],
  I16: [I16],
}

/**
 * Checks an intent against what is known now. Asked when somebody wishes it, again when its command is sent, and again by the
 * station. Stops and closes are refused by I02 alone, which offers to stop the pump first.
 */
export function validate(intent: Intent, situation: Situation, limits: Limits, rules = RULES): Verdict {
  const context: Context = { intent, situation, limits, water: waterOf(situation, limits) }
  const violations = Object.values(rules).flatMap((list) => list.flatMap((rule) => rule(context)))
  return {
    allowed: violations.every((found) => found.level === 'warn'),
    violations,
    sequence: sequenceOf(
      context,
      violations.some((found) => found.code === 'I02'),
    ),
  }
}

/** Code of the answer on the wire: 4201 for I01 … 4216 for I16 (`design/field.md §3.4`). */
export const wireCodeOf = (code: InterlockCode): number => 4200 + Number(code.slice(1))
