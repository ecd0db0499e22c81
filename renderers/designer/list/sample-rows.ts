import type { Widgets } from '@runtime/design/references'
import { sampleRecord } from '@runtime/design/sample'
import { evaluateRecord } from '@runtime/form'
import type { FieldPlan, FormPlan } from '@runtime/form/plan'
import type { Host } from '@runtime/host'
import { isRecord } from '@runtime/json'
import { isEmptyValue } from '@runtime/widget/definition'
import type { Row } from '../../list'
import { SAMPLE_ROWS } from '../live-document'
import { previewHost } from '../preview-host'

const ROWS = 5

/** Rows such as a list would have, with what rules compute and the texts of their values as the server gives them. */
export function sampleRows(plan: FormPlan, widgets: Widgets, host: Host): readonly Row[] {
  const texts = (record: Row, fields: readonly FieldPlan[]): Row =>
    Object.fromEntries(
      fields.flatMap((field): readonly (readonly [string, unknown])[] => {
        const { name, columns, definition, settings } = field
        const value = record[name]
        if (columns)
          return [
            [name, (Array.isArray(value) ? value : []).filter(isRecord).map((row) => texts(row, columns))],
          ]
        if (isEmptyValue(value) || !definition?.toText) return [[name, value]]
        return [
          [name, definition.toText(value, settings, { ...host, get: () => null })],
          [`${name}_id`, value],
        ]
      }),
    )
  const own = [...plan.fields.values()].filter(({ table }) => table === undefined)
  return Array.from({ length: ROWS }, (_, index) => ({
    ...texts(evaluateRecord(plan, sampleRecord(plan, widgets, index), host, { creating: true }).record, own),
    id: String(index + 1),
  }))
}

/** A host whose list has these rows, and that sends nothing. */
export function rowsHost(around: Host, rows: readonly Row[]): Host {
  const preview = previewHost(around, { columns: [] })
  const call: Host['call'] = async (name, input, options) => {
    if (name !== SAMPLE_ROWS) return preview.call(name, input, options)
    const pagination = { currentPage: 1, pageSize: rows.length, total: rows.length }
    return { data: { list: rows, pagination }, msg: '' }
  }
  return Object.assign(Object.create(preview) as Host, { call })
}
