import type { Computed, Scope } from '@runtime/expression'

const TONES = ['success', 'warning', 'danger', 'muted'] as const

/** What a number means, as its document says; what is none of the tones means nothing. */
export function toneOf(tone: Computed<string> | undefined, scope: Scope): (typeof TONES)[number] | undefined {
  const told = tone?.evaluate(scope)
  return TONES.find((one) => one === told)
}
