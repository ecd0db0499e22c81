import { CallError, type Host } from '@runtime/host'
import { isRecord } from '@runtime/json'
import { CODE, callByName, isRead } from '@services/client'
import { SAMPLE_ROWS } from './live-document'

/** Rows of samples; of what a list's columns name they show the name. */
const ROWS = 3

/** The host around for what is being written: it asks, and sends nothing that would change something. */
export function previewHost(around: Host, content: unknown): Host {
  const call: Host['call'] = async (name, input, options) => {
    if (name === SAMPLE_ROWS) return { data: sampleRows(content), msg: '' }
    const known = callByName(name)
    if (known && !isRead(known)) throw new CallError(CODE.badRequest, around.text('@gallery.notSent'))
    return around.call(name, input, options)
  }
  const stay = () => around.toast('info', around.text('@gallery.notSent'))
  return Object.assign(Object.create(around) as Host, {
    call,
    data: undefined,
    navigate: stay,
    openWindow: stay,
  })
}

function sampleRows(content: unknown) {
  const columns = isRecord(content) && Array.isArray(content['columns']) ? content['columns'] : []
  const paths = columns.flatMap((column: unknown) => (isRecord(column) ? [String(column['path'])] : []))
  const list = Array.from({ length: ROWS }, (_, index) => ({
    ...Object.fromEntries(paths.map((path) => [path, `${path} ${index + 1}`])),
    id: String(index + 1),
  }))
  return { list, pagination: { currentPage: 1, pageSize: 20, total: ROWS } }
}
