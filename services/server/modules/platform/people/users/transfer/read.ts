import { typedMoment } from '@runtime/widget/moment-format'
import { parseNumber } from '@runtime/widget/number-format'
import type { InputError } from '../../../../../http/errors'
import type { CallContext, Services } from '../../../../../module'
import { TIME_ZONE } from '../../../../../time-zone'
import { partsOf, strangersIn, valuesNamed } from '../../../transfer/cells'
import { type ImportRow, textIn } from '../../../transfer/rows'
import type { Choice, Chosen } from '../person-file'
import { type Cells, COLUMNS, DATE, type PersonColumn } from './columns'

/** A row's texts as what a person is made with, and the texts that are none. */
export interface ReadPerson {
  readonly input: Readonly<Record<string, unknown>>
  readonly errors: readonly InputError[]
}

const IDS: ReadonlySet<string> = new Set(COLUMNS.map(({ id }) => id))
type Read = { readonly value: unknown } | { readonly error: string }
type Found = ReadonlyMap<string, ReadonlyMap<string, readonly unknown[]>>

/** Reads rows as people write them, their names looked up together: a name that several have is an error and never guessed at. */
export async function readPersons(
  context: CallContext,
  services: Services,
  rows: readonly ImportRow[],
  choices: ReadonlyMap<Chosen, readonly Choice[]>,
): Promise<readonly ReadPerson[]> {
  const found = await namesIn(context, services, rows)
  return rows.map((row) => {
    const input: Record<string, unknown> = {}
    const errors = [...strangersIn(row, IDS, context)]
    for (const { id, cells } of COLUMNS) {
      const text = textIn(row[id]).trim()
      if (text === '') continue
      const read = readCell(context, cells, text, found, choices)
      if ('error' in read) errors.push({ path: id, message: read.error })
      else input[id] = read.value
    }
    return { input, errors }
  })
}

function readCell(
  context: CallContext,
  cells: Cells,
  written: string,
  found: Found,
  choices: ReadonlyMap<Chosen, readonly Choice[]>,
): Read {
  const { text } = context
  switch (cells.kind) {
    case 'text':
      return { value: written }
    case 'number': {
      const parsed = parseNumber(written)
      return parsed && 'value' in parsed
        ? { value: parsed.value }
        : { error: text('@widgets.notNumber', { text: written }) }
    }
    case 'date': {
      const ms = typedMoment(written, DATE, TIME_ZONE)
      return ms === null ? { error: text('@dates.notDate', { text: written, format: DATE }) } : { value: ms }
    }
    case 'named': {
      const read = valuesNamed(namesOf(cells, written), found.get(cells.of) ?? new Map(), context)
      return 'error' in read ? read : { value: cells.many ? read.values : read.values[0] }
    }
    case 'one': {
      const [one] = cells.of.find(([, title]) => text(title) === written) ?? []
      return one === undefined ? { error: text('@transfer.unknownName', { text: written }) } : { value: one }
    }
    case 'chosen': {
      const own = choices.get(cells.from) ?? []
      const ids = own.filter(({ name, code }) => name === written || code === written).map(({ id }) => id)
      const read = valuesNamed([written], new Map([[written, ids]]), context)
      return 'error' in read ? read : { value: read.values[0] }
    }
  }
}

const namesOf = (cells: Extract<Cells, { kind: 'named' }>, text: string) =>
  cells.many ? partsOf(text) : [text]

/** What all names in the rows stand for, each kind of thing asked for once. */
async function namesIn(context: CallContext, services: Services, rows: readonly ImportRow[]): Promise<Found> {
  const sought = COLUMNS.flatMap(({ id, cells }: PersonColumn) => {
    if (cells.kind !== 'named') return []
    const texts = new Set(rows.flatMap((row) => namesOf(cells, textIn(row[id]).trim())))
    return [{ of: cells.of, texts: [...texts] }]
  })
  const found = await Promise.all(
    sought.map(
      async ({ of, texts }) =>
        [of, await services.names.find({ kind: 'people', of }, texts, context)] as const,
    ),
  )
  return new Map(found)
}
