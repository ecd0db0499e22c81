import { PatternRefused } from '../../pattern/linear-pattern'
import { createMatcher } from '../../pattern/matches'
import type { SchemaError } from '../../schema'
import { compileSchema } from '../../schema'
import type { Text } from '../../text'
import { isEmptyValue, type WidgetContext } from '../../widget/definition'
import type { FieldPlan } from '../plan'
import { isMasked, isSecret } from '../secret'
import { isEntered } from './entered'
import { sizeError } from './sizes'
import type { Flags } from './state'
import { trimmed } from './trimmed'

type Check = (value: unknown, context: WidgetContext) => string | null

interface Checks {
  readonly isEmpty: (value: unknown) => boolean
  readonly filled: readonly Check[]
}

const prepared = new WeakMap<FieldPlan, Checks>()

/**
 * The one validate of a value, for the store and for the server: null when it may be saved, else the sentence to show.
 * What a person cannot enter (hidden, computed, the server's own) is not validated; nor is what no widget here knows.
 */
export function checkValue(
  field: FieldPlan,
  typed: unknown,
  flags: Flags,
  context: WidgetContext,
): string | null {
  if (!flags.visible || !isEntered(field)) return null
  const value = trimmed(field, typed)
  // The server puts the secret in its mask's place.
  if (isMasked(value) && isSecret(field)) return null
  const checks = checksOf(field)
  if (checks.isEmpty(value)) return flags.required ? translate(field, field.requiredMessage, context) : null
  for (const check of checks.filled) {
    const message = check(value, context)
    if (message !== null) return message
  }
  return null
}

export function isEmpty(field: FieldPlan, value: unknown): boolean {
  return checksOf(field).isEmpty(trimmed(field, value))
}

function checksOf(field: FieldPlan): Checks {
  const known = prepared.get(field)
  if (known) return known
  const { definition, settings } = field
  const filled: Check[] = [(value, context) => sizeError(field, value, context)]
  if (definition?.misread)
    filled.push((value, context) => definition.misread?.(value, settings, context) ?? null)
  if (Object.keys(field.schema).length > 0) {
    const validate = compileSchema(field.schema)
    filled.push((value, context) => {
      const error = validate(value)[0]
      return error ? schemaMessage(field, error, context) : null
    })
  }
  for (const { pattern, flags, message } of field.patterns) {
    const expression = new RegExp(pattern, flags)
    filled.push((value, context) => {
      const text = String(value)
      try {
        const fits = (context.matches ?? createMatcher())(expression, text)
        return fits ? null : translate(field, message, context)
      } catch (error) {
        if (!(error instanceof PatternRefused)) throw error
        return context.text('@form.patternRefused', { label: context.text(field.label), pattern })
      }
    })
  }
  if (definition?.check) filled.push((value, context) => definition.check?.(value, settings, context) ?? null)
  const checks = { isEmpty: definition?.isEmpty ?? isEmptyValue, filled }
  prepared.set(field, checks)
  return checks
}

/** Sentences for the words of JSON Schema that a person can do something about. */
const SENTENCES: Readonly<Record<string, string>> = {
  maxLength: '@form.maxLength',
  minLength: '@form.minLength',
  minimum: '@form.minimum',
  maximum: '@form.maximum',
  exclusiveMinimum: '@form.exclusiveMinimum',
  exclusiveMaximum: '@form.exclusiveMaximum',
  multipleOf: '@form.multipleOf',
  minItems: '@form.minItems',
  maxItems: '@form.maxItems',
  uniqueItems: '@form.uniqueItems',
  enum: '@form.choice',
  const: '@form.choice',
}

function schemaMessage(field: FieldPlan, { keyword, params }: SchemaError, context: WidgetContext): string {
  const text = SENTENCES[keyword] ?? '@form.invalid'
  const limit = params['limit'] ?? params['multipleOf']
  return context.text(text, { label: context.text(field.label), limit })
}

function translate(field: FieldPlan, text: Text, context: WidgetContext): string {
  return context.text(text, { label: context.text(field.label) })
}
