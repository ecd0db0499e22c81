import Form from '@rjsf/core'
import type { RegistryFieldsType, RJSFSchema } from '@rjsf/utils'
import type { FormPlan } from '@runtime/form/plan'
import { memo } from 'react'
import { useFormView } from './context'
import { NodeGrid } from './nodes'
import { validator } from './validator'

/** Values live in the store; what RJSF is given never changes. */
const NO_DATA = {}
const NO_DEFAULTS = { emptyObjectFields: 'skipDefaults', arrayMinItems: { populate: 'never' } } as const

/**
 * Stands for RJSF's object field. That one makes three components of each field, in which it resolves and labels the field
 * anew: an eighth of what drawing a large form takes. Here a field goes straight to its leaf; so does a sub-table, whose
 * rows are the table store's.
 */
function PlanField() {
  return <NodeGrid nodes={useFormView().plan.nodes} />
}

const FIELDS: RegistryFieldsType = { SchemaField: PlanField }

/** What the form as a whole is told of its fields: nothing, so that it looks for no defaults and references in them. */
const ROOT: RJSFSchema = { type: 'object' }

/** The tree of a plan, drawn by RJSF once. */
export const FormTree = memo(function FormTree({
  plan,
  prefix,
}: {
  readonly plan: FormPlan
  readonly prefix: string
}) {
  return (
    <Form
      schema={ROOT}
      uiSchema={plan.uiSchema}
      formData={NO_DATA}
      fields={FIELDS}
      validator={validator}
      idPrefix={prefix}
      tagName="div"
      noValidate
      noHtml5Validate
      showErrorList={false}
      experimental_defaultFormStateBehavior={NO_DEFAULTS}
    >
      {/* Any child takes the place of RJSF's own submit button. */}
      <span hidden />
    </Form>
  )
})
