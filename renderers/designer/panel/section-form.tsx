import type { UiSchema } from '@rjsf/utils'
import type { Subject } from '@runtime/design/subjects'
import { compileSchema, jsonEqual } from '@runtime/schema'
import type { JsonSchema } from '@runtime/schema/json-schema'
import { memo, useLayoutEffect, useRef, useState } from 'react'
import { SchemaForm } from '../../form/json-schema'
import { UNSAID, uiOf } from './editors'
import { usePanel } from './panel-subject'

type Json = Readonly<Record<string, unknown>>

/** What need not be there is not filled in by itself. */
const DEFAULTS = { emptyObjectFields: 'skipEmptyDefaults', arrayMinItems: { populate: 'never' } } as const

/** Settings of the subject, by name: drawn again only when one of them has changed. */
export function SectionForm({
  subject,
  names,
}: {
  readonly subject: Subject
  readonly names: readonly string[]
}) {
  const { properties = {}, ...rest } = subject.schema
  const parts = Object.fromEntries(names.map((name) => [name, properties[name] ?? {}]))
  const values = Object.fromEntries(
    names.flatMap((name) => {
      const value = subject.values[name] ?? UNSAID[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
  const schema = useLasting({ ...rest, type: 'object', properties: parts } as JsonSchema)
  const uiSchema = useLasting(
    Object.fromEntries(names.map((name) => [name, uiOf(name, subject)])) as UiSchema,
    isSameUi,
  )
  return <Drawn schema={schema} uiSchema={uiSchema} values={useLasting(values)} />
}

/** The value before while the new one is equal to it. */
function useLasting<T>(value: T, isSame: (one: T, other: T) => boolean = jsonEqual): T {
  const [held, hold] = useState(value)
  if (held === value || isSame(held, value)) return held
  hold(value)
  return value
}

function isSameUi(one: UiSchema, other: UiSchema): boolean {
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => {
      const [left, right] = [one[name] as UiSchema, other[name] as UiSchema | undefined]
      return (
        right !== undefined &&
        left['ui:field'] === right['ui:field'] &&
        left['ui:placeholder'] === right['ui:placeholder']
      )
    })
  )
}

interface DrawnProps {
  readonly schema: JsonSchema
  readonly uiSchema: UiSchema
  readonly values: Json
}

const Drawn = memo(function Drawn({ schema, uiSchema, values }: DrawnProps) {
  const panel = usePanel()
  /** What stands in the form: what the model says, and what it cannot say yet. */
  const [held, hold] = useState(values)
  const [known, know] = useState(values)
  const latest = useRef(held)
  let shown = held
  if (known !== values) {
    shown = followed(held, known, values)
    know(values)
    hold(shown)
  }
  useLayoutEffect(() => {
    latest.current = shown
  })
  return (
    <SchemaForm
      schema={schema}
      uiSchema={uiSchema}
      value={shown}
      size="small"
      errorsAt="onChange"
      defaults={DEFAULTS}
      onChange={(value, isTyped) => {
        const next = (value ?? {}) as Json
        const before = latest.current
        latest.current = next
        hold(next)
        if (!isTyped) return
        for (const [name, part] of Object.entries(schema.properties ?? {})) {
          if (isSame(before[name], next[name])) continue
          const said = emptied(next[name])
          if (said !== undefined && compileSchema(part)(said).length > 0) continue
          panel.change(name, said, isTypedText(said, part))
        }
      }}
    />
  )
})

/** What stands there, with what has changed in the model. */
function followed(held: Json, before: Json, after: Json): Json {
  const names = new Set([...Object.keys(held), ...Object.keys(after)])
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const value = isSame(before[name], after[name]) ? held[name] : after[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || (one !== undefined && other !== undefined && jsonEqual(one, other))
}

/** What has been emptied is not said. */
const emptied = (value: unknown) => (value === null || value === '' ? undefined : value)

/** A text or a number that is typed a key at a time. */
function isTypedText(value: unknown, { enum: among, oneOf, anyOf }: JsonSchema): boolean {
  return !among && !oneOf && !anyOf && typeof value !== 'boolean' && typeof value !== 'object'
}
