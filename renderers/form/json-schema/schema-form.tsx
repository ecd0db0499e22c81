import type RjsfForm from '@rjsf/core'
import { type FormProps, withTheme } from '@rjsf/core'
import { ErrorSchemaBuilder, type RJSFSchema, type UiSchema } from '@rjsf/utils'
import type { FieldError } from '@runtime/form/plan'
import type { JsonSchema } from '@runtime/schema'
import { LazyFallback } from '@widgets/shared/lazy'
import { type ReactNode, type Ref, useId, useImperativeHandle, useMemo, useRef } from 'react'
import { useHost } from '../../host'
import '../form.css'
import './json-schema.css'
import { errorTexts } from './messages'
import { theme } from './theme'
import { validator } from './validator'
import { inWords, wordsOf } from './words'

const Form = withTheme(theme)
const WAITING = <div className="loam-form-waiting" />

export interface SchemaFormHandle {
  /** Validates the whole, shows what is wrong and goes to the first of it; true when nothing is. */
  validate(): boolean
}

export interface SchemaFormProps {
  /** Draft 2020-12 or 07; its titles and descriptions may be locale keys. */
  readonly schema: JsonSchema
  /** RJSF's words; `"ui:options": { "span": 12 }` is a field's part of 24 columns. */
  readonly uiSchema?: UiSchema
  readonly value: unknown
  /** `isTyped`: a person did it; else the schema gave something by itself. */
  readonly onChange: (value: unknown, isTyped: boolean) => void
  /** What the server found, by path (`source.topic`). */
  readonly errors?: readonly FieldError[]
  readonly disabled?: boolean
  readonly readonly?: boolean
  readonly size?: 'default' | 'small'
  /** When what is wrong is shown: while one types, or (by default) when a field is left. */
  readonly errorsAt?: 'onChange' | 'onBlur'
  /** How RJSF fills in what a schema gives by itself. */
  readonly defaults?: FormProps['experimental_defaultFormStateBehavior']
  readonly ref?: Ref<SchemaFormHandle>
}

/** A form that a JSON Schema describes, drawn by RJSF with our widgets. */
export function SchemaForm(props: SchemaFormProps) {
  const { schema, uiSchema = NO_UI, value, onChange, size = 'default', errorsAt = 'onBlur' } = props
  const host = useHost()
  const form = useRef<RjsfForm>(null)
  const prefix = `schema${useId().replace(/\W/g, '')}`
  const messages = useMemo(
    () => ({
      schema: inWords(schema as RJSFSchema, host),
      uiSchema: withOptions(inWords(uiSchema, host)),
      translateString: wordsOf(host),
      transformErrors: errorTexts(host),
    }),
    [schema, uiSchema, host],
  )
  const { errors } = props
  const extraErrors = useMemo(() => (errors?.length ? errorSchemaOf(errors) : undefined), [errors])
  useImperativeHandle(props.ref, () => ({ validate: () => form.current?.validateForm() ?? false }), [])
  return (
    <div className="loam-form loam-schema-form" data-label="top" data-size={size}>
      <LazyFallback shown={WAITING}>
        <Form
          {...messages}
          ref={form}
          formData={value}
          validator={validator}
          idPrefix={prefix}
          tagName="div"
          noHtml5Validate
          showErrorList={false}
          liveValidate={errorsAt}
          disabled={props.disabled === true}
          readonly={props.readonly === true}
          focusOnFirstError={(error) => focusAt(prefix, error.property)}
          onChange={(event, id) => onChange(event.formData, id !== undefined)}
          {...(extraErrors && { extraErrors })}
          experimental_defaultFormStateBehavior={props.defaults ?? DEFAULTS}
        >
          {NO_BUTTON}
        </Form>
      </LazyFallback>
    </div>
  )
}

function errorSchemaOf(errors: readonly FieldError[]) {
  const builder = new ErrorSchemaBuilder()
  for (const { path, message } of errors) builder.addErrors(message, path.split('.'))
  return builder.ErrorSchema
}

/** A group that need not be there is not begun by itself: what it requires would be missed. */
const DEFAULTS = { emptyObjectFields: 'skipEmptyDefaults' } as const
const NO_UI: UiSchema = {}
/** Any child takes the place of RJSF's own button. */
const NO_BUTTON: ReactNode = <span hidden />

/** Entries may be copied, and what need not be there is left out until it is asked for. */
function withOptions(uiSchema: UiSchema): UiSchema {
  return {
    ...uiSchema,
    // The whole is always there.
    'ui:enableOptionalDataFieldForType': [],
    'ui:globalOptions': {
      copyable: true,
      // Of objects RJSF takes an empty one for none, so that it could not be filled in.
      enableOptionalDataFieldForType: ['array'],
      ...uiSchema['ui:globalOptions'],
    },
  }
}

function focusAt(prefix: string, property = ''): void {
  const id = [prefix, ...property.split('.').filter(Boolean)].join('_')
  // A choice has no element of its own: what it holds begins with its id.
  const place =
    document.getElementById(id) ?? document.querySelector<HTMLElement>(`[id^="${CSS.escape(id)}_"]`)
  const control = place?.matches('input, textarea, button, [tabindex]')
    ? place
    : place?.querySelector<HTMLElement>('input, textarea, button, [tabindex]')
  control?.focus()
}
