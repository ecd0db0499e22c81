import { RichDescription, RichHelp } from '@rjsf/core'
import {
  type ArrayFieldDescriptionProps,
  type ArrayFieldTitleProps,
  type DescriptionFieldProps,
  descriptionId,
  type ErrorListProps,
  type FieldErrorProps,
  type FieldHelpProps,
  helpId,
  type TitleFieldProps,
  TranslatableString,
  titleId,
  type UnsupportedFieldProps,
} from '@rjsf/utils'

/** What a group is called, and beside it the button that leaves it out. */
export function TitleFieldTemplate({ id, title, required, optionalDataControl }: TitleFieldProps) {
  return (
    <legend id={id} className="loam-schema-title">
      {required && <span className="loam-form-required" aria-hidden="true" />}
      {title}
      {optionalDataControl}
    </legend>
  )
}

export function ArrayFieldTitleTemplate({ fieldPathId, title, ...rest }: ArrayFieldTitleProps) {
  return title || rest.optionalDataControl ? (
    <TitleFieldTemplate id={titleId(fieldPathId)} title={title ?? ''} {...rest} />
  ) : null
}

export function DescriptionFieldTemplate({
  id,
  description,
  registry,
  uiSchema = {},
}: DescriptionFieldProps) {
  if (!description) return null
  return (
    <div id={id} className="loam-schema-description">
      <RichDescription description={description} registry={registry} uiSchema={uiSchema} />
    </div>
  )
}

export function ArrayFieldDescriptionTemplate({
  fieldPathId,
  description,
  ...rest
}: ArrayFieldDescriptionProps) {
  if (!description) return null
  return <DescriptionFieldTemplate id={descriptionId(fieldPathId)} description={description} {...rest} />
}

export function FieldHelpTemplate({ fieldPathId, help, registry, uiSchema = {} }: FieldHelpProps) {
  if (!help) return null
  return (
    <div id={helpId(fieldPathId)} className="loam-schema-description">
      <RichHelp help={help} registry={registry} uiSchema={uiSchema} />
    </div>
  )
}

/** What is wrong with a field, beside it, under the id that its control points at. */
export function FieldErrorTemplate({ errors = [], fieldPathId }: FieldErrorProps) {
  if (errors.length === 0) return null
  return (
    <div id={`${fieldPathId.$id}-error`} className="loam-form-error" role="alert">
      {errors.map((error, index) => (
        <div key={typeof error === 'string' ? error : index}>{error}</div>
      ))}
    </div>
  )
}

/** Everything that is wrong, above the form; shown where a form asks for it. */
export function ErrorListTemplate({ errors, registry: { translateString } }: ErrorListProps) {
  const label = translateString(TranslatableString.ErrorsLabel)
  return (
    <section className="loam-schema-errors" aria-label={label}>
      <strong>{label}</strong>
      <ul>
        {errors.map(({ stack }) => (
          <li key={stack}>{stack}</li>
        ))}
      </ul>
    </section>
  )
}

/** Stands for what no field draws: the rest of the form goes on working. */
export function UnsupportedFieldTemplate({ reason, registry: { translateString } }: UnsupportedFieldProps) {
  return (
    <p className="loam-form-unknown">
      {translateString(TranslatableString.UnsupportedField)} {reason}
    </p>
  )
}
