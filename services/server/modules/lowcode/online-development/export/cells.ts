import { clockOf } from '@runtime/date'
import { isSecret } from '@runtime/form'
import type { FieldPlan } from '@runtime/form/plan'
import type { Option } from '@runtime/widget/definition'
import { takesText } from '@runtime/widget/sheet-number'
import type { CallContext, Services } from '../../../../module'
import { serialOf } from '../../../../sheets/workbook'
import type { WorkbookCell } from '../../../../sheets/worksheet'
import { TIME_ZONE } from '../../../../time-zone'
import { dependentSource, placesOf } from '../dependent-choices'
import { hostOf } from '../host'
import { readsOf } from '../import/fields'
import { readBy } from '../import/values'
import { offeredOf, resolveOptions } from '../options'
import type { RecordData } from '../tables'
import { createNaming } from './naming'

export type Cell = WorkbookCell
type Shown = Readonly<Record<string, unknown>>

/** Texts of a column that are kept to be written again. */
const KEPT = 10_000
/** What days a spreadsheet counts: 1900 to 9999. */
const FIRST_SERIAL = 61
const LAST_SERIAL = 2_958_466

type Way = 'shown' | 'moment' | 'number' | 'text' | 'named' | 'read'

function wayOf(field: FieldPlan): Way {
  if (isSecret(field)) return 'shown'
  if (readsOf(field) === 'number') return 'number'
  if (!field.stored) return 'shown'
  if (field.widget === 'date-picker') return 'moment'
  if (takesText(field.definition) && typeof field.definition?.fromText === 'function' && !field.options)
    return 'text'
  if (dependentSource(field)) return 'shown'
  if (!field.options && field.definition?.names?.(field.settings)) return 'named'
  return field.definition?.fromText && !field.definition.files ? 'read' : 'shown'
}

/**
 * Writes values as an import reads them back: numbers and moments as such, names that mean one thing alone, of choices the stored
 * value where its label does not lead back to it. What has no such text says what the list shows.
 * @param moments whether the file keeps moments as numbers
 */
export function createCells(services: Services, fields: readonly FieldPlan[], moments: 'number' | 'text') {
  const ways = new Map(fields.map((field) => [field, wayOf(field)]))
  const texts = new Map(fields.map((field) => [field, new Map<string, string>()]))
  const choosing = fields.filter((field) => ways.get(field) === 'read')
  const naming = createNaming(
    services,
    fields.filter((field) => ways.get(field) === 'named'),
  )

  return async (context: CallContext, records: readonly RecordData[]) => {
    const host = hostOf(context)
    const [options] = await Promise.all([
      resolveOptions(choosing, context, services),
      naming.learn(context, (field) =>
        records.flatMap((record) => placesOf(field, record).map((values) => values[field.name])),
      ),
    ])
    const offered = new Map([...options].map(([path, choices]) => [path, offeredOf(choices)]))
    for (const known of texts.values()) if (known.size > KEPT) known.clear()

    /** Whether an import would read a text as this value. */
    const leadsBack = (field: FieldPlan, text: string, value: unknown, values: RecordData) => {
      const get = (name: string) => values[name]
      const means = (choices: readonly Option[] | undefined) => {
        const read = readBy(field, text, { ...host, get, options: choices })
        return 'value' in read && JSON.stringify(read.value) === JSON.stringify(value)
      }
      return means(offered.get(field.path)) || means(options.get(field.path))
    }
    const readable = (field: FieldPlan, value: unknown, shown: string, values: RecordData): string => {
      const known = texts.get(field)
      const key = JSON.stringify(value)
      const kept = known?.get(key)
      if (kept !== undefined) return kept
      const plain = Array.isArray(value) ? value.join(',') : String(value)
      const path = Array.isArray(value) ? value.join('/') : plain
      const text = [shown, plain, path].find((one) => leadsBack(field, one, value, values)) ?? shown
      known?.set(key, text)
      return text
    }

    return (field: FieldPlan, values: RecordData, row: Shown): Cell => {
      const shown = textOf(row[field.name])
      const value = values[field.name]
      if (shown === null && ways.get(field) !== 'number') return null
      switch (ways.get(field)) {
        case 'number': {
          const number = field.stored ? value : (row[`${field.name}_id`] ?? row[field.name])
          return typeof number === 'number' ? number : shown
        }
        case 'moment': {
          if (moments === 'text' || typeof value !== 'number') return shown
          const serial = serialOf(clockOf(value, TIME_ZONE))
          return serial >= FIRST_SERIAL && serial < LAST_SERIAL ? serial : shown
        }
        case 'text':
          return textOf(value)
        case 'named':
          return naming.textOf(field, value) ?? shown
        case 'read':
          return readable(field, value, String(shown), values)
        default:
          return shown
      }
    }
  }
}

function textOf(value: unknown): Cell {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'number') return value
  return typeof value === 'object' ? (Array.isArray(value) ? value.join(', ') : null) : String(value)
}
