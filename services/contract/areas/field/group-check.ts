import { Type } from 'typebox'
import { defineCall } from '../../call'
import { Id } from '../../fields'
import { FieldViolation } from './command'

const FIELD = '/api/fieldManagement'

/** What outlets would do to the pipes if they were a rotation group. */
export const groupCheckCalls = {
  'fieldManagement.checkLgz': defineCall({
    name: 'fieldManagement.checkLgz',
    method: 'POST',
    isRead: true,
    path: `${FIELD}/checkLgz`,
    summary: 'Checks outlets as a rotation group, against the project’s own limits, without saving it',
    body: Type.Object({
      projectId: Id,
      nodes: Type.Array(
        Type.Object({ nodeId: Id, twbDeviceId: Id, openDirection: Type.Integer({ minimum: 1, maximum: 3 }) }),
        { maxItems: 1_000 },
      ),
    }),
    response: Type.Object({
      level: Type.Enum(['ok', 'warn', 'fail']),
      violations: Type.Array(FieldViolation),
      hydraulics: Type.Object({
        /** m³/h */
        flow: Type.Number(),
        /** MPa at the least favoured outlet. */
        minPressure: Type.Number(),
        /** m/s */
        maxVelocity: Type.Number(),
      }),
    }),
  }),
} as const
