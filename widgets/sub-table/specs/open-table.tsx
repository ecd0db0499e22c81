import { compileForm, createFormStore } from '@runtime/form'
import type { FormRecord } from '@runtime/form/plan'
import type { FormStore, TableStore } from '@runtime/form/store.types'
import type { Host } from '@runtime/host'
import { collectMessages, createTranslator, type Language } from '@runtime/text'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { catalogue } from '../../definitions'
import { SubTableEdit } from '../edit'

const files = import.meta.glob<Record<string, unknown>>('../../../schemas/locales/*.json', {
  eager: true,
  import: 'default',
})
const messages = collectMessages(
  Object.fromEntries(
    Object.entries(files).map(([file, entries]) => [file.replace(/^.*\/|\.json$/g, ''), entries]),
  ),
)

export interface TestHost extends Host {
  readonly toasts: string[]
}

/** A host that remembers its toasts and has nothing else outside but what is given. */
export function testHost(language: Language = 'zh', outside: Partial<Host> = {}): TestHost {
  const toasts: string[] = []
  const refuse = () => {
    throw new Error('No part of these specs')
  }
  return {
    ...createTranslator(language, messages),
    toasts,
    user: { userId: 'u1', userAccount: 'tester', userName: '测试' },
    now: () => Date.UTC(2026, 0, 1),
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
    ...outside,
  }
}

export interface OpenTable {
  readonly host: TestHost
  readonly store: FormStore
  readonly table: TableStore
  readonly place: HTMLElement
  close(): void
}

export interface TableDocument {
  readonly columns: readonly Readonly<Record<string, unknown>>[]
  readonly [setting: string]: unknown
}

/** Opens a form whose last field is the sub-table `items`, and draws that into the page. */
export function openTable(
  document_: TableDocument,
  rows: readonly Readonly<Record<string, unknown>>[],
  {
    width = '1000px',
    disabled = false,
    language = 'zh' as Language,
    outside = {} as Partial<Host>,
    fields = [] as readonly Readonly<Record<string, unknown>>[],
  } = {},
): OpenTable {
  const host = testHost(language, outside)
  const form = {
    fields: [...fields, { name: 'items', widget: 'sub-table', label: '采购明细', ...document_ }],
  }
  const plan = compileForm(form, { id: 'specs', catalogue })
  const store = createFormStore(plan, host)
  store.load({ items: rows } satisfies FormRecord, 'existing')
  const place = document.createElement('div')
  place.style.width = width
  document.body.append(place)
  const root = createRoot(place)
  const table = store.table('items')
  const { field } = table
  flushSync(() =>
    root.render(
      <SubTableEdit
        id="items"
        value={null}
        onChange={() => undefined}
        onBlur={() => undefined}
        settings={{ ...catalogue.get('sub-table')?.defaults, ...field.settings }}
        label={host.text(field.label)}
        placeholder=""
        disabled={disabled}
        readonly={false}
        required={false}
        error={null}
        options={[]}
        optionsState="none"
        reloadOptions={() => undefined}
        autoFocus={false}
        field={field}
        host={host}
        context={{
          store,
          get: (path) => store.get(path),
          set: (path, value) => store.set(path, value),
          subscribe: () => () => undefined,
        }}
      />,
    ),
  )
  return {
    host,
    store,
    table,
    place,
    close() {
      root.unmount()
      place.remove()
      store.dispose()
    },
  }
}
