import type { Text } from '../text'

/** What a text has to match, and what is said when it does not. */
export interface ReusableRule {
  readonly pattern: string
  readonly flags: string
  readonly message: Text
}

const rule = (name: string, pattern: string, flags = ''): ReusableRule => ({
  pattern,
  flags,
  message: `@form.rule.${name}`,
})

/** Provinces, and embassies and consulates, as plates begin. */
const REGIONS = '京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼使领'
/** Letters and digits of plates: no I and no O, which look like 1 and 0. */
const PLATE = '[A-HJ-NP-Z\\d]'
const MONTH_DAY = '(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])'

/**
 * The rules that forms share, by name: a form document says `"patterns": [{ "rule": "mobile" }]`
 * (`spec/shell-and-monitoring.md §5`; `spec/administration.md §5`, "Reusable rule set").
 */
export const reusableRules = {
  /** 11 digits, the first 1, the second 3 to 9. */
  mobile: rule('mobile', '^1[3-9]\\d{9}$'),
  /** 6 to 16 letters and digits, both kinds. */
  password: rule('password', '^(?=.*\\d)(?=.*[A-Za-z])[A-Za-z\\d]{6,16}$'),
  /** 18 digits, the last perhaps an X, or the 15 of old cards. */
  idCard: rule(
    'idCard',
    `^[1-9]\\d{5}(?:(?:18|19|20)\\d{2}${MONTH_DAY}\\d{3}[\\dXx]|\\d{2}${MONTH_DAY}\\d{3})$`,
  ),
  email: rule('email', '^[^@\\s]+@[^@\\s.]+(?:\\.[^@\\s.]+)+$'),
  /** Five signs after the region and its letter; six of cars without a combustion engine. */
  licencePlate: rule(
    'licencePlate',
    `^[${REGIONS}][A-Z](?:${PLATE}{4}(?:${PLATE}|[挂学警港澳])|${PLATE}{6})$`,
  ),
  chinese: rule('chinese', '^\\p{Script=Han}+$', 'u'),
  /** Letters, digits and dots; no dot first or last. */
  code: rule('code', '^[A-Za-z\\d](?:[A-Za-z\\d.]*[A-Za-z\\d])?$'),
  account: rule('account', '^[A-Za-z\\d]+$'),
  /** Without special symbols. */
  name: rule('name', '^[^`~!@#$%^&*()+=<>?:"{}|,./;\'\\\\\\[\\]·！￥…（）—《》？：“”【】、；‘’，。]*$'),
  digits: rule('digits', '^\\d+$'),
  /** Whole, or a multiple of 0.5. */
  duration: rule('duration', '^\\d+(?:\\.[05]0*)?$'),
  positiveInteger: rule('positiveInteger', '^[1-9]\\d*$'),
  /** A letter, then letters, digits and underscores. */
  fieldName: rule('fieldName', '^[A-Za-z]\\w*$'),
} as const satisfies Record<string, ReusableRule>

export type ReusableRuleName = keyof typeof reusableRules

export const REUSABLE_RULES = Object.keys(reusableRules) as readonly ReusableRuleName[]

export function isRule(name: unknown): name is ReusableRuleName {
  return typeof name === 'string' && Object.hasOwn(reusableRules, name)
}

/** Whether a text fits the rule of a name. */
export function fitsRule(name: ReusableRuleName, text: string): boolean {
  const { pattern, flags } = reusableRules[name]
  return new RegExp(pattern, flags).test(text)
}
