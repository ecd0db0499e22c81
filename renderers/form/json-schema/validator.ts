import {
  type CustomValidator,
  createErrorHandler,
  type ErrorSchema,
  type ErrorTransformer,
  getDefaultFormState,
  type RJSFSchema,
  type RJSFValidationError,
  toErrorSchema,
  type UiSchema,
  unwrapErrorHandler,
  type ValidationData,
  type ValidatorType,
  validationDataMerge,
} from '@rjsf/utils'
import { AUTHORED, compileSchema, type SchemaError, type SchemaOptions } from '@runtime/schema'
import type { JsonSchema } from '@runtime/schema/json-schema'

/**
 * RJSF's validator over our interpreter of JSON Schema: no code is generated, so it works where the content security
 * policy forbids `eval`, and no pattern takes longer than its text. Verdicts equal AJV's, which a property test proves.
 */
export const validator: ValidatorType = {
  isValid(schema, data, root) {
    try {
      return faultsOf(schema, data, matching(root)).length === 0
    } catch (reason) {
      console.warn(reason)
      return false
    }
  },
  rawValidation<Result>(schema: RJSFSchema, data?: unknown) {
    try {
      return { errors: faultsOf(schema, data, EXPLAINING).map(asValidationError) as Result[] }
    } catch (reason) {
      return { validationError: reason as Error }
    }
  },
  validateFormData(
    data: unknown,
    schema: RJSFSchema,
    custom?: CustomValidator,
    transform?: ErrorTransformer,
    uiSchema?: UiSchema,
  ): ValidationData<unknown> {
    const { errors: found = [], validationError } = validator.rawValidation<RJSFValidationError>(schema, data)
    const broken = validationError ? [brokenSchema(validationError)] : found
    const errors = transform ? transform(broken, uiSchema) : broken
    const validated = { errors, errorSchema: toErrorSchema(errors) }
    if (!custom) return validated
    const filled = getDefaultFormState(validator, schema, data, schema, true)
    const handler = custom(filled, createErrorHandler(filled as object), uiSchema)
    return validationDataMerge(validated, unwrapErrorHandler(handler) as ErrorSchema)
  },
}

const EXPLAINING: SchemaOptions = { ...AUTHORED, explainsChoices: true }
const byRoot = new WeakMap<RJSFSchema, SchemaOptions>()

/** What a part is validated by, whose references lead into the whole; the same object for the same whole. */
function matching(root: RJSFSchema): SchemaOptions {
  const options = byRoot.get(root) ?? { ...AUTHORED, within: root as JsonSchema }
  byRoot.set(root, options)
  return options
}

function faultsOf(
  schema: RJSFSchema | boolean,
  data: unknown,
  options: SchemaOptions,
): readonly SchemaError[] {
  return compileSchema(schema as JsonSchema | boolean, options)(data)
}

/** A fault where RJSF looks for it: what an object lacks stands at the member that it lacks. */
function asValidationError({ pointer, keyword, params }: SchemaError): RJSFValidationError {
  const lacked =
    keyword === 'required' || keyword === 'dependentRequired' ? params['missingProperty'] : undefined
  const parts = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'))
  const property = [...parts, ...(lacked === undefined ? [] : [String(lacked)])]
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

function brokenSchema({ message }: Error): RJSFValidationError {
  return { name: '$schema', message, params: { message }, property: '', stack: message, schemaPath: '' }
}
