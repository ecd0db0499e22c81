import type { CallName } from '@services/contract/calls'
import { bookOf, sendFile } from '@services/server/modules/platform/transfer/specs/sheets'
import type { Exit } from '../open'
import { type Json, MARKED, MARKED_CELLS, marksOf } from './marked'
import type { World } from './world'

/** An answer of a call that gives values of records, or tells something of them. */
interface Row {
  /** By which of the gate's exits closed values would leave; `none`: by this way no value of a closed field ever leaves. */
  readonly by: Exit | 'none'
  /** What of the near record stands in it, or else the row would prove nothing: its open title, and a mark where its exit lets it. */
  readonly tells?: 'title' | 'mark' | 'both'
  /** All that the reader gets. */
  ask(world: World): Promise<unknown>
}

/** A call that has no row, and why. */
interface Apart {
  readonly apart: string
}

const call =
  (name: CallName, input: (world: World) => Json | Promise<Json> = ({ modelId }) => ({ modelId })) =>
  async (world: World) =>
    world.reader.envelope(name, await input(world))
const target = ({ modelId, near: id }: World): Json => ({ modelId, id })
const farther = ({ modelId, far: id }: World): Json => ({ modelId, id })
const both = (ask: (world: World) => Promise<unknown>, other: (world: World) => Promise<unknown>) => {
  return async (world: World) => [await ask(world), await other(world)]
}
/** Of the near record and of the one that is out of scope. */
const ofBoth = (name: CallName, more: Json = {}) =>
  both(
    call(name, (world) => ({ ...target(world), ...more })),
    call(name, (world) => ({ ...farther(world), ...more })),
  )
const spare = (name: CallName, more: (id: string, world: World) => Json) =>
  call(name, async (world) => ({ modelId: world.modelId, ...more(await world.spare(), world) }))

const FIELDS = ['title', 'annex', ...MARKED.map(({ name }) => name)]
const CELLS = MARKED_CELLS.map(({ name }) => (name === 'cell' ? `shut-${name}` : `items-${name}`))
const WORDS = [...new Set([...marksOf('near'), ...marksOf('far')])]

const superQuery = (name: string, symbol: string, fieldValue: unknown) => {
  const groups = [{ field: name, symbol, jnpfKey: 'input', fieldValueType: 2, fieldValue }]
  return JSON.stringify({ matchLogic: 'and', conditionList: [{ logic: 'and', groups }] })
}
/** One answer for each of these. */
const each =
  <T>(items: readonly T[], ask: (item: T, world: World) => Promise<unknown>) =>
  async (world: World) => {
    const answers: unknown[] = []
    for (const item of items) answers.push(await ask(item, world))
    return answers
  }
/** An export with the file that it comes to. */
const file =
  (format: string, more: Json = {}) =>
  async (world: World) => {
    const answer = await world.reader.envelope('onlineDevelopment.export', {
      ...{ modelId: world.modelId, dataType: 1, format },
      ...more,
    })
    return [answer, answer.data?.url ? await world.fetched(answer.data.url) : '']
  }
/** The notes of a template name the choices of fields that may be filled in: they are the form's, not a record's. */
const withoutChoices = (text: string) =>
  text.replaceAll(/(?:NEAR|FAR)x(?:kind|one|many|path|node|pick)xMARK/g, '')
