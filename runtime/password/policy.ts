import type { TextParams } from '../text'

/** What a password must be: flags of the system's configuration, 1 where they are in force; browser and server check by the same rules (`spec/shell-and-monitoring.md §3`). */
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

/** Whether the policy asks anything of a password, so that a server has to see one to check it. */
export function isLimited(policy: PasswordPolicy): boolean {
  return isOn(policy.passwordStrengthLimit)
}

/** The demands of a policy, in the order in which they are said; none where strength is not limited. */
export function rulesOf(policy: PasswordPolicy, account: string): readonly PasswordRule[] {
  if (!isLimited(policy)) return []
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
  const name = account.trim().toLowerCase()
  return [
    ...minimum,
    ...(name.length >= 3
      ? [
          {
            wanted: '@session.withoutAccount',
            message: '@session.passwordHoldsAccount',
            holds: (password: string) => !password.toLowerCase().includes(name),
          },
        ]
      : []),
    ...kinds.map(([, wanted, message, pattern]) => ({
      wanted,
      message,
      holds: (password: string) => pattern.test(password),
    })),
  ]
}
