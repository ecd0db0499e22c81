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
  timeout: 5041,
} as const
