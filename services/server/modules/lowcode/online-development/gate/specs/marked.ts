import { field, table } from '../../specs/models'

export type Json = Record<string, unknown>

/** `near`: a record of the reader's own. `far`: one out of their scope. */
export type Side = 'near' | 'far'

/** A closed field whose value, and nothing else in the world, holds its marks. */
interface Marked {
  readonly key: string
  readonly name: string
  readonly config?: Json
  readonly members?: Json
  value(side: Side): unknown
  marks(side: Side): readonly string[]
}

/** Letters and digits alone: they are the same in JSON, XML and a comma-separated file. */
const markOf = (name: string, side: Side) => `${side.toUpperCase()}x${name}xMARK`

const text = (key: string, name: string, config: Json = {}, members: Json = {}): Marked => ({
  ...{ key, name, config, members },
  value: (side) => markOf(name, side),
  marks: (side) => [markOf(name, side)],
})

/** Of a choice both the value and its name have the mark. */
const choice = (key: string, name: string, isList = false): Marked => ({
  ...text(
    key,
    name,
    { dataType: 'static', ...(isList && { defaultValue: [] }) },
    {
      options: (['near', 'far'] as const).map((side) => ({
        id: markOf(name, side),
        fullName: markOf(name, side),
      })),
      props: { label: 'fullName', value: 'id', children: 'children' },
    },
  ),
  value: (side) => (isList ? [markOf(name, side)] : markOf(name, side)),
})

const of = (
  key: string,
  name: string,
  values: Readonly<Record<Side, unknown>>,
  marks: Readonly<Record<Side, readonly string[]>>,
  members: Json = {},
): Marked => ({ key, name, members, value: (side) => values[side], marks: (side) => marks[side] })

/** Noons of days long after all others that the test speaks of. */
const DAYS = { near: Date.UTC(2047, 2, 9, 4), far: Date.UTC(2049, 10, 23, 4) }

/** Every kind of field whose value is a text, a choice or a number of its own. */
export const MARKED: readonly Marked[] = [
  text('input', 'text', { unique: true }),
  text('textarea', 'memo'),
  text('input', 'secret', {}, { showPassword: true }),
  text('autoComplete', 'hint', {}, { interfaceId: 'materials' }),
  { ...text('editor', 'page'), value: (side) => `<p>${markOf('page', side)}</p>` },
  choice('select', 'kind'),
  choice('radio', 'one'),
  choice('checkbox', 'many', true),
  choice('cascader', 'path', true),
  choice('treeSelect', 'node'),
  of(
    'inputNumber',
    'amount',
    { near: 918_273_645, far: 918_273_999 },
    { near: ['918273645'], far: ['918273999'] },
  ),
  of(
    'numRange',
    'numbers',
    { near: [817_261, 817_262], far: [817_271, 817_272] },
    { near: ['817261', '817262'], far: ['817271', '817272'] },
  ),
  of('colorPicker', 'colour', { near: '#91a7f3', far: '#91a7f4' }, { near: ['91a7f3'], far: ['91a7f4'] }),
  of(
    'datePicker',
    'day',
    DAYS,
    { near: ['2047-03-09', String(DAYS.near)], far: ['2049-11-23', String(DAYS.far)] },
    { format: 'yyyy-MM-dd' },
  ),
  of(
    'dateRange',
    'span',
    { near: [DAYS.near + 1, DAYS.near + 2], far: [DAYS.far + 1, DAYS.far + 2] },
    { near: ['2047-03', String(DAYS.near + 1)], far: ['2049-11', String(DAYS.far + 1)] },
    { format: 'yyyy-MM' },
  ),
  text('input', 'code'),
]

/** Fields of other kinds name what has a name of its own (people, units, rows of interfaces), or say too little to be known again. */
export const UNMARKED: readonly string[] = [
  ...['areaSelect', 'depSelect', 'dictionarySelect', 'groupSelect', 'organizeSelect', 'posSelect'],
  ...['roleSelect', 'serialTemplateSelect', 'userSelect', 'usersSelect', 'popupSelect', 'popupTableSelect'],
  ...['rate', 'slider', 'switch', 'timePicker', 'uploadImg'],
]

