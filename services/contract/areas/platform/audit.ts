import { Type } from 'typebox'
import { defineCall } from '../../call'
import { JobId } from './job'

const AUDIT = '/api/system/Audit'

/** Whether the chain of the audit holds, and where it breaks first. */
const Verdict = Type.Object({
  isWhole: Type.Boolean(),
  /** Links found good. */
  checked: Type.Integer(),
  brokenAt: Type.Union([
    Type.Object({
      seq: Type.Integer(),
      why: Type.Enum(['altered', 'rowMissing', 'linkMissing', 'linkAltered', 'unlinked', 'cut']),
    }),
    Type.Null(),
  ]),
})

/** The audit as a whole (`design/field.md §2.7`). */
export const auditCalls = {
  'audit.verify': defineCall({
    name: 'audit.verify',
    isJob: true,
    method: 'GET',
    path: `${AUDIT}/Actions/Verify`,
    summary: 'Follows the chain of the audit from its beginning',
    query: Type.Object({ progressId: Type.Optional(JobId) }),
    response: Verdict,
    timeout: 1_000_000,
  }),
  /** Lines of JSON, `{seq, prevHash, hash, content}`; what is `withheld` on one, and how it is checked, says `audit/export.ts`. */
  'audit.export': defineCall({
    name: 'audit.export',
    isJob: true,
    method: 'GET',
    path: `${AUDIT}/Actions/Export`,
    summary:
      'The audit with its chain, for a check elsewhere; a line that leaves out what is not the caller’s to read says so (`withheld`): values of records are for super administrators alone',
    response: Type.Any(),
    wire: 'binary',
    answerLimit: 'piecewise',
    timeout: 1_000_000,
  }),
} as const
