import { fitsRule, reusableRules } from '@runtime/form/rules'
import type { Text } from '@runtime/text'

export interface BaseEntries {
  /** 1 male, 2 female, 3 undisclosed; 0 unknown. */
  readonly gender: number
  readonly email: string
  readonly signature: string
}

/** What is wrong, by field, as locale keys; an address may be left out. */
export function validateBase({ email }: BaseEntries): Readonly<Record<string, Text>> {
  return {
    ...(email !== '' && !fitsRule('email', email) && { email: reusableRules.email.message }),
  }
}
