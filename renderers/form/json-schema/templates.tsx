import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import {
  ADDITIONAL_PROPERTY_FLAG,
  type ArrayFieldItemTemplateProps,
  type ArrayFieldTemplateProps,
  buttonId,
  canExpand,
  deepEquals,
  descriptionId,
  type FieldTemplateProps,
  type GridTemplateProps,
  getTemplate,
  getUiOptions,
  type MultiSchemaFieldTemplateProps,
  type ObjectFieldTemplateProps,
  TranslatableString,
  titleId,
  type UiSchema,
  type WrapIfAdditionalTemplateProps,
} from '@rjsf/utils'
import { TextBox, useInputClass } from '@widgets/shared/text-box'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { useHost } from '../../host'

/** Of 24 columns, as forms of models have them: `"ui:options": { "span": 12 }`. */
function spanOf(uiSchema: UiSchema | undefined): CSSProperties | undefined {
  const { span } = getUiOptions(uiSchema)
  return typeof span === 'number' ? ({ '--loam-span': span } as CSSProperties) : undefined
}

/** Label, what explains it, control, and what is wrong. */
export function FieldTemplate(props: FieldTemplateProps) {
  const {
    id,
    label,
    children,
    errors,
    help,
    description,
    hidden,
    required,
    displayLabel,
    registry,
    uiSchema,
  } = props
  const Wrap = getTemplate<'WrapIfAdditionalTemplate'>(
    'WrapIfAdditionalTemplate',
    registry,
    getUiOptions(uiSchema),
  )
  if (hidden || isSettled(props)) return <div hidden>{children}</div>
  return (
    <Wrap {...props}>
      {displayLabel && label && (
        <label htmlFor={id} className="loam-form-label">
          {required && <span className="loam-form-required" aria-hidden="true" />}
          {label}
        </label>
      )}
      <div className="loam-form-control">
        {children}
        {mayBeLeftOut(props) && <LeaveOut {...props} />}
        {displayLabel && description}
        {errors}
        {help}
      </div>
    </Wrap>
  )
}

/** True for a group that has been begun and need not be there. */
function mayBeLeftOut({
  schema,
  formData,
  required,
  fieldPathId,
  disabled,
  readonly,
}: FieldTemplateProps): boolean {
  const { path } = fieldPathId
  const isMember = path.length > 0 && typeof path.at(-1) === 'string' && !(ADDITIONAL_PROPERTY_FLAG in schema)
  const isBegun = typeof formData === 'object' && formData !== null && Object.keys(formData).length > 0
  return schema.type === 'object' && isMember && isBegun && !required && !disabled && !readonly
}

function LeaveOut({ onChange, fieldPathId, label, registry: { translateString } }: FieldTemplateProps) {
  const word = translateString(TranslatableString.OptionalObjectRemove)
  return (
    <Button
      className="loam-schema-leave"
      type="text"
      size="mini"
      aria-label={`${word} ${label}`}
      onClick={() => onChange(undefined, fieldPathId.path)}
    >
      {word}
    </Button>
  )
}

/** True for a constant that stands there: there is nothing to choose, and what tells branches apart has been chosen. */
function isSettled({ schema, formData }: FieldTemplateProps): boolean {
  return schema.const !== undefined && deepEquals(schema.const, formData)
}

/** A field in its place; a member that the schema does not name has its name, and a button that takes it away. */
export function WrapIfAdditionalTemplate(props: WrapIfAdditionalTemplateProps) {
  const { schema, children, classNames, uiSchema, style, rawErrors = [] } = props
  // What is wrong stands where the gap below the field was, so that nothing moves away under the pointer.
  const wrong = rawErrors.length > 0 && 'loam-form-field-wrong'
  const className = ['loam-form-item loam-form-field', wrong, classNames].filter(Boolean).join(' ')
  const placed = { ...spanOf(uiSchema), ...style }
  if (!(ADDITIONAL_PROPERTY_FLAG in schema)) {
    return (
      <div className={className} style={placed}>
        {children}
      </div>
    )
  }
  return (
    <div className={`${className} loam-schema-named`} style={placed}>
      <MemberName {...props} />
      <div className="loam-schema-member">{children}</div>
      <props.registry.templates.ButtonTemplates.RemoveButton
        id={buttonId(props.id, 'remove')}
        title={`${props.registry.translateString(TranslatableString.RemoveButton)} ${props.label}`}
        disabled={props.disabled === true || props.readonly === true}
        onClick={props.onRemoveProperty}
        registry={props.registry}
      />
    </div>
  )
}

/** Renames when it is left, so that the member does not jump about while its name is typed. */
function MemberName({
  id,
  label,
  disabled = false,
  readonly = false,
  registry,
  onKeyRenameBlur,
}: WrapIfAdditionalTemplateProps) {
  const host = useHost()
  const [typed, setTyped] = useState<string | null>(null)
  const className = useInputClass(disabled)
  return (
    <div className="loam-schema-key">
      <TextBox host={host} disabled={disabled} readonly={readonly} error={null}>
        <input
          id={`${id}-key`}
          type="text"
          className={className}
          aria-label={registry.translateString(TranslatableString.KeyLabel, [label])}
          value={typed ?? label}
          disabled={disabled}
          readOnly={readonly}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={(event) => {
            setTyped(null)
            onKeyRenameBlur(event)
          }}
        />
      </TextBox>
    </div>
  )
}

