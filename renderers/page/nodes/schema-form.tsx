import { messageFor } from '@runtime/form/field-error'
import type { FieldError, FormRecord } from '@runtime/form/plan'
import { asRecord, isRecord } from '@runtime/json'
import { type JsonSchema, jsonEqual } from '@runtime/schema'
import { useCallback, useMemo, useRef, useState } from 'react'
import { SchemaForm, type SchemaFormHandle } from '../../form/json-schema'
import { useHost } from '../../host'
import { useNodeContext } from '../context'
import type { NodeProps } from '../node'
import type { PageForm } from '../page-form'
import { usePageForm } from '../use-page-form'
import { useStable } from '../use-stable'
import { FormPlace } from './form-place'

interface SchemaNodeProps extends NodeProps<'form'> {
  readonly schema: JsonSchema
}

/** A form of a JSON Schema: what is filled in is validated, and then `submit` runs with it as `form`. */
export function SchemaNode({ node, schema }: SchemaNodeProps) {
  const { scope } = useNodeContext()
  const record = useStable((node.record.evaluate(scope) ?? {}) as FormRecord)
  return <OpenForm key={JSON.stringify(record)} node={node} schema={schema} record={record} />
}

const NO_ERRORS: readonly FieldError[] = []

function OpenForm({ node, schema, record }: SchemaNodeProps & { readonly record: FormRecord }) {
  const form = useRef<SchemaFormHandle>(null)
  const [value, setValue] = useState<unknown>(record)
  const [errors, setErrors] = useState(NO_ERRORS)
  /** Drawn anew after a reset: what was shown to be wrong is gone too. */
  const [round, setRound] = useState(0)
  /** The value as nobody has typed in it yet: the record with what the schema gives by itself. */
  const start = useRef<unknown>(record)
  const latest = useRef<unknown>(record)
  const [listeners] = useState(() => new Set<() => void>())
  const { uiSchema, change: changed } = node
  const { runner } = useNodeContext()
  const host = useHost()
  const change = useCallback(
    (next: unknown, isTyped: boolean) => {
      if (!isTyped && jsonEqual(start.current, latest.current)) start.current = next
      latest.current = next
      setValue(next)
      setErrors(NO_ERRORS)
      for (const listener of listeners) listener()
      if (isTyped && changed) void runner.run(changed, { form: next })
    },
    [changed, runner, listeners],
  )
  const pageForm = useMemo<PageForm>(
    () => ({
      reset() {
        start.current = record
        latest.current = record
        setValue(record)
        setErrors(NO_ERRORS)
        setRound((last) => last + 1)
        for (const listener of listeners) listener()
      },
      onChange(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      validate: () => form.current?.validate() ?? false,
      set: (path, next) => change(withMember(latest.current, path.split('.'), next), true),
      showErrors(found) {
        const homeless = found.filter(({ path }) => path === '' || !hasPlace(schema, latest.current, path))
        const placed = found.filter((error) => !homeless.includes(error))
        setErrors(
          placed.map((error) => ({
            path: error.path,
            message: messageFor(error, host.text(schema.properties?.[error.path]?.title)),
          })),
        )
        return homeless
      },
      isDirty: () => !jsonEqual(start.current, latest.current),
      filled() {
        const filled = asRecord(latest.current)
        return { record: filled, fields: new Set(Object.keys(schema.properties ?? filled)) }
      },
    }),
    [schema, record, change, host, listeners],
  )
  const saving = usePageForm(
    node,
    pageForm,
    useCallback(() => latest.current, []),
  )
  return (
    <FormPlace node={node} saving={saving}>
      <div>
        <SchemaForm
          key={round}
          ref={form}
          schema={schema}
          {...(uiSchema && { uiSchema })}
          value={value}
          errors={errors}
          onChange={change}
        />
      </div>
    </FormPlace>
  )
}

/** Whether the first name of an error's path is a member that the form shows. */
function hasPlace(schema: JsonSchema, value: unknown, path: string): boolean {
  const [first = ''] = path.split('.')
  return Object.hasOwn(schema.properties ?? {}, first) || (isRecord(value) && Object.hasOwn(value, first))
}

/** A copy in which one member differs. */
function withMember(value: unknown, [name, ...rest]: readonly string[], next: unknown): unknown {
  if (name === undefined) return next
  if (Array.isArray(value)) return value.with(Number(name), withMember(value[Number(name)], rest, next))
  const known = isRecord(value) ? value : {}
  return { ...known, [name]: withMember(known[name], rest, next) }
}
