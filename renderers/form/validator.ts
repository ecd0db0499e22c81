import {
  type CustomValidator,
  type ErrorTransformer,
  type RJSFSchema,
  type RJSFValidationError,
  toErrorSchema,
  type UiSchema,
  type ValidationData,
  type ValidatorType,
} from '@rjsf/utils'
import { compileSchema, type SchemaError } from '@runtime/schema'
import type { JsonSchema } from '@runtime/schema/json-schema'

/**
 * RJSF's validator over our interpreter of JSON Schema: no code is generated, so it works where the content security
 * policy forbids `eval`. Verdicts equal AJV's, which a property test proves.
 */
export const validator: ValidatorType = {
  isValid: (schema, data, root) => check(schema, data, root).length === 0,
  rawValidation<Result>(schema: RJSFSchema, data?: unknown) {
    return { errors: check(schema, data, schema).map(asValidationError) as Result[] }
  },
  validateFormData(
    data: unknown,
    schema: RJSFSchema,
    _custom?: CustomValidator,
    transform?: ErrorTransformer,
    uiSchema?: UiSchema,
  ): ValidationData<unknown> {
    const found = check(schema, data, schema).map(asValidationError)
    const errors = transform ? transform(found, uiSchema) : found
    return { errors, errorSchema: toErrorSchema(errors) }
  },
}

const NEVER: readonly SchemaError[] = [{ pointer: '', keyword: 'false schema', params: {} }]

function check(schema: RJSFSchema | boolean, data: unknown, root: RJSFSchema): readonly SchemaError[] {
  if (schema === true) return []
  if (schema === false) return NEVER
  return compileSchema(withDefinitions(schema, root) as JsonSchema)(data)
}

const joined = new WeakMap<RJSFSchema, WeakMap<RJSFSchema, RJSFSchema>>()

/** A part of a schema together with the definitions of the whole, the same object for the same pair. */
function withDefinitions(schema: RJSFSchema, root: RJSFSchema): RJSFSchema {
  if (schema === root || !root?.$defs || schema.$defs) return schema
  const known = joined.get(root) ?? new WeakMap<RJSFSchema, RJSFSchema>()
  joined.set(root, known)
  const whole = known.get(schema) ?? { ...schema, $defs: root.$defs }
  known.set(schema, whole)
  return whole
}

function asValidationError({ pointer, keyword, params }: SchemaError): RJSFValidationError {
  const property = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'))
    .map((part) => `.${part}`)
    .join('')
  return {
    name: keyword,
    message: keyword,
    params,
    property,
    stack: `${property} ${keyword}`,
    schemaPath: keyword,
  }
}
