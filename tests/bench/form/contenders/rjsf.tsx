import Form from '@rjsf/core'
import type { RJSFSchema } from '@rjsf/utils'
import validator from '@rjsf/validator-ajv8'
import { createRoot } from 'react-dom/client'
import { type BenchModel, type Contender, rowsOf } from '../model'

/** Stock RJSF with its own native widgets, validating on submit only; it has no rules of its own, so it runs none. */
export const prepare: Contender = (model) => {
  const schema = schemaOf(model)
  const record = model.table ? { items: rowsOf(model.table) } : {}
  return (root) => createRoot(root).render(<Form schema={schema} validator={validator} formData={record} />)
}

function schemaOf({ fields, choices, table }: BenchModel): RJSFSchema {
  if (table) {
    const columns = Array.from({ length: table.columns }, (_, index) => [
      `c${index}`,
      { type: index % 2 ? 'number' : 'string' },
    ])
    return {
      type: 'object',
      properties: {
        items: { type: 'array', items: { type: 'object', properties: Object.fromEntries(columns) } },
      },
    } as RJSFSchema
  }
  const type = {
    text: { type: 'string' },
    number: { type: 'number' },
    date: { type: 'string', format: 'date' },
    select: { type: 'string', oneOf: choices.map(({ value, label }) => ({ const: value, title: label })) },
  }
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map(({ name, label, kind }) => [name, { ...type[kind], title: label }]),
    ),
  } as RJSFSchema
}
