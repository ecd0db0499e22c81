import type { FieldProps } from '@rjsf/utils'
import { useState, useSyncExternalStore } from 'react'
import { Edit } from '../../../form/json-schema/edit'
import { useHost } from '../../../host'
import { usePanel, useSubject } from '../panel-subject'
import { Labelled, placeOf } from './frame'
import { TranslatedFrame, useTranslated } from './translated'

const GROWS = { autoSize: { minRows: 1, maxRows: 8 } }

/** A text of the model: what a locale key stands for is shown as what it says, and gives way to what is typed. */
export function TextEditor(props: FieldProps) {
  return <Words props={props} of="input" />
}

/** A text that may be long: its box grows with it. */
export function LongTextEditor(props: FieldProps) {
  return <Words props={props} of="textarea" settings={GROWS} />
}

function Words({
  props,
  of,
  settings,
}: {
  readonly props: FieldProps
  readonly of: 'input' | 'textarea'
  readonly settings?: object
}) {
  const place = placeOf(props)
  const translated = useTranslated(props.formData, useCodeBeside(props))
  const change = (text: unknown) => {
    translated.overwritten()
    place.set(text)
  }
  return (
    <Labelled place={place}>
      <TranslatedFrame label={place.label} translated={translated}>
        <Edit
          of={of}
          field={place.field}
          {...(settings && { settings })}
          value={translated.words}
          onChange={change}
        />
      </TranslatedFrame>
    </Labelled>
  )
}

/** The code beside a setting; who looks at it is drawn again for that alone. */
function useCodeBeside({ name, fieldPathId }: FieldProps): unknown {
  const panel = usePanel()
  const isInner = fieldPathId.path.length > 1
  return useSyncExternalStore(panel.session.subscribe, () =>
    isInner ? undefined : panel.read()?.values[`${name}I18nCode`],
  )
}

/** The name of a field: it takes effect when it is left, since what names the field follows. */
export function NameEditor(props: FieldProps) {
  const place = placeOf(props)
  const host = useHost()
  const panel = usePanel()
  const subject = useSubject()
  const [typed, type] = useState<string | null>(null)
  const fault = typed === null ? null : (subject?.faultOf('name', typed) ?? null)
  const leave = () => {
    if (typed !== null && !fault) {
      panel.session.seal()
      panel.change('name', typed)
    }
    type(null)
  }
  return (
    <Labelled place={place}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in the box is as if it were left. */}
      <div
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) leave()
          if (event.key !== 'Escape' || typed === null) return
          // What is typed is given up first; the panel is left by another one.
          event.preventDefault()
          type(null)
        }}
      >
        <Edit
          of="input"
          field={{
            ...place.field,
            ...(fault && { rawErrors: [host.text(fault.reason, fault.params)] }),
            onBlur: leave,
          }}
          settings={UNCLEARED}
          value={typed ?? props.formData}
          onChange={(next) => type(String(next ?? ''))}
        />
      </div>
      {fault && (
        <p className="loam-inspector-wrong" role="alert">
          {host.text(fault.reason, fault.params)}
        </p>
      )}
    </Labelled>
  )
}

const UNCLEARED = { clearable: false }

/** A length of CSS; a number alone counts pixels. */
export function LengthEditor(props: FieldProps) {
  const place = placeOf(props)
  const [typed, type] = useState<string | null>(null)
  const change = (next: unknown) => {
    const text = String(next ?? '').trim()
    type(text)
    if (text === '') place.set(undefined)
    else if (LENGTH.test(text)) place.set(/\d$/.test(text) ? `${text}px` : text)
  }
  return (
    <Labelled place={place}>
      <Edit
        of="input"
        field={{ ...place.field, placeholder: '600px, 50%', onBlur: () => type(null) }}
        value={typed ?? props.formData}
        onChange={change}
      />
    </Labelled>
  )
}

const LENGTH = /^\d+(?:\.\d+)?(?:px|%|vw|vh|em|rem)?$/

export function ColorEditor(props: FieldProps) {
  const place = placeOf(props)
  return (
    <Labelled place={place}>
      <Edit of="color-picker" field={place.field} value={props.formData} onChange={place.set} />
    </Labelled>
  )
}

export function IconEditor(props: FieldProps) {
  const place = placeOf(props)
  return (
    <Labelled place={place}>
      <Edit of="icon-picker" field={place.field} value={props.formData} onChange={place.set} />
    </Labelled>
  )
}

/** People, or places that they belong to, chosen as the field's own picker does. */
export function PeopleEditor(props: FieldProps) {
  const place = placeOf(props)
  const key = useSubject()?.key ?? ''
  const ids = Array.isArray(props.formData) ? (props.formData as readonly unknown[]) : []
  // Those who may be chosen as a user are named by their departments, roles and groups too.
  const widget = key === 'user-select' ? 'users-select' : key
  const isPath = key === 'organize-select' || key === 'area-select'
  return (
    <Labelled place={place}>
      <Edit
        of={widget}
        field={place.field}
        settings={ANYBODY}
        value={isPath ? ids.map((id) => [id]) : ids}
        onChange={(next) => place.set(lastOf(next))}
      />
    </Labelled>
  )
}

const ANYBODY = { multiple: true, selectType: 'all', clearable: true }

const lastOf = (value: unknown) =>
  (Array.isArray(value) ? value : []).map((one: unknown) => (Array.isArray(one) ? one.at(-1) : one))
