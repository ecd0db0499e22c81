import { fitsRule, reusableRules } from '@runtime/form/rules'
import type { Text } from '@runtime/text'

export interface BaseEntries {
  readonly realName: string
  /** 1 male, 2 female, 3 undisclosed; 0 unknown. */
  readonly gender: number
  readonly mobilePhone: string
  readonly email: string
  readonly signature: string
}

/** What is wrong, by field, as locale keys; a number or an address may be left out. */
export function judgeBase({ realName, mobilePhone, email }: BaseEntries): Readonly<Record<string, Text>> {
  return {
    ...(realName.trim() === '' && { realName: '@places.realNameRequired' }),
    ...(mobilePhone !== '' &&
      !fitsRule('mobile', mobilePhone) && { mobilePhone: reusableRules.mobile.message }),
    ...(email !== '' && !fitsRule('email', email) && { email: reusableRules.email.message }),
  }
}
