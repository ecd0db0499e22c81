import { type PasswordPolicy, rulesOf } from '@runtime/password/policy'
import type { TextParams } from '@runtime/text'

export interface PasswordEntries {
  readonly oldPassword: string
  readonly password: string
  readonly repeated: string
  readonly code: string
}
export type PasswordErrors = Partial<Record<keyof PasswordEntries, { text: string; params?: TextParams }>>

/** What is wrong with a new password that is typed twice, by field. */
export function validateNew(
  { password, repeated }: Pick<PasswordEntries, 'password' | 'repeated'>,
  policy: PasswordPolicy,
  account: string,
): Pick<PasswordErrors, 'password' | 'repeated'> {
  const errors: PasswordErrors = {}
  const broken = rulesOf(policy, account).find((rule) => !rule.holds(password))
  if (password === '') errors.password = { text: '@session.newRequired' }
  else if (broken)
    errors.password = { text: broken.message, ...(broken.params ? { params: broken.params } : {}) }
  if (repeated === '') errors.repeated = { text: '@session.repeatRequired' }
  else if (repeated !== password) errors.repeated = { text: '@session.passwordsDiffer' }
  return errors
}

/** What is wrong with a change of password, by field (`spec/shell-and-monitoring.md §5`). */
export function validateChange(
  entries: PasswordEntries,
  policy: PasswordPolicy,
  account: string,
): PasswordErrors {
  const errors: PasswordErrors = validateNew(entries, policy, account)
  if (entries.oldPassword === '') errors.oldPassword = { text: '@session.oldRequired' }
  if (entries.code.trim() === '') errors.code = { text: '@session.codeRequired' }
  return errors
}
