import type { FieldPlan } from '../form/plan'
import { isRecord } from '../json'
import type { Text } from '../text'
import { readCoded } from '../widget/read'

export function listOf(value: unknown): readonly Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

export function textOf(value: unknown, otherwise = ''): string {
  return typeof value === 'string' && value !== '' ? value : otherwise
}

/**
 * What an entry of a list is called: by its own code where it has one; as its field, where it only repeats what that is called.
 */
export function titleOf(entry: Readonly<Record<string, unknown>>, field: Pick<FieldPlan, 'label'>): Text {
  const own = readCoded(entry, 'label') ?? readCoded(entry, 'fullName')
  const { label } = field
  const called = typeof label === 'string' ? label : label.zh
  return own === undefined || own === called ? label : own
}

/** Pixels of `120`, `"120"` or `"120px"`. */
export function pixelsOf(value: unknown): number | undefined {
  const number = typeof value === 'number' ? value : typeof value === 'string' ? Number.parseFloat(value) : 0
  return Number.isFinite(number) && number > 0 ? number : undefined
}

export function oneOf<T extends string>(value: unknown, choices: readonly T[], otherwise: T): T {
  return choices.find((choice) => choice === value) ?? otherwise
}
