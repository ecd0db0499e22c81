import { asRecord, asWord } from '../../json'
import type { FieldPlan } from '../plan'

/** Rules of `regList`: `pattern` is a regular expression as written in JavaScript, `/^1\d{10}$/i`, or its bare source. */
export function readPatterns(
  list: unknown,
  refuse: (pattern: string, index: number) => void,
): FieldPlan['patterns'] {
  if (!Array.isArray(list)) return []
  return list.flatMap((item: unknown, index) => {
    const rule = asRecord(item)
    const literal = asWord(rule['pattern'] ?? '')
    if (literal === '') return []
    const match = /^\/(.*)\/([a-z]*)$/s.exec(literal)
    const pattern = match?.[1] ?? literal
    // `g` and `y` make a test depend on the one before it; a rule means neither.
    const flags = (match?.[2] ?? '').replace(/[gy]/g, '')
    try {
      new RegExp(pattern, flags)
    } catch {
      refuse(literal, index)
      return []
    }
    const message = rule['message']
    return [
      { pattern, flags, message: typeof message === 'string' && message !== '' ? message : '@form.invalid' },
    ]
  })
}
