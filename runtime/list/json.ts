import { isRecord } from '../json'

export function listOf(value: unknown): readonly Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

export function textOf(value: unknown, otherwise = ''): string {
  return typeof value === 'string' && value !== '' ? value : otherwise
}

/** Pixels of `120`, `"120"` or `"120px"`. */
export function pixelsOf(value: unknown): number | undefined {
  const number = typeof value === 'number' ? value : typeof value === 'string' ? Number.parseFloat(value) : 0
  return Number.isFinite(number) && number > 0 ? number : undefined
}

export function oneOf<T extends string>(value: unknown, choices: readonly T[], otherwise: T): T {
  return choices.find((choice) => choice === value) ?? otherwise
}
