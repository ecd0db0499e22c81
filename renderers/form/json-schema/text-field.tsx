import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import type { FieldProps } from '@rjsf/utils'
import { isRecord } from '@runtime/json'
import { LANGUAGES, type Text } from '@runtime/text'
import { useHost } from '../../host'
import { Edit } from './edit'

/** A text of a document: one for all languages, or one for each. A locale key is shown as what it says until it is changed. */
export function TextField(props: FieldProps) {
  const { formData, fieldPathId, onChange, onBlur, schema, name, disabled, readonly, rawErrors } = props
  const host = useHost()
  const label = schema.title ?? name
  const common = {
    disabled: disabled === true,
    readonly: readonly === true,
    ...(rawErrors && { rawErrors }),
    onBlur: () => onBlur(fieldPathId.$id, formData),
  }
  const byLanguage = isRecord(formData) ? formData : null
  const set = (value: unknown) => onChange(value, fieldPathId.path)
  const locked = common.disabled || common.readonly
  const whole = host.text((formData ?? '') as Text)
  return (
    <div className="loam-schema-text">
      {byLanguage ? (
        LANGUAGES.map((language, index) => (
          <Edit
            key={language}
            of="input"
            field={{
              ...common,
              id: index === 0 ? fieldPathId.$id : `${fieldPathId.$id}_${language}`,
              label: `${label} ${language}`,
              placeholder: host.text(`@schemaForm.language.${language}`),
            }}
            value={byLanguage[language]}
            onChange={(text) => set({ ...byLanguage, [language]: text ?? undefined })}
          />
        ))
      ) : (
        <Edit
          of="input"
          field={{ ...common, id: fieldPathId.$id, label }}
          value={whole}
          onChange={(text) => set(text ?? undefined)}
        />
      )}
      {!locked && schema.type !== 'string' && (
        <Button type="text" size="mini" onClick={() => set(byLanguage ? whole : { zh: whole })}>
          {host.text(byLanguage ? '@schemaForm.oneText' : '@schemaForm.textByLanguage')}
        </Button>
      )}
    </div>
  )
}
