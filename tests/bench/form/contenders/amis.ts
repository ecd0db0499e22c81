import { type BenchField, type Contender, rowsOf } from '../model'

interface AmisEmbed {
  embed(root: HTMLElement, document: unknown, props: unknown, env: unknown): unknown
}
declare const amisRequire: (name: string) => AmisEmbed

const TYPES = { text: 'input-text', number: 'input-number', select: 'select', date: 'input-date' } as const

/** amis by its prebuilt SDK, which is how most people run it. */
const load = (async () => {
  for (const file of ['sdk.css', 'helper.css']) {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: `/amis/${file}` })
    document.head.append(link)
  }
  await new Promise((resolve, reject) => {
    document.head.append(
      Object.assign(document.createElement('script'), {
        src: '/amis/sdk.js',
        onload: resolve,
        onerror: reject,
      }),
    )
  })
})()
await load

export const prepare: Contender = ({ fields, choices, table }) => {
  const body = table
    ? [{ type: 'input-table', name: 'items', columns: columnsOf(table.columns) }]
    : fields.map((field) => ({
        type: TYPES[field.kind],
        name: field.name,
        label: field.label,
        ...(field.kind === 'select' ? { options: choices } : {}),
        ...ruleOf(field),
      }))
  const document = { type: 'form', wrapWithPanel: false, body, data: table ? { items: rowsOf(table) } : {} }
  return (root) => amisRequire('amis/embed').embed(root, document, {}, { theme: 'cxd' })
}

function ruleOf({ shownUnless }: BenchField) {
  return shownUnless ? { visibleOn: `\${${shownUnless} != 'hide'}` } : {}
}

function columnsOf(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    name: `c${index}`,
    label: `c${index}`,
    quickEdit: { mode: 'inline', type: index % 2 ? 'input-number' : 'input-text' },
  }))
}