const sent = (name: CallName) => async (world: World) => {
  const sheet = bookOf([
    ['title', 'text', 'memo'],
    ['near title', '', 'changed'],
    ['far title', '', ''],
    ['', 'new', ''],
  ])
  const path = '/api/visualdev/OnlineDev/Uploader'
  const { data } = await sendFile(world.reader, path, sheet)
  const preview = await world.reader.envelope('onlineDevelopment.importPreview', {
    ...{ modelId: world.modelId, fileName: data.name },
  })
  // The heads name the choices of fields that may be filled in: they are the form's, not a record's.
  if (name === 'onlineDevelopment.importPreview') return { ...preview, data: preview.data?.dataRow }
  // What would change the near record is left out: the rows that follow ask for it as it is.
  const list = (preview.data?.dataRow ?? []).slice(1)
  const answer = await world.reader.envelope(name, { modelId: world.modelId, list })
  const { url } = (answer.data ?? {}) as { readonly url?: string }
  return [answer, url ? withoutChoices(await world.fetched(url)) : '']
}
const fileCall = (name: CallName, input: (fileId: string) => Json) =>
  each(['near', 'far'] as const, async (side, world) => {
    const answer = await world.reader.envelope(name, input(world.files[side]))
    const { url, downloadVo } = (answer.data ?? {}) as { url?: string; downloadVo?: { url: string } }
    const address = url ?? downloadVo?.url
    return [answer, address ? await world.fetched(address) : '']
  })
const named = (world: World, modelId: string, id: string, fields: readonly string[]) =>
  world.reader.envelope('names.resolve', {
    requests: fields.map((name) => ({ source: { kind: 'record', modelId, field: name }, ids: [id] })),
  })

const LIST = 'onlineDevelopment.list'
const NO_VALUES: Apart = { apart: 'Answers with ids, versions and counts, of what its caller named' }
const ELSEWHERE: Apart = { apart: 'Held by the specs of the log and the audit' }
const DESIGN: Apart = {
  apart: 'For who designs models, or manages people: the right is one of the menu, not of a model',
}

/** Its own spec holds who is told. */
const ESTIMATE: Apart = {
  apart:
    'It tells how many records a scheme gives, and that to nobody who does not reach all of them and all that it tests',
}

/**
 * By which way each call gives out values of records. A call that opens the records' tables, or lies below their path, has to be
 * here: `exits.api.spec.ts` holds it.
 */
