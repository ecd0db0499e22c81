import { Type } from 'typebox'
import { defineCall } from '../../call'
import { FieldCommand, FieldViolation } from './command'
import { ProjectQuery } from './project'

const FIELD = '/api/fieldManagement'

/** A command that sets interlocks aside and waits for a second person (risk D). */
export const Approval = Type.Object({
  command: FieldCommand,
  /** What it sets aside, in the caller's language. */
  violations: Type.Array(FieldViolation),
  /** Milliseconds since 1970 at which it expires by itself. */
  waitsUntil: Type.Integer(),
  /** Whether the caller is the second person: may operate, and has not asked for it. */
  canDecide: Type.Boolean(),
})

/** The second person's part of a command (`design/field.md §2.2`, risk D); its yes is `fieldManagement.approveCommand`. */
export const approvalCalls = {
  'fieldManagement.approvals': defineCall({
    name: 'fieldManagement.approvals',
    method: 'GET',
    path: `${FIELD}/approval`,
    summary: 'Commands that wait for a second person, the oldest first',
    query: ProjectQuery,
    response: Type.Array(Approval),
  }),
  'fieldManagement.refuseCommand': defineCall({
    name: 'fieldManagement.refuseCommand',
    method: 'POST',
    path: `${FIELD}/command/:commandId/refuse`,
    summary: 'The second person’s no; whoever asked is told the reason',
    params: Type.Object({ commandId: Type.String({ minLength: 1, maxLength: 64 }) }),
    body: Type.Object({
      ...ProjectQuery.properties,
      reason: Type.String({ minLength: 1, maxLength: 500 }),
    }),
    response: FieldCommand,
  }),
} as const
