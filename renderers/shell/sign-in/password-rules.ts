import type { TextParams } from '@runtime/text'

/** What a password must be: flags of the system's configuration, 1 where they are in force (`spec/shell-and-monitoring.md §3`). */
export interface PasswordPolicy {
  readonly passwordStrengthLimit?: unknown
  readonly passwordLengthMin?: unknown
  readonly passwordLengthMinNumber?: unknown
  readonly containsNumbers?: unknown
  readonly includeLowercaseLetters?: unknown
  readonly includeUppercaseLetters?: unknown
  readonly containsCharacters?: unknown
}

/** One demand: how it is said beforehand, how when it is not met. */
export interface PasswordRule {
  readonly wanted: string
  readonly message: string
  readonly params?: TextParams
  readonly holds: (password: string) => boolean
}

const KINDS = [
  ['containsNumbers', '@session.hasNumber', '@session.passwordNumber', /\d/],
  ['includeLowercaseLetters', '@session.hasLowercase', '@session.passwordLowercase', /[a-z]/],
  ['includeUppercaseLetters', '@session.hasUppercase', '@session.passwordUppercase', /[A-Z]/],
  ['containsCharacters', '@session.hasCharacter', '@session.passwordCharacter', /[^\dA-Za-z\s]/],
] as const

const isOn = (flag: unknown) => Number(flag) === 1

/** The demands of a policy, in the order in which they are said; none where strength is not limited. */
export function rulesOf(policy: PasswordPolicy): readonly PasswordRule[] {
  if (!isOn(policy.passwordStrengthLimit)) return []
  const length = Number(policy.passwordLengthMinNumber)
  const minimum: readonly PasswordRule[] =
    isOn(policy.passwordLengthMin) && length > 0
      ? [
          {
            wanted: '@session.atLeast',
            message: '@session.passwordTooShort',
            params: { length },
            holds: (password) => password.length >= length,
          },
        ]
      : []
  const kinds = KINDS.filter(([flag]) => isOn(policy[flag]))
  return [
    ...minimum,
    ...kinds.map(([, wanted, message, pattern]) => ({
      wanted,
      message,
      holds: (password: string) => pattern.test(password),
    })),
  ]
}

export interface PasswordEntries {
  readonly oldPassword: string
  readonly password: string
  readonly repeated: string
  readonly code: string
}
export type PasswordErrors = Partial<Record<keyof PasswordEntries, { text: string; params?: TextParams }>>

/** What is wrong with a change of password, by field (`spec/shell-and-monitoring.md §5`). */
export function judgeChange(entries: PasswordEntries, policy: PasswordPolicy): PasswordErrors {
  const { oldPassword, password, repeated, code } = entries
  const errors: PasswordErrors = {}
  if (oldPassword === '') errors.oldPassword = { text: '@session.oldRequired' }
  const broken = rulesOf(policy).find((rule) => !rule.holds(password))
  if (password === '') errors.password = { text: '@session.newRequired' }
  else if (broken)
    errors.password = { text: broken.message, ...(broken.params ? { params: broken.params } : {}) }
  if (repeated === '') errors.repeated = { text: '@session.repeatRequired' }
  else if (repeated !== password) errors.repeated = { text: '@session.passwordsDiffer' }
  if (code.trim() === '') errors.code = { text: '@session.codeRequired' }
  return errors
}
