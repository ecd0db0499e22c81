import { testHost } from '@tests/fixtures/form-kit'
import { catalogue } from '@widgets/definitions'
import { describe, expect, it } from 'vitest'
import { ROWS_LIMIT, TEXT_LIMIT } from '../../limits'
import { compileForm, createFormStore, evaluateRecord } from '../index'

const host = testHost()
const plan = compileForm(
  {
    fields: [
      { name: 'note', widget: 'textarea', label: '备注' },
      { name: 'essay', widget: 'textarea', label: '长文', maxlength: 30_000 },
      { name: 'page', widget: 'rich-text', label: '正文' },
      {
        name: 'items',
        widget: 'sub-table',
        label: '明细',
        columns: [{ name: 'text', widget: 'input', label: '内容' }],
      },
    ],
  },
  { id: 'f', catalogue },
)

/** What the browser and the server say of a record: the same. */
function validated(record: Record<string, unknown>) {
  const { errors } = evaluateRecord(plan, record, host, { creating: true })
  const store = createFormStore(plan, host)
  store.load(record, 'existing')
  expect(store.validate()).toEqual(errors)
  return errors
}

const bytes = (count: number) => 'x'.repeat(count)

describe('a record', () => {
  it('may have texts as long as their widgets say', () => {
    expect(
      validated({ note: bytes(TEXT_LIMIT), essay: '长'.repeat(30_000), page: bytes(512 * 1024) }),
    ).toEqual([])
  })

  it('is refused for a text that is too large, by the name of its field', () => {
    expect(validated({ note: '长'.repeat(TEXT_LIMIT / 3 + 1) })).toEqual([
      { path: 'note', message: '备注的内容过大：最多 64 KB' },
    ])
    expect(validated({ page: bytes(512 * 1024 + 1) })).toEqual([
      { path: 'page', message: '正文的内容过大：最多 512 KB' },
    ])
    expect(validated({ items: [{ text: 'x' }, { text: bytes(TEXT_LIMIT + 1) }] })).toEqual([
      { path: 'items.1.text', message: '内容的内容过大：最多 64 KB' },
    ])
  })

  it('has at most ten thousand rows in a sub-table', () => {
    const rows = (count: number) => Array.from({ length: count }, () => ({}))
    expect(validated({ items: rows(ROWS_LIMIT) })).toEqual([])
    const message = '明细最多 10000 行，请分成几条记录'
    expect(validated({ items: rows(ROWS_LIMIT + 1) })).toEqual([{ path: 'items', message }])
  })

  it('is refused as a whole at its largest field', () => {
    const rows = Array.from({ length: 10 }, () => ({ text: bytes(60_000) }))
    const message = '记录过大：最多 1.0 MB，其中明细占 586 KB，请精简'
    expect(validated({ note: 'x', page: bytes(500_000), items: rows })).toEqual([{ path: 'items', message }])
  })
})

it('looks at no row of a request that has too many', () => {
  let looks = 0
  const rows = Array.from({ length: 20_000 }, () => ({
    get text() {
      looks += 1
      return 'x'
    },
  }))
  expect(evaluateRecord(plan, { items: rows }, host, { creating: true }).errors).toHaveLength(1)
  expect(looks).toBe(0)
})

it('a record of a screen’s own form may have a text of a file, and no more than the screen says', () => {
  const own = compileForm(
    { fields: [{ name: 'json', widget: 'textarea', label: '文本', maxBytes: 8 * 2 ** 20 }] },
    { id: 'own', catalogue },
  )
  const said = (json: string) => {
    const store = createFormStore(own, host)
    store.load({ json }, 'existing')
    return store.validate().map(({ message }) => message)
  }
  expect(said('"'.repeat(5 * 2 ** 20))).toEqual([])
  expect(said(bytes(8 * 2 ** 20 + 1))).toEqual([expect.stringMatching(/8(\.0)? MB/)])
})
