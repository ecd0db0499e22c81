import { utils, write } from '@e965/xlsx'

const BASE = '/api/visualdev/Base'
const DAY = 1_700_000_000_000
const KINDS = ['drip', 'furrow', 'spray', 'flood', 'pipe']
const LABELS = ['膜下滴灌', '沟灌', '喷灌', '漫灌', '低压管灌']

const field = (jnpfKey, name, config = {}, members = {}) => ({
  __config__: { jnpfKey, label: name, span: 12, ...config },
  __vModel__: name,
  ...members,
})
const select = (name) =>
  field(
    'select',
    name,
    { dataType: 'static' },
    {
      options: KINDS.map((id, at) => ({ id, fullName: LABELS[at] })),
      props: { label: 'fullName', value: 'id' },
    },
  )
const many = (count, make) => Array.from({ length: count }, (_, at) => make(at + 1))

/** So many fields of each kind of widget, the code that is unique the first of them. */
function fieldsOf({ texts, numbers, dates, selects, people, units }) {
  return [
    field('input', 'code', { unique: true, required: true }),
    ...many(texts, (at) => field('input', `text${at}`)),
    ...many(numbers, (at) => field('inputNumber', `number${at}`)),
    ...many(dates, (at) => field('datePicker', `date${at}`, {}, { format: 'yyyy-MM-dd HH:mm:ss' })),
    ...many(selects, (at) => select(`kind${at}`)),
    ...many(people, (at) => field('userSelect', `person${at}`)),
    ...many(units, (at) => field('depSelect', `unit${at}`)),
  ]
}
const EXPORTED = { texts: 5, numbers: 6, dates: 3, selects: 3, people: 1, units: 1 }
const IMPORTED = { texts: 11, numbers: 6, dates: 4, selects: 4, people: 2, units: 2 }

/** A model whose list is exported, or filled by imports; answers its id. */
async function model(call, name, of, button) {
  const fields = fieldsOf(of)
  const { id } = await call(`${BASE}/Actions/Import`, {
    ...{ fullName: name, enCode: name, type: 1, webType: '2', formData: { fields } },
    columnData: {
      type: 1,
      columnList: fields.map(({ __vModel__: prop }) => ({ prop, label: prop })),
      searchList: [],
      btnsList: [{ value: 'add' }, { value: button }],
      columnBtnsList: [],
    },
  })
  return id
}
export const exportedModel = (call) => model(call, 'benchExported', EXPORTED, 'download')
export const importedModel = (call) => model(call, 'benchImported', IMPORTED, 'upload')

export const release = (call, id) =>
  call(`${BASE}/${id}/Actions/Release`, { pc: 1, pcModuleParentId: 'business' })

/** A record's column as SQL over its number `n`. */
const sqlOf = (name) =>
  [
    ['code', `'C' || lpad(n::text, 8, '0')`],
    ['text', `'三号井房<东>第 ' || n % 9973 || ' 次巡检：阀门 & 压力正常'`],
    ['number', `(n::bigint * 7919 % 2000003) / 1000.0`],
    ['date', `${DAY} + n::bigint * 1000`],
    ['kind', `(array[${KINDS.map((kind) => `'${kind}'`)}])[n % ${KINDS.length} + 1]`],
    ['person', `(array(select id from user_account order by id limit 5))[n % 5 + 1]`],
    ['unit', `(array(select id from organize where category = 'department' order by id limit 5))[n % 5 + 1]`],
  ].find(([start]) => name.startsWith(start))[1]

/** Fills the model that is exported with records, before its release: no key table is kept by the statement that does it. */
export async function fill(sql, modelId, records) {
  const members = fieldsOf(EXPORTED).map(({ __vModel__: name }) => `'${name}', ${sqlOf(name)}`)
  await sql.query(
    `insert into record (model_id, id, version, data, created_at)
     select $1, 'e' || lpad(n::text, 9, '0'), 1, jsonb_build_object(${members.join(', ')}), now() - n * interval '1 millisecond'
     from generate_series(1, $2::int) as n`,
    [modelId, records],
  )
  await sql.query('vacuum analyze record')
}

/** A workbook of rows as people write them, each time with other codes. */
export function workbook(rows, time, { people, units }) {
  const names = fieldsOf(IMPORTED).map(({ __vModel__: name }) => name)
  const cell = (name, n) =>
    [
      ['code', () => `R${time}-${n}`],
      ['text', () => `第 ${n % 97} 次巡检`],
      ['number', () => (n * 7919) % 2003],
      ['date', () => `2024-0${(n % 9) + 1}-15 08:30:00`],
      ['kind', () => LABELS[n % LABELS.length]],
      ['person', () => people[n % people.length]],
      ['unit', () => units[n % units.length]],
    ].find(([start]) => name.startsWith(start))[1]()
  const lines = Array.from({ length: rows }, (_, n) => names.map((name) => cell(name, n)))
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([names, ...lines]), 'S')
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true })
}