export const EXITS: Readonly<Partial<Record<CallName, Readonly<Record<string, Row>> | Apart>>> = {
  [LIST]: {
    rows: { by: 'list', tells: 'both', ask: call(LIST) },
    'a page, with sums': { by: 'list', ask: call(LIST, ({ modelId }) => ({ modelId, pageSize: 1 })) },
    'by keyword': {
      by: 'list',
      tells: 'both',
      ask: call(LIST, ({ modelId }) => ({ modelId, keyword: 'title' })),
    },
    'by search': {
      by: 'list',
      tells: 'both',
      ask: call(LIST, ({ modelId }) => ({ modelId, queryJson: JSON.stringify({ title: 'title' }) })),
    },
    'by super query': {
      by: 'list',
      ask: each([...FIELDS, ...CELLS], (name, world) =>
        call(LIST, ({ modelId }) => ({ modelId, superQueryJson: superQuery(name, 'notNull', null) }))(world),
      ),
    },
    'by keyword, of what is closed': {
      by: 'list',
      ask: each(WORDS, async (keyword, world) => {
        const answer = await world.reader.envelope(LIST, { modelId: world.modelId, keyword })
        return answer.data?.list.length ? `found by ${keyword}` : ''
      }),
    },
    'by order': {
      by: 'list',
      ask: each(FIELDS, (name, world) => call(LIST, ({ modelId }) => ({ modelId, sidx: name }))(world)),
    },
  },
  'onlineDevelopment.listChildren': {
    rows: { by: 'list', ask: ofBoth('onlineDevelopment.listChildren') },
  },
  'onlineDevelopment.read': { record: { by: 'form', tells: 'both', ask: ofBoth('onlineDevelopment.read') } },
  'onlineDevelopment.dataChange': {
    record: { by: 'form', tells: 'both', ask: ofBoth('onlineDevelopment.dataChange') },
  },
  'onlineDevelopment.history': { changes: { by: 'form', ask: ofBoth('onlineDevelopment.history') } },
  'onlineDevelopment.create': {
    answer: {
      by: 'none',
      ask: call('onlineDevelopment.create', ({ modelId }) => ({ modelId, data: { title: 'made' } })),
    },
    'a value that another has': {
      by: 'none',
      ask: each(['near title', 'far title'], (title, world) =>
        call('onlineDevelopment.create', ({ modelId }) => ({ modelId, data: { title } }))(world),
      ),
    },
  },
  'onlineDevelopment.update': {
    answer: {
      by: 'none',
      ask: spare('onlineDevelopment.update', (id) => ({ id, data: { title: `${id} 2` }, version: 1 })),
    },
    '409': {
      by: 'form',
      tells: 'both',
      ask: ofBoth('onlineDevelopment.update', { data: { title: 'x' }, version: 1 }),
    },
    refusals: {
      by: 'none',
      ask: each([{ title: 'far title' }, { title: {} }, { title: 'x'.repeat(2 ** 17) }], (data, world) =>
        call('onlineDevelopment.update', (of) => ({ ...target(of), data }))(world),
      ),
    },
  },
  'onlineDevelopment.delete': {
    answer: { by: 'none', ask: spare('onlineDevelopment.delete', (id) => ({ id })) },
  },
  'onlineDevelopment.batchDelete': {
    answer: {
      by: 'none',
      ask: spare('onlineDevelopment.batchDelete', (id, { far }) => ({ ids: [id, far] })),
    },
  },
  'onlineDevelopment.restore': {
    answer: {
      by: 'none',
      ask: async (world) => {
        const of = { modelId: world.modelId, id: await world.spare() }
        await world.reader.envelope('onlineDevelopment.delete', of)
        return world.reader.envelope('onlineDevelopment.restore', { modelId: of.modelId, ids: [of.id] })
      },
    },
  },
  'onlineDevelopment.batchPreview': {
    changes: {
      by: 'form',
      ask: call('onlineDevelopment.batchPreview', ({ modelId, near, far }) => ({
        ...{ modelId, fields: [{ field: 'title', value: 'other' }], records: [{ id: near }, { id: far }] },
      })),
    },
    'of a closed field': {
      by: 'form',
      ask: each(FIELDS, (name, world) =>
        call('onlineDevelopment.batchPreview', ({ modelId, near }) => ({
          ...{ modelId, fields: [{ field: name, value: null }], records: [{ id: near }] },
        }))(world),
      ),
    },
  },
  'onlineDevelopment.batchUpdate': {
    answer: {
      by: 'none',
      ask: spare('onlineDevelopment.batchUpdate', (id, { far }) => ({
        ...{ fields: [{ field: 'title', value: `${id} 3` }], records: [{ id }, { id: far }] },
      })),
    },
  },
  'onlineDevelopment.batchUndo': {
    answer: {
      by: 'none',
      ask: async (world) => {
        const { modelId, far } = world
        const id = await world.spare()
        const edit = { modelId, fields: [{ field: 'title', value: `${id} 4` }], records: [{ id }] }
        await world.reader.envelope('onlineDevelopment.batchUpdate', edit)
        const records = [id, far].map((one) => ({ id: one, version: 2 }))
        return world.reader.envelope('onlineDevelopment.batchUndo', { modelId, records })
      },
    },
  },
  'onlineDevelopment.export': {
    xlsx: { by: 'list', tells: 'both', ask: file('xlsx') },
    csv: { by: 'list', tells: 'both', ask: file('csv') },
    'a page': { by: 'list', ask: file('csv', { dataType: 0, pageSize: 20 }) },
    'chosen rows': {
      by: 'list',
      ask: async (world) => file('csv', { dataType: 2, selectIds: [world.near, world.far] })(world),
    },
    'named columns': {
      by: 'list',
      ask: each([...FIELDS, ...CELLS], (name, world) => file('csv', { selectKey: [name] })(world)),
    },
  },
  'onlineDevelopment.importUpload': NO_VALUES,
  'onlineDevelopment.importTemplate': {
    file: {
      by: 'none',
      ask: async (world) => {
        const answer = await world.reader.envelope('onlineDevelopment.importTemplate', {
          modelId: world.modelId,
        })
        return [answer, answer.data?.url ? withoutChoices(await world.fetched(answer.data.url)) : '']
      },
    },
  },
  'onlineDevelopment.importPreview': { rows: { by: 'none', ask: sent('onlineDevelopment.importPreview') } },
  'onlineDevelopment.importCheck': { rows: { by: 'none', ask: sent('onlineDevelopment.importCheck') } },
  'onlineDevelopment.importData': { rows: { by: 'none', ask: sent('onlineDevelopment.importData') } },
  'onlineDevelopment.importExceptions': {
    file: { by: 'none', ask: sent('onlineDevelopment.importExceptions') },
  },
  'onlineDevelopment.config': {
    apart: 'The model itself; the choices of its fields are everybody’s who sees it',
  },
  'print.data': {
    record: {
      by: 'form',
      tells: 'both',
      ask: each(['near', 'far'] as const, (side, world) =>
        call('print.data', (of) => ({ id: of.template, formId: of[side] }))(world),
      ),
    },
  },
  'print.batchData': {
    records: {
      by: 'form',
      tells: 'both',
      ask: each(['near', 'far'] as const, (side, world) =>
        call('print.batchData', (of) => ({ id: of.template, formId: of[side] }))(world),
      ),
    },
  },
  'recordComment.list': { comments: { by: 'none', ask: ofBoth('recordComment.list') } },
  'recordComment.create': { comment: { by: 'none', ask: ofBoth('recordComment.create', { text: 'seen' }) } },
  'recordComment.update': NO_VALUES,
  'recordComment.delete': NO_VALUES,
  'recordComment.people': { people: { by: 'none', ask: ofBoth('recordComment.people') } },
  'recordFile.list': { files: { by: 'none', ask: ofBoth('recordFile.list') } },
  'recordFile.create': {
    file: {
      by: 'none',
      ask: each(['near', 'far'] as const, (side, world) =>
        call('recordFile.create', (of) => ({ ...target(of), fileId: of.files[side] }))(world),
      ),
    },
  },
  'recordFile.delete': NO_VALUES,
  'recordPage.related': {
    'what refers to a record': { by: 'elsewhere', ask: ofBoth('recordPage.related') },
  },
  'recordDraft.list': {
    drafts: {
      by: 'none',
      ask: call('recordDraft.list', ({ modelId, near: recordId }) => ({ modelId, recordId })),
    },
  },
  'recordDraft.save': NO_VALUES,
  'recordDraft.delete': NO_VALUES,
  'visualDevelopment.fieldDataSelect': {
    'records to choose': {
      by: 'elsewhere',
      tells: 'title',
      ask: each(['title', 'text'], (relationField, world) =>
        call('visualDevelopment.fieldDataSelect', ({ modelId }) => ({
          ...{ modelId, columnOptions: FIELDS.join(','), relationField },
        }))(world),
      ),
    },
    'by keyword': {
      by: 'elsewhere',
      ask: each(WORDS, async (keyword, world) => {
        const answer = await world.reader.envelope('visualDevelopment.fieldDataSelect', {
          ...{ modelId: world.modelId, columnOptions: FIELDS.join(','), relationField: 'title', keyword },
        })
        return answer.data?.list.length ? `found by ${keyword}` : ''
      }),
    },
  },
  'names.resolve': {
    'names of records': {
      by: 'elsewhere',
      tells: 'title',
      ask: each(['near', 'far'] as const, (side, world) => named(world, world.modelId, world[side], FIELDS)),
    },
    'names of what refers to them': {
      by: 'elsewhere',
      ask: each(['near', 'far'] as const, (side, world) =>
        named(world, world.naming.modelId, world.naming[side], ['link', 'attribute', 'name']),
      ),
    },
    'in lists of other models': {
      by: 'elsewhere',
      ask: call(LIST, ({ naming }) => ({ modelId: naming.modelId })),
    },
    'in records of other models': {
      by: 'elsewhere',
      ask: each(['near', 'far'] as const, (side, world) =>
        call('onlineDevelopment.dataChange', ({ naming }) => ({ modelId: naming.modelId, id: naming[side] }))(
          world,
        ),
      ),
    },
  },
  'dataInterface.preview': {
    'all rows': {
      by: 'elsewhere',
      tells: 'title',
      ask: async (world) =>
        each(world.interfaces, (id) => call('dataInterface.preview', () => ({ id }))(world))(world),
    },
  },
  'dataInterface.page': {
    'a page': {
      by: 'elsewhere',
      ask: async (world) =>
        each(world.interfaces, (id) => call('dataInterface.page', () => ({ id }))(world))(world),
    },
  },
  'dataInterface.infoByIds': { apart: 'The rows of `dataInterface.page`, by their ids' },
  'dataInterface.fields': { apart: 'The names of an interface’s columns' },
  'dataInterface.params': { apart: 'The parameters of an interface' },
  'dashboard.due': { figures: { by: 'none', ask: call('dashboard.due', () => ({})) } },
  'dashboard.models': { figures: { by: 'none', ask: call('dashboard.models', () => ({})) } },
  'dashboard.own': { figures: { by: 'none', ask: call('dashboard.own', () => ({})) } },
  'message.list': { messages: { by: 'none', ask: call('message.list', () => ({ pageSize: 100 })) } },
  'message.unread': { apart: 'How many messages came and are unread' },
  'message.read': {
    message: {
      by: 'none',
      ask: async (world) => {
        const { list } = await world.reader.call('message.list', { pageSize: 100 })
        return each(list.slice(0, 5), ({ id }) => call('message.read', () => ({ id }))(world))(world)
      },
    },
  },
  'file.download': {
    file: {
      by: 'form',
      tells: 'mark',
      ask: fileCall('file.download', (fileId) => ({ type: 'annex', fileId })),
    },
  },
  'file.preview': { file: { by: 'form', ask: fileCall('file.preview', (fileId) => ({ fileId })) } },
  'file.package': {
    files: {
      by: 'form',
      ask: each(['near', 'far'] as const, async (side, world) => {
        const answer = await world.reader.fetch('/api/file/PackDownload/annex', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify([{ fileId: world.files[side] }]),
        })
        const text = await answer.text()
        const url = /"url":"([^"]+)"/.exec(text)?.[1]
        return [text, url ? await world.fetched(url) : '']
      }),
    },
  },
  'file.image': {
    file: {
      by: 'form',
      ask: each(['near', 'far'] as const, async (side, world) =>
        (await world.reader.fetch(`/api/file/Image/annex/${world.files[side]}`)).text(),
      ),
    },
  },
  'file.testChunk': { apart: 'One’s own uploads' },
  'file.chunk': { apart: 'One’s own uploads' },
  'file.merge': { apart: 'One’s own uploads' },
  'file.upload': { apart: 'One’s own uploads' },
  'authority.why': {
    apart: 'Tells the truth of each test of a scheme, and no value: `why-reached.api.spec.ts`',
  },
  'moduleDataScheme.read': ESTIMATE,
  'moduleDataScheme.create': ESTIMATE,
  'moduleDataScheme.update': ESTIMATE,
  'log.list': ELSEWHERE,
  'log.read': ELSEWHERE,
  'log.deleteMany': ELSEWHERE,
  'log.clear': ELSEWHERE,
  'workflow.listOfModel': { apart: 'Flows of a model, and no records' },
  'handOver.work': DESIGN,
  'handOver.create': DESIGN,
  'handOver.undo': DESIGN,
  'thirdSync.undo': DESIGN,
  'visualDevelopment.delete': DESIGN,
  'visualDevelopment.release': DESIGN,
  'visualDevelopment.checkRelease': DESIGN,
  'visualDevelopment.deletion': DESIGN,
  'visualDevelopment.judge': DESIGN,
  'visualDevelopment.references': DESIGN,
  'visualDevelopment.rollback': DESIGN,
}
