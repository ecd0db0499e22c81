import type { FieldPlan, FormPlan } from '@runtime/form/plan'
import type { Cell, FormStore, TableStore } from '@runtime/form/store.types'
import type { Host } from '@runtime/host'
import { collectMessages, createTranslator, type Messages } from '@runtime/text'
import table from '@schemas/locales/table.json'
import { proxy, ref } from 'valtio/vanilla'
import { catalogue } from '../../definitions'

type Row = Record<string, unknown>

const messages: Messages = collectMessages({ table })

/** A host that remembers its toasts. */
export function testHost(): Host & { readonly toasts: string[] } {
  const toasts: string[] = []
  const refuse = () => {
    throw new Error('Not part of these specs')
  }
  return {
    ...createTranslator('zh', messages),
    toasts,
    user: { userId: 'u1', userAccount: 'tester', userName: '测试' },
    now: () => 0,
    call: refuse,
    toast: (_kind, text) => void toasts.push(text),
    confirm: refuse,
    prompt: refuse,
    navigate: refuse,
    openWindow: refuse,
    download: refuse,
    chooseFiles: refuse,
    copy: refuse,
    print: refuse,
  }
}

/** A column of a plan, of a real widget. */
export function column(name: string, widget: string, more: Partial<FieldPlan> = {}): FieldPlan {
  const definition = catalogue.get(widget)
  const settings = { ...definition?.defaults, ...more.settings }
  const options = more.options ?? definition?.options?.(settings) ?? undefined
  return {
    path: `items.${name}`,
    name,
    table: 'items',
    widget,
    ...(definition && { definition }),
    widgetName: widget,
    label: name,
    showLabel: true,
    span: 24,
    ...(options && { options }),
    defaultValue: null,
    required: false,
    visible: true,
    disabled: false,
    readonly: false,
    requiredMessage: '不能为空',
    patterns: [],
    unique: false,
    stored: true,
    computed: false,
    schema: {},
    ...more,
    settings,
  }
}

export function tableField(columns: readonly FieldPlan[], settings: Row = {}): FieldPlan {
  const definition = catalogue.get('sub-table')
  return column('items', 'sub-table', {
    path: 'items',
    label: '明细',
    columns,
    settings: { ...definition?.defaults, ...settings },
  })
}

/** The contract of `TableStore` at its plainest: rows in an array, undo by whole copies, errors by `required`. */
export function memoryTable(field: FieldPlan, start: readonly Row[]): TableStore {
  const columns = field.columns ?? []
  let count = 0
  const rows = new Map<string, Row>()
  const errors = new Map<string, string>()
  const cells = new Map<string, Cell>()
  const add = (values: Row) => {
    const id = `r${++count}`
    rows.set(id, { ...values })
    return id
  }
  const state = proxy({
    ids: ref(start.map(add)) as readonly string[],
    version: 0,
    canUndo: false,
    canRedo: false,
  })
  const summary = proxy<Record<string, number | null>>({})
  interface Step {
    ids: readonly string[]
    rows: Map<string, Row>
    errors: Map<string, string>
  }
  const undone: Step[] = []
  const done: Step[] = []
  let depth = 0
  const copy = (): Step => ({
    ids: state.ids,
    rows: new Map([...rows].map(([id, row]) => [id, { ...row }])),
    errors: new Map(errors),
  })
  const errorOf = (id: string, name: string) => {
    const refused = errors.get(`${id}.${name}`)
    const isEmpty = [null, undefined, ''].includes(rows.get(id)?.[name] as null)
    return refused ?? (columns.find((one) => one.name === name)?.required && isEmpty ? '不能为空' : null)
  }
  const refresh = () => {
    for (const [key, cell] of cells) {
      const [id = '', name = ''] = key.split('.')
      const value = rows.get(id)?.[name] ?? null
      if (!Object.is(cell.value, value)) cell.value = value
      const error = errorOf(id, name)
      if (cell.error !== error) cell.error = error
    }
    for (const { name } of columns) {
      const numbers = [...rows.values()].map((row) => row[name]).filter((value) => typeof value === 'number')
      summary[name] = numbers.length ? Math.round(numbers.reduce((a, b) => a + b, 0) * 100) / 100 : null
    }
    state.version += 1
    state.canUndo = done.length > 0
    state.canRedo = undone.length > 0
  }
  const step = <T>(work: () => T): T => {
    if (depth > 0) return work()
    done.push(copy())
    undone.length = 0
    depth += 1
    try {
      return work()
    } finally {
      depth -= 1
      refresh()
    }
  }
  const restore = (from: Step[], to: Step[]) => {
    const last = from.pop()
    if (!last) return
    to.push(copy())
    state.ids = ref(last.ids as string[])
    rows.clear()
    for (const [id, row] of last.rows) rows.set(id, row)
    errors.clear()
    for (const [key, message] of last.errors) errors.set(key, message)
    refresh()
  }
  const write = (id: string, name: string, value: unknown, error?: string) => {
    const row = rows.get(id)
    if (row) row[name] = value
    if (error) errors.set(`${id}.${name}`, error)
    else errors.delete(`${id}.${name}`)
  }
  const store: TableStore = {
    path: field.path,
    field,
    columns,
    state,
    summary,
    cell(id, name) {
      const key = `${id}.${name}`
      const known = cells.get(key)
      if (known) return known
      const made = proxy<Cell>({
        value: rows.get(id)?.[name] ?? null,
        error: errorOf(id, name),
        visible: true,
        required: false,
        disabled: false,
        readonly: false,
        options: null,
        optionsState: 'none',
        touched: false,
      })
      cells.set(key, made)
      return made
    },
    row: (id) => rows.get(id) ?? {},
    get: (id, name) => rows.get(id)?.[name],
    set: (id, name, value) => step(() => write(id, name, value)),
    setMany: (changes) =>
      step(() => {
        for (const one of changes) write(one.rowId, one.column, one.value, one.error)
      }),
    insert: (added, index = state.ids.length) =>
      step(() => {
        const ids = added.map(add)
        state.ids = ref([...state.ids.slice(0, index), ...ids, ...state.ids.slice(index)])
        return ids
      }),
    remove: (ids) =>
      step(() => {
        state.ids = ref(state.ids.filter((id) => !ids.includes(id)))
        for (const id of ids) rows.delete(id)
      }),
    move: (id, index) =>
      step(() => {
        const rest = state.ids.filter((one) => one !== id)
        state.ids = ref([...rest.slice(0, index), id, ...rest.slice(index)])
      }),
    batch: step,
    undo: () => restore(done, undone),
    redo: () => restore(undone, done),
    errors: () =>
      state.ids.flatMap((rowId) =>
        columns.flatMap(({ name }) => {
          const message = errorOf(rowId, name)
          return message ? [{ rowId, column: name, message }] : []
        }),
      ),
  }
  refresh()
  return store
}

/** As much of a form as a sub-table asks of it. */
export function formAround(table: TableStore, host: Host): FormStore {
  const plan = { id: 'specs', rules: [] } as unknown as FormPlan
  return {
    plan,
    host,
    table: () => table,
    get: () => undefined,
    onChange: () => () => {},
  } as unknown as FormStore
}
