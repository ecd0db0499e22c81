import Form from '@rjsf/core'
import type { FieldProps, ObjectFieldTemplateProps, RegistryFieldsType, RJSFSchema } from '@rjsf/utils'
import type { FormPlan } from '@runtime/form/plan'
import { memo, useMemo } from 'react'
import { Leaf } from './leaf'
import { NodeGrid } from './nodes'
import { validator } from './validator'

/** Values live in the store; what RJSF is given never changes. */
const NO_DATA = {}
const NO_DEFAULTS = { emptyObjectFields: 'skipDefaults', arrayMinItems: { populate: 'never' } } as const

interface TreeContext {
  readonly plan: FormPlan
  readonly outline: RJSFSchema
}

/**
 * RJSF's SchemaField resolves, labels and validates each field anew; ours sends a field straight to its leaf, an object to
 * RJSF's own field, and what names a field by `ui:field` there.
 */
function ThinSchemaField(props: FieldProps) {
  const { fieldPathId, registry, uiSchema } = props
  const named = uiSchema?.['ui:field']
  const { ObjectField } = registry.fields
  if (typeof named === 'string') {
    const Named = registry.fields[named]
    if (Named) return <Named {...props} />
  }
  if (fieldPathId.path.length === 0 && ObjectField) {
    const { outline } = registry.formContext as TreeContext
    return <ObjectField {...props} schema={outline} />
  }
  return <Leaf path={fieldPathId.path.join('.')} />
}

/** A sub-table is opaque to RJSF: its rows are the table store's. */
function SubTableField({ fieldPathId }: FieldProps) {
  return <Leaf path={fieldPathId.path.join('.')} />
}

function PlanTemplate({ properties, registry }: ObjectFieldTemplateProps) {
  const { plan } = registry.formContext as TreeContext
  const elements = useMemo(
    () => new Map(properties.map(({ name, content }) => [name, content])),
    [properties],
  )
  return <NodeGrid nodes={plan.nodes} elements={elements} />
}

const FIELDS: RegistryFieldsType = { SchemaField: ThinSchemaField, 'sub-table': SubTableField }
const TEMPLATES = { ObjectFieldTemplate: PlanTemplate }

/** What the form as a whole is told of its fields: nothing, so that it looks for no defaults and references in them. */
const ROOT: RJSFSchema = { type: 'object' }
const FIELD: RJSFSchema = {}

/** The fields of a plan by name. RJSF lays out by it; constraints are the store's to judge. */
function outlineOf({ schema }: FormPlan): RJSFSchema {
  const names = Object.keys(schema.properties ?? {})
  return { ...ROOT, properties: Object.fromEntries(names.map((name) => [name, FIELD])) }
}

/** The tree of a plan, drawn by RJSF once. */
export const FormTree = memo(function FormTree({
  plan,
  prefix,
}: {
  readonly plan: FormPlan
  readonly prefix: string
}) {
  const formContext = useMemo<TreeContext>(() => ({ plan, outline: outlineOf(plan) }), [plan])
  return (
    <Form
      schema={ROOT}
      uiSchema={plan.uiSchema}
      formData={NO_DATA}
      formContext={formContext}
      fields={FIELDS}
      templates={TEMPLATES}
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
