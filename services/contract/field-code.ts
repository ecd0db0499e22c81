import { CODE } from './code'

/**
 * Refusals of the field beside the general codes (`design/field.md §3.4`). 4201–4216 are the interlocks I01–I16; their `data`
 * has `violations`.
 */
export const FIELD_CODE = {
  invalid: 4001,
  forbidden: 4031,
  notFound: 4041,
  /** Somebody's command is under way to the same actuator; `data.holder` names them. */
  lockHeld: 4091,
  /** A command's id has been used for another command. */
  duplicateId: 4092,
  /** Needs a confirmation; `data` has a token for it. */
  confirm: 4101,
  /** The code of I01 is this plus one. */
  interlock: 4200,
  stale: 4231,
  offline: 4241,
  rateLimit: 4291,
  /** The answer did not come in time: nobody knows yet what became of the call. */
  timeout: 5041,
} as const

/** Where the calls of `spec/shell-and-monitoring.md §7.5` live; the field's administration beside them speaks the general codes. */
const FIELD_PATH = /^\/api\/(fieldManagement|pump|weatherController|deviceAlarm)\//

export const isFieldPath = (path: string): boolean => FIELD_PATH.test(path)

const OF_GENERAL: Readonly<Record<number, number>> = {
  [CODE.badRequest]: FIELD_CODE.invalid,
  [CODE.forbidden]: FIELD_CODE.forbidden,
  [CODE.notFound]: FIELD_CODE.notFound,
  [CODE.tooMany]: FIELD_CODE.rateLimit,
}

/** A general code as the field's calls say it; the others stand as they are. */
export const fieldCodeOf = (code: number): number => OF_GENERAL[code] ?? code
