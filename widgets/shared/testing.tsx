import { ConfigProvider } from '@arco-design/web-react'
import type { FieldPlan } from '@runtime/form/plan'
import type { FormStore } from '@runtime/form/store.types'
import type { Host } from '@runtime/host'
import { collectMessages, createTranslator, type Language } from '@runtime/text'
import type { Option, OptionSource } from '@runtime/widget/definition'
import { type ComponentType, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import type { EditProps, Widget } from '../widget'

/** What the widgets say, read as the server reads it. */
const messages = collectMessages(
  Object.fromEntries(
    Object.entries(
      import.meta.glob<Record<string, unknown>>('../../schemas/locales/*.json', {
        eager: true,
        import: 'default',
      }),
    ).map(([file, entries]) => [file.replace(/^.*\/|\.json$/g, ''), entries]),
  ),
)

/** A host of one language that reaches nothing outside. */
export function testHost(language: Language = 'zh'): Host {
  const refuse = () => Promise.reject(new Error('A widget in this test reached outside'))
  return {
    ...createTranslator(language, messages),
    user: { userId: 'u1', userAccount: 'test', userName: '测试员' },
    now: Date.now,
    call: refuse,
    toast: () => undefined,
    confirm: refuse,
    prompt: refuse,
    navigate: () => undefined,
    openWindow: () => undefined,
    download: refuse,
    chooseFiles: refuse,
    copy: refuse,
    print: () => undefined,
  }
}

/** A field of one widget, as a compiled form has it. */
export function testField(widget: Widget, settings: object, label = '字段'): FieldPlan {
  const merged = { ...widget.definition.defaults, ...settings }
  return {
    path: 'field',
    name: 'field',
    key: 'field',
    widget: widget.definition.key,
    definition: widget.definition,
    widgetName: widget.definition.key,
    label,
    showLabel: true,
    span: 24,
    settings: merged,
    defaultValue: null,
    required: false,
    visible: true,
    disabled: false,
    readonly: false,
    requiredMessage: '',
    patterns: [],
    unique: false,
    stored: true,
    computed: false,
    schema: widget.definition.value?.(merged) ?? {},
  }
}

export interface Mounted {
  readonly container: HTMLElement
  /** The latest value, as the form would have it. */
  readonly value: () => unknown
  readonly changes: readonly unknown[]
  readonly blurs: () => number
  readonly reloads: () => number
  /** Gives other props, as a form does when the field's state changes. */
  update(props: Partial<EditProps<object, unknown>>): void
  unmount(): void
}

interface MountOptions {
  readonly settings?: object
  readonly value?: unknown
  readonly props?: Partial<EditProps<object, unknown>>
  /** The compact editor of a table cell. */
  readonly cell?: boolean
  readonly language?: Language
  readonly size?: 'mini' | 'small' | 'default' | 'large'
}

const roots = new Set<{ readonly root: Root; readonly container: HTMLElement }>()

/** What a mounted field has seen so far, and the way to give it other props. */
interface FieldRecord {
  value: unknown
  readonly changes: unknown[]
  blurs: number
  reloads: number
  update: Mounted['update']
}

/** Mounts a widget's editor in a form of one field. */
export function mountWidget(widget: Widget, options: MountOptions = {}): Mounted {
  const record: FieldRecord = {
    value: options.value ?? null,
    changes: [],
    blurs: 0,
    reloads: 0,
    update: () => undefined,
  }
  const editor = options.cell ? (widget.CellEdit ?? widget.Edit) : widget.Edit
  if (!editor) throw new Error(`${widget.definition.key} has no editor`)
  const base = baseProps(testField(widget, options.settings ?? {}), testHost(options.language))
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  const entry = { root, container }
  roots.add(entry)
  flushSync(() =>
    root.render(
      <ConfigProvider size={options.size ?? 'default'}>
        <OneField editor={editor} base={{ ...base, ...options.props }} record={record} />
      </ConfigProvider>,
    ),
  )
  return {
    container,
    value: () => record.value,
    changes: record.changes,
    blurs: () => record.blurs,
    reloads: () => record.reloads,
    update: (more) => record.update(more),
    unmount() {
      root.unmount()
      container.remove()
      roots.delete(entry)
    },
  }
}

function OneField({
  editor: Editor,
  base,
  record,
}: {
  readonly editor: ComponentType<EditProps<object, unknown>>
  readonly base: EditProps<object, unknown>
  readonly record: FieldRecord
}) {
  const [value, setValue] = useState(record.value)
  const [more, setMore] = useState<Partial<EditProps<object, unknown>>>({})
  record.update = (next) => flushSync(() => setMore((before) => ({ ...before, ...next })))
  return (
    <Editor
      {...base}
      value={value}
      onChange={(next) => {
        record.changes.push(next)
        record.value = next
        flushSync(() => setValue(next))
      }}
      onBlur={() => {
        record.blurs += 1
      }}
      reloadOptions={() => {
        record.reloads += 1
      }}
      {...more}
    />
  )
}

/** Takes away all that `mountWidget` put on the page; for `afterEach`. */
export function unmountAll(): void {
  for (const { root, container } of roots) {
    root.unmount()
    container.remove()
  }
  roots.clear()
}

function baseProps(field: FieldPlan, host: Host): EditProps<object, unknown> {
  const source = field.definition?.options?.(field.settings) as OptionSource | null | undefined
  const options: readonly Option[] = source?.kind === 'static' ? source.options : []
  return {
    id: 'field',
    value: null,
    onChange: () => undefined,
    onBlur: () => undefined,
    settings: field.settings,
    label: String(field.label),
    placeholder: '请输入',
    disabled: false,
    readonly: false,
    required: false,
    error: null,
    options,
    optionsState: source ? 'ready' : 'none',
    reloadOptions: () => undefined,
    autoFocus: false,
    field,
    host,
    context: {
      store: undefined as unknown as FormStore,
      get: () => undefined,
      set: () => undefined,
      subscribe: () => () => undefined,
    },
  }
}
