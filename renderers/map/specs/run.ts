import type { RunShown } from '@runtime/field/rotation'
import { NOW } from './fixture'

/** How a run of a group stands, as the server says it. */
export const shownRun = (groupId: string, more: Partial<RunShown> = {}): RunShown => ({
  ...{ runId: `r-${groupId}`, groupId, phase: 'watering', water: 'full', proved: 1, of: 2, since: NOW },
  ...{
    endsAt: NOW + 3_600_000,
    m3: null,
    quality: 'unknown',
    target: null,
    minutes: 480,
    why: null,
    by: '测试员',
    at: NOW,
  },
  ...more,
})
