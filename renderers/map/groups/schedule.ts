import type { CallAnswer, CallInput } from '@services/client'
import { cronOf, WEEKDAYS } from './cron'

/** A schedule as the server tells it. */
export type Schedule = CallAnswer<'fieldManagement.schedules'>['data'][number]
/** Its settings, as they are saved. */
export type ScheduleInput = Omit<CallInput<'fieldManagement.createSchedule'>, 'projectId'>

export const MODES = ['TIME', 'VOLUME', 'SOIL', 'ET'] as const

/** What a new one begins with. */
export const FRESH: ScheduleInput = {
  name: '',
  mode: 'TIME',
  cron: cronOf({ clock: '06:00', days: WEEKDAYS }),
  groupIds: [],
  minutes: null,
  targetM3: null,
  soil: null,
  et: null,
  window: null,
  fertRecipeId: null,
  enabledMark: 1,
}

export function settingsOf({
  id: _,
  projectId: __,
  nextAt: ___,
  rowVersion: ____,
  ...settings
}: Schedule): ScheduleInput {
  return settings
}

/** Without what another way would need. */
export const forMode = (input: ScheduleInput): ScheduleInput => ({
  ...input,
  name: input.name.trim(),
  targetM3: input.mode === 'VOLUME' ? (input.targetM3 ?? null) : null,
  soil: input.mode === 'SOIL' ? (input.soil ?? null) : null,
  et: input.mode === 'ET' ? (input.et ?? null) : null,
})