/** Columns of sub-tables: of one that is open, and of one that is closed though its column is granted. */
export const MARKED_CELLS: readonly Marked[] = [
  text('input', 'inner'),
  text('textarea', 'note'),
  choice('select', 'pick'),
  text('input', 'cell'),
]

export const FILE_MARK = { near: 'NEARxfilexMARK', far: 'FARxfilexMARK' } as const

/** Fields that no list has a column for, or this one (it sorts by all of them, and no list by a secret): the form's right alone closes them. */
const NO_COLUMNS: ReadonlySet<string> = new Set(['secret', 'page', 'numbers', 'colour', 'span', 'annex'])

/** All marks, or those of fields that a column's right can close. */
export function marksOf(side: Side, which: 'all' | 'columns' = 'all'): readonly string[] {
  const all = [...MARKED, ...MARKED_CELLS]
  if (which === 'all') return [...all.flatMap((one) => one.marks(side)), FILE_MARK[side]]
  const columns = all.filter(({ name }) => !NO_COLUMNS.has(name)).flatMap((one) => one.marks(side))
  // A range of the same day begins as the day does.
  return columns.filter((mark) => !mark.startsWith('2047'))
}

/** What a person may see at least. */
export const OPEN_FIELDS = ['title', 'items', 'items-part', 'shut-cell'] as const
export const OPEN_COLUMNS = ['title', 'items-part'] as const

const fieldOf = ({ key, name, config, members }: Marked) => field(key, name, { ...config }, { ...members })

/** Kinds of lists: each makes its rows in a way of its own. */
export const LISTS = {
  plain: {},
  grouped: { type: 3, groupField: 'kind' },
  inline: { type: 4 },
  tree: { type: 5, parentField: 'parent', subField: 'code' },
  lazy: { type: 5, parentField: 'parent', subField: 'code', treeLazyType: 1 },
} as const satisfies Record<string, Json>
export type ListKind = keyof typeof LISTS

export function markedModel(enCode: string, kind: ListKind, switches: Json) {
  const [inner, note, pick, cell] = MARKED_CELLS.map(fieldOf)
  const columns = [
    ...['title', ...MARKED.map(({ name }) => name).filter((name) => !NO_COLUMNS.has(name))],
    ...['items-part', 'items-inner', 'items-note', 'items-pick', 'shut-cell'],
  ]
  return {
    enCode,
    fields: [
      field('input', 'title', { unique: true }),
      ...MARKED.map(fieldOf),
      field('input', 'parent'),
      field('uploadFile', 'annex', {}, { limit: 0 }),
      table('items', [field('input', 'part'), inner ?? {}, note ?? {}, pick ?? {}]),
      table('shut', [cell ?? {}]),
    ],
    columns,
    search: [
      { prop: 'title', searchType: 2 },
      { prop: 'memo', searchType: 2 },
    ],
    list: {
      ...LISTS[kind],
      ...switches,
      useDataPermission: true,
      showSummary: true,
      summaryField: ['amount'],
      defaultSidx: 'code',
      sort: 'asc',
      btnsList: ['add', 'upload', 'download', 'batchRemove'].map((value) => ({ value })),
      uploaderTemplateJson: { dataType: '2', selectKey: [] },
    },
  }
}

/** The values of a record of that side. */
export function markedData(side: Side, title: string, annex: Json): Json {
  const cells = Object.fromEntries(MARKED_CELLS.map((one) => [one.name, one.value(side)]))
  const { cell, ...rest } = cells
  return {
    ...Object.fromEntries(MARKED.map((one) => [one.name, one.value(side)])),
    ...{ title, annex: [annex], items: [{ part: 'open part', ...rest }], shut: [{ cell }] },
  }
}

/** A model whose records refer to marked ones, by a field that is closed there, and show others of their values. */
export function namingModel(enCode: string, modelId: string) {
  const link = { modelId, relationField: 'text', columnOptions: [] }
  return {
    enCode,
    fields: [
      field('input', 'name'),
      field('relationForm', 'link', {}, link),
      field('relationFormAttr', 'attribute', {}, { relationField: 'link', showField: 'memo', isStorage: 0 }),
    ],
    columns: ['name', 'link', 'attribute'],
  }
}
