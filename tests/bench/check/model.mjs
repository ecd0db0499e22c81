export const ID = 'bench-check'
/** One of so many records has no supplier. */
export const SUPPLIERLESS = 30

const KINDS = ['input', 'inputNumber', 'datePicker', 'textarea', 'switch', 'input', 'timePicker', 'rate']
const OTHERS = 27

const field = (jnpfKey, name, config = {}) => ({
  __config__: { jnpfKey, label: name, span: 12, ...config },
  __vModel__: name,
})

/** The form of thirty fields; the narrower one wants a supplier, and codes of another shape. */
export function formOf(isTight) {
  const regList = [{ pattern: isTight ? '/^[A-Z]{2}-\\d{4,8}$/' : '/^[A-Z]{2}-/', message: '编码格式不正确' }]
  return {
    fields: [
      field('input', 'code', { regList }),
      field('input', 'supplier', { required: isTight }),
      ...Array.from({ length: OTHERS }, (_, at) => field(KINDS[at % KINDS.length], `field${at}`)),
      field('table', 'items', { children: [field('input', 'part'), field('inputNumber', 'amount')] }),
    ],
  }
}

/** Fills the model with records of about a kilobyte. */
export async function fill(client, records) {
  const begun = performance.now()
  const members = Array.from(
    { length: OTHERS },
    (_, at) => `'field${at}', ${sqlOf(KINDS[at % KINDS.length])}`,
  )
  await client.query(
    `insert into record (model_id, id, version, data, sub_tables, created_at)
     select '${ID}', 'c' || lpad(n::text, 9, '0'), 1, jsonb_build_object(
       'code', case when n % 50 = 0 then 'AB-x' else 'AB-' || lpad(n::text, 7, '0') end,
       'supplier', case when n % ${SUPPLIERLESS} = 1 then '' else '绿洲农资 ' || n % 40 end, ${members.join(', ')}),
       jsonb_build_object('items', jsonb_build_array(jsonb_build_object('id', 'r' || n, 'part', '滴灌带', 'amount', n % 90))),
       now() - n * interval '1 second'
     from generate_series(1, $1::int) as n`,
    [records],
  )
  await client.query('vacuum analyze record')
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  console.log(`${records.toLocaleString('en')} records inserted in ${seconds} s`)
}

const sqlOf = (kind) =>
  ({
    input: `'一号轮灌组 ' || n % 997`,
    inputNumber: 'n % 10007 / 10.0',
    datePicker: '1700000000000 + n::bigint * 1000',
    textarea: `'第 ' || n || ' 次巡检：阀门、压力与过滤器正常'`,
    switch: 'n % 2',
    timePicker: `'08:00:00'`,
    rate: 'n % 6',
  })[kind]

/** Fields of the form that is released. */
export const FIELDS = 500

/** A model of that size; each time one field is called otherwise and one more is required. */
export function largeModel(time) {
  const fields = Array.from({ length: FIELDS }, (_, at) =>
    field(KINDS[at % KINDS.length], at === 0 ? `first${time}` : `field${at}`, {
      formId: at + 1,
      required: at > 0 && at <= time,
    }),
  )
  const columnList = fields.slice(1, 31).map(({ __vModel__: prop }) => ({ prop, label: prop }))
  const columnData = { type: 1, columnList, searchList: [], btnsList: [{ value: 'add' }], columnBtnsList: [] }
  return { fullName: 'large', enCode: 'benchLarge', type: 1, webType: '2', formData: { fields }, columnData }
}
