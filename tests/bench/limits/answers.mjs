import { send } from './send.mjs'

/** Bytes of a thick record's text, how many such records there are, and how many of them fit on a page of a list. */
export const THICK = { bytes: 460_000, count: 120, page: 8 }
const IDS = Array.from({ length: THICK.count }, (_, at) => `thick${at + 1}`)
const NOTES = Array.from({ length: 8 }, (_, at) => `note${at}`)
const MODEL = '/api/visualdev/OnlineDev'

const list = (setting) =>
  send(setting, `${MODEL}/${setting.thick.modelId}/List`, { currentPage: 1, pageSize: THICK.page })
const names = (sources) => (setting) =>
  send(setting, '/api/system/Names', {
    requests: Array.from({ length: sources }, (_, at) => ({
      source: { kind: 'record', modelId: setting.thick.modelId, field: 'name', at },
      ids: IDS.slice(0, 50),
    })),
  })
const all = async (count, ask) => {
  const codes = await Promise.all(Array.from({ length: count }, ask))
  return [...new Set(codes)].join('/')
}

/** Each large answer that one person may ask for: what it is of, and how it is asked for. */
const ASKED = {
  /** Names of 190 sources of 50 ids: each name is as long as its record. */
  names: [190 * 50 * THICK.bytes, names(190)],
  'names, fewer': [100 * 50 * THICK.bytes, names(100)],
  list: [THICK.page * THICK.bytes, list],
  '28 lists': [28 * THICK.page * THICK.bytes, (setting) => all(28, () => list(setting))],
  'list, all': [
    THICK.count * THICK.bytes,
    (setting) =>
      send(setting, `${MODEL}/${setting.thick.modelId}/List`, { currentPage: 1, pageSize: 10_000 }),
  ],
  history: [
    30 * 2 * THICK.bytes,
    (setting) => send(setting, `${MODEL}/${setting.thick.modelId}/thick1/History`),
  ],
  'print batch': [
    THICK.count * THICK.bytes,
    (setting) =>
      send(
        setting,
        `/api/system/printDev/BatchData?id=${setting.thick.printId}&formId=${IDS.slice(0, 100).join(',')}`,
      ),
  ],
  'interface rows': [200 * 2 ** 20, (setting) => run(setting, setting.thick.rowsId)],
  'interface array': [0, (setting) => run(setting, setting.thick.arrayId)],
}

const run = (setting, id) =>
  send(setting, `/api/system/DataInterface/${id}/Actions/List`, { currentPage: 1, pageSize: 100_000 })

/** As `CASES` (`cases.mjs`); what it weighs is what stands behind the answer, where that can be said. */
export const ANSWERS = Object.fromEntries(
  Object.entries(ASKED).map(([name, [bytes, ask]]) => [
    name,
    (setting) => ({ bytes, again: () => ask(setting) }),
  ]),
)

/**
 * The records and interfaces that are asked for.
 * @param {{ sql: import('pg').Client, load: (path: string) => Promise<any> }} bench @param {{ call: Function }} own
 */
export async function prepareAnswers({ sql, load }, { call }) {
  const { field, modelOf } = await load('/services/server/modules/lowcode/online-development/specs/models.ts')
  const draft = {
    enCode: 'thick',
    fields: [field('textarea', 'name'), ...NOTES.map((name) => field('textarea', name))],
    columns: ['name'],
  }
  const { id: modelId } = await call('/api/visualdev/Base/Actions/Import', modelOf(draft))
  await call(`/api/visualdev/Base/${modelId}/Actions/Release`, { pc: 1, pcModuleParentId: 'business' })
  await call(`${MODEL}/${modelId}`, { data: JSON.stringify({ name: 'x' }) })
  await sql.query(
    `insert into record select (jsonb_populate_record(r, jsonb_build_object(
       'id', 'thick' || n, 'data', jsonb_build_object('name', left(repeat(md5(n::text), $2 / 32 + 1), $2))))).*
     from record r, generate_series(1, $3::int) as n where r.model_id = $1`,
    [modelId, THICK.bytes, THICK.count],
  )
  for (let turn = 0; turn < 30; turn++) await change(call, modelId, turn)
  const common = { type: 1, parameterJson: '[]', fieldJson: '[]' }
  const make = async (enCode, text) =>
    (
      await call('/api/system/DataInterface', {
        ...{ ...common, fullName: enCode, enCode },
        dataConfigJson: JSON.stringify({ sql: text }),
      })
    ).id
  const rowsId = await make('benchRows', "select repeat('x', 100000) as text from generate_series(1, 2000)")
  const arrayId = await make(
    'benchArray',
    'select array_length(array_fill(1, array[200000000]), 1) as length',
  )
  const print = await call('/api/system/printDev', {
    ...{ fullName: 'bench', enCode: 'bench', modelId },
    printTemplate: '<p>{name}</p>',
  })
  return { modelId, rowsId, arrayId, printId: print.id }
}

/** As thick before as after: a text that a person writes has 64 KB at most. */
function change(call, modelId, turn) {
  const note = String(turn % 10).repeat(THICK.bytes / NOTES.length)
  const data = JSON.stringify({ name: 'x', ...Object.fromEntries(NOTES.map((name) => [name, note])) })
  return call(`${MODEL}/${modelId}/thick1`, { data, version: turn + 1 }, 'PUT')
}
