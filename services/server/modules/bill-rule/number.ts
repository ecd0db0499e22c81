/** What a number is made of. */
export interface NumberForm {
  readonly prefix: string
  readonly dateFormat: 'yyyyMMdd' | 'yyyyMM' | 'yyyy' | 'no'
  readonly digit: number
}

/** The date part of a number drawn at a moment, in the server's time zone; numbers count anew with each. */
export function periodOf(format: NumberForm['dateFormat'], at: Date): string {
  const year = String(at.getFullYear())
  const month = String(at.getMonth() + 1).padStart(2, '0')
  const day = String(at.getDate()).padStart(2, '0')
  switch (format) {
    case 'yyyy':
      return year
    case 'yyyyMM':
      return year + month
    case 'yyyyMMdd':
      return year + month + day
    case 'no':
      return ''
  }
}

/** Prefix, date and the running number padded to its digits; one that has outgrown them is written whole. */
export function formatNumber(rule: NumberForm, period: string, running: number): string {
  return rule.prefix + period + String(running).padStart(rule.digit, '0')
}
