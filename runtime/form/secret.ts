import type { FieldPlan } from './plan'

/** Stands for a secret wherever its field is only read, of one length whatever the secret's. Sent back, it keeps what is stored. */
export const SECRET_MASK = '••••••'

/** Whether a value only stands for a secret, with the reason behind it where it cannot be read. */
export const isMasked = (value: unknown): boolean =>
  typeof value === 'string' && value.startsWith(SECRET_MASK)

/** A field whose values are kept encrypted; nothing is searched, ordered, grouped or compared by it. */
export function isSecret({ definition, settings }: FieldPlan): boolean {
  return definition?.isSecret?.(settings) === true
}
