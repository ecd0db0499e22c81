import type { TrialRecords, TrialSave } from '@runtime/design/trial/records'
import { CallError, type CallResult, type Host } from '@runtime/host'
import { asWord } from '@runtime/json'
import { QueryError } from '@runtime/list'
import type { ListPlan } from '@runtime/list/plan'
import { CODE, callByName, isRead } from '@services/client'
import type { Model } from '../../list/model'
import type { TrialDraft } from './trial-model'

interface Trial {
  readonly draft: TrialDraft
  readonly model: Model
  readonly records: TrialRecords
}

type Input = Readonly<Record<string, unknown>>
type Answers = Readonly<Record<string, (input: Input) => CallResult | Promise<CallResult>>>

/**
 * The host of a model that is tried: its records are those of the page, what only reads is asked as ever, and all that
 * would change something elsewhere is refused in words.
 */
export function trialHost(around: Host, { draft, model, records }: Trial): Host {
  const own = ownCalls(around, draft, records)
  const pressed = interfacesOf(model.list)
  const refusal = (text: string) => new CallError(CODE.badRequest, around.text(text))
  const say = (text: string) => around.toast('warning', around.text(text))
  const stay = () => say('@previewModel.noCall')
  const { files } = around
  return {
    ...around,
    isTrial: true,
    async call(name, input = {}, options) {
      const answer = input['modelId'] === draft.id && Object.hasOwn(own, name) ? own[name] : undefined
      if (answer) return answer(input)
      const known = callByName(name)
      if (!known || !isRead(known) || isOfRecords(name, input, draft.id) || pressed.has(asWord(input['id'])))
        throw refusal(refusedBy(name))
      return around.call(name, input, options)
    },
    request: () => Promise.reject(refusal('@previewModel.noRequest')),
    ...(files && {
      files: {
        ...files,
        upload() {
          throw refusal('@previewModel.noUpload')
        },
        uploadImage: () => Promise.reject(refusal('@previewModel.noUpload')),
      },
    }),
    async chooseFiles() {
      say('@previewModel.noUpload')
      return []
    },
    async importRows() {
      say('@previewModel.noImport')
      return 0
    },
    print: () => say('@print.notInPreview'),
    openRecord: stay,
    openPage: async () => stay(),
    navigate: stay,
    openWindow: stay,
    ...NOT_KEPT,
  }
}

/** What would be kept beyond the page, or shared with what is not tried. */
const NOT_KEPT = {
  data: undefined,
  drafts: undefined,
  saves: undefined,
  columns: undefined,
  menu: undefined,
} as object

const EXPORTS = new Set(['onlineDevelopment.export'])

function refusedBy(name: string): string {
  if (name.startsWith('print.')) return '@print.notInPreview'
  if (EXPORTS.has(name)) return '@previewModel.noExport'
  if (name.includes('.import')) return '@previewModel.noImport'
  return '@previewModel.noCall'
}

/** Records of the model and what stands beside them are the page's; printing and exporting are of records too. */
function isOfRecords(name: string, { modelId }: Input, id: string): boolean {
  if (modelId === id) return true
  return name.startsWith('print.') || EXPORTS.has(name) || name.startsWith('onlineDevelopment.import')
}

/** Data interfaces that buttons run: what those do nobody knows. */
function interfacesOf(list: ListPlan | null): ReadonlySet<string> {
  const buttons = list ? [...list.toolbar, ...list.row] : []
  return new Set(buttons.flatMap(({ custom }) => (custom?.kind === 'interface' ? custom.id : [])))
}

function ownCalls(host: Host, draft: TrialDraft, records: TrialRecords): Answers {
  const { text } = host
  const gone = () => new CallError(CODE.notFound, text('@previewModel.gone'))
  const idOf = ({ id }: Input) => asWord(id)
  const idsOf = ({ ids }: Input) => (Array.isArray(ids) ? ids.map(asWord) : [])
  const answer = (data: unknown, msg = ''): CallResult => ({ data, msg: msg && text(msg) })
  const saved = (outcome: TrialSave): CallResult => {
    if (outcome.state === 'gone') throw gone()
    if (outcome.state === 'refused')
      throw new CallError(CODE.badRequest, outcome.errors[0]?.message ?? '', outcome.errors)
    const { id, version } = outcome
    return answer({ id, version }, '@previewModel.saved')
  }
  const wire = (found: ReturnType<TrialRecords['read']>): CallResult => {
    if (!found) throw gone()
    const { id, version, data } = found
    return answer({ id, version, data: JSON.stringify(data) })
  }
  const remove = (ids: readonly string[]): CallResult => {
    if (!records.remove(ids)) throw gone()
    return answer({ deleted: ids.length }, '@previewModel.deleted')
  }
  const none = { list: [], total: 0, hasMore: false }
  return {
    'onlineDevelopment.config': () => answer(draft.config),
    'onlineDevelopment.list': (input) => answer(asked(host, () => records.page(input, host))),
    'onlineDevelopment.read': (input) => wire(records.read(idOf(input))),
    'onlineDevelopment.dataChange': (input) => wire(records.shown(idOf(input), host)),
    'onlineDevelopment.create': async ({ data }) => saved(await records.save(null, data, host)),
    'onlineDevelopment.update': async (input) => saved(await records.save(idOf(input), input['data'], host)),
    'onlineDevelopment.delete': (input) => remove([idOf(input)]),
    'onlineDevelopment.batchDelete': (input) => remove(idsOf(input)),
    'onlineDevelopment.restore': (input) =>
      answer({ restored: records.restore(idsOf(input)) }, '@previewModel.restored'),
    'onlineDevelopment.history': () => answer(none),
    'recordComment.list': () => answer(none),
    'recordFile.list': () => answer(none),
    'recordPage.related': () => answer(none),
  }
}

function asked<T>(host: Host, ask: () => T): T {
  try {
    return ask()
  } catch (error) {
    if (error instanceof QueryError) throw new CallError(CODE.badRequest, host.text(error.text, error.params))
    throw error
  }
}
