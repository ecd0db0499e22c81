import { SCRIPT_LIMITS } from './limits'

/**
 * What a script finds in its sandbox: the documented parameter object and nothing else (`reference/formdata-format.md §6`).
 * It runs inside, in a context of its own for each run, and talks to the outside in JSON texts through three functions.
 * A script can spoil it for itself alone; the outside takes nothing on trust that comes from here.
 */
export const PRELUDE = `(function (emit, ask, end, input) {
  'use strict'
  const { parse, stringify } = JSON
  const given = parse(input)
  const { formData: kept, rowIndex, table } = given
  const tell = (effect) => emit(stringify(effect))

  const keep = (name, value, row) => {
    const at = name.search(/[.-]/)
    const rows = at < 0 ? kept[table] : kept[name.slice(0, at)]
    const inRow = Array.isArray(rows) && rows[row]
    if (!(name in kept) && inRow) inRow[at < 0 ? name : name.slice(at + 1)] = value
    else kept[name] = value
  }
  const setFormData = (name, value = null, row = rowIndex) => {
    tell({ kind: 'set', name: String(name), value, row })
    keep(String(name), value, row)
  }
  // Scripts also write to it directly, as to the live object that it once was.
  const formData =
    kept && new Proxy(kept, { set: (_, name, value) => (setFormData(name, value, undefined), true) })
  const state = (of) => (name, on, row = rowIndex) =>
    tell({ kind: 'state', state: of, name: String(name), on: Boolean(on), row })

  const waiting = new Map()
  const request = (url, method, data) =>
    new Promise((resolve, reject) => {
      const all = typeof url === 'object' && url !== null ? url : { url, method, data }
      const number = waiting.size + 1
      waiting.set(number, { resolve, reject })
      ask(number, stringify({ url: String(all.url), method: all.method, data: all.data ?? all.params }))
    })
  const onlineUtils = {
    getUserInfo: () => parse(stringify(given.user)),
    getDeviceInfo: () => ({ vueVersion: '2', origin: 'pc' }),
    request,
    route: (to) => tell({ kind: 'route', to: String(to) }),
    toast: (message, type, duration) => tell({ kind: 'toast', message: String(message), type, duration }),
  }
  const parameter = {
    ...given.names,
    ...(formData && {
      formData,
      setFormData,
      setShowOrHide: state('visible'),
      setRequired: state('required'),
      setDisabled: state('disabled'),
    }),
    ...(rowIndex === undefined ? {} : { rowIndex }),
    ...(given.list && { refresh: () => tell({ kind: 'refresh' }), tableRef: {} }),
    onlineUtils,
    request,
  }
  const said = (value) => {
    if (typeof value === 'string') return value
    try {
      return value instanceof Error ? value.name + ': ' + value.message : (stringify(value) ?? String(value))
    } catch {
      return String(value)
    }
  }
  let lines = 0
  const logs = (level) => (...values) => {
    if (!given.trial || lines++ >= ${SCRIPT_LIMITS.logs}) return
    tell({ kind: 'log', level, text: values.map(said).join(' ').slice(0, ${SCRIPT_LIMITS.logLine}) })
  }
  globalThis.console = {}
  for (const level of ['log', 'info', 'warn', 'error', 'debug']) console[level] = logs(level)

  const done = (value) => end(stringify({ state: 'done', value: value === undefined ? null : value }))
  const failed = (error) => {
    let mistake = false
    let message = ''
    let stack
    try {
      mistake = error instanceof Error && error.name !== 'Error'
      message = error instanceof Error ? (mistake ? error.name + ': ' : '') + error.message : String(error ?? '')
      if (given.trial && error instanceof Error) stack = String(error.stack)
    } catch {}
    end(stringify({ state: 'failed', mistake, message, stack }))
  }
  return {
    start(script) {
      try {
        const result = typeof script === 'function' ? script(parameter) : undefined
        if (result instanceof Promise) result.then(done).then(undefined, failed)
        else done(result)
      } catch (error) {
        failed(error)
      }
    },
    settle(number, fine, text, values) {
      const { resolve, reject } = waiting.get(number)
      if (formData && values !== '') {
        for (const name of Object.keys(kept)) delete kept[name]
        Object.assign(kept, parse(values))
      }
      const value = parse(text)
      if (fine) resolve(value)
      else reject(new Error(value))
    },
  }
})`