export function ObjectFieldTemplate(props: ObjectFieldTemplateProps) {
  const { title, description, properties, fieldPathId, schema, uiSchema, formData, registry } = props
  const { disabled, readonly, optionalDataControl } = props
  const isChoice = (schema.oneOf || schema.anyOf) && !schema.properties && properties.length === 0
  if (isChoice) return null
  const options = getUiOptions(uiSchema)
  const Title = getTemplate<'TitleFieldTemplate'>('TitleFieldTemplate', registry, options)
  const Description = getTemplate<'DescriptionFieldTemplate'>('DescriptionFieldTemplate', registry, options)
  const common = { schema, registry, ...(uiSchema && { uiSchema }) }
  const { AddButton } = registry.templates.ButtonTemplates
  const isWhole = fieldPathId.path.length === 0
  return (
    <fieldset id={fieldPathId.$id} className={isWhole ? 'loam-schema-whole' : 'loam-schema-group'}>
      {(title || optionalDataControl) && (
        <Title
          {...common}
          id={titleId(fieldPathId)}
          title={title}
          required={props.required === true}
          optionalDataControl={optionalDataControl}
        />
      )}
      {description && <Description {...common} id={descriptionId(fieldPathId)} description={description} />}
      {properties.length > 0 && (
        <div className="loam-form-grid">{properties.map(({ content }) => content)}</div>
      )}
      {canExpand(schema, uiSchema, formData) && (
        <AddButton
          id={buttonId(fieldPathId, 'add')}
          disabled={disabled === true || readonly === true}
          onClick={props.onAddProperty}
          registry={registry}
          {...(uiSchema && { uiSchema })}
        />
      )}
    </fieldset>
  )
}

export function ArrayFieldTemplate(props: ArrayFieldTemplateProps) {
  const { title, items, canAdd, fieldPathId, schema, uiSchema, registry, disabled, readonly } = props
  const host = useHost()
  const options = getUiOptions(uiSchema)
  const Title = getTemplate<'ArrayFieldTitleTemplate'>('ArrayFieldTitleTemplate', registry, options)
  const Description = getTemplate<'ArrayFieldDescriptionTemplate'>(
    'ArrayFieldDescriptionTemplate',
    registry,
    options,
  )
  const common = { schema, registry, fieldPathId, ...(uiSchema && { uiSchema }) }
  const { AddButton } = registry.templates.ButtonTemplates
  const description = options.description || schema.description
  const name = options.title || title
  return (
    <fieldset id={fieldPathId.$id} className="loam-schema-group">
      <Title
        {...common}
        title={name}
        required={props.required === true}
        optionalDataControl={props.optionalDataControl}
      />
      {description && <Description {...common} description={description} />}
      <div className="loam-schema-items">{items}</div>
      {canAdd && (
        <AddButton
          id={buttonId(fieldPathId, 'add')}
          title={name ? host.text('@schemaForm.addTo', { first: name }) : undefined}
          disabled={disabled === true || readonly === true}
          onClick={props.onAddClick}
          registry={registry}
          {...(uiSchema && { uiSchema })}
        />
      )}
    </fieldset>
  )
}

export function ArrayFieldItemTemplate(props: ArrayFieldItemTemplateProps) {
  const { children, buttonsProps, hasToolbar, registry, uiSchema } = props
  const Buttons = getTemplate<'ArrayFieldItemButtonsTemplate'>(
    'ArrayFieldItemButtonsTemplate',
    registry,
    getUiOptions(uiSchema),
  )
  return (
    <div className="loam-schema-item">
      <div className="loam-schema-entry">{children}</div>
      {hasToolbar && (
        <div className="loam-schema-tools">
          <Buttons {...buttonsProps} />
        </div>
      )}
    </div>
  )
}

/** One of several schemas: which, and below what it asks. */
export function MultiSchemaFieldTemplate({ selector, optionSchemaField }: MultiSchemaFieldTemplateProps) {
  return (
    <div className="loam-schema-choice">
      {selector}
      {optionSchemaField && <div className="loam-schema-chosen">{optionSchemaField}</div>}
    </div>
  )
}

/** Rows and columns of RJSF's `LayoutGridField`: a column may say its `span` of 24. */
export function GridTemplate({
  children,
  column,
  span,
  className,
}: GridTemplateProps & { readonly span?: unknown }): ReactNode {
  if (!column) return <div className="loam-form-grid">{children}</div>
  const style = typeof span === 'number' ? ({ '--loam-span': span } as CSSProperties) : undefined
  return (
    <div className={['loam-form-item', className].filter(Boolean).join(' ')} style={style}>
      {children}
    </div>
  )
}
