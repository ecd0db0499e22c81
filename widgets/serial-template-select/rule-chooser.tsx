import { Button } from '@arco-design/web-react'
import { dataOf } from '@runtime/data'
import '@arco-design/web-react/es/Button/style/css.js'
import { IconPlus } from '@arco-design/web-react/icon'
import type { Host } from '@runtime/host'
import { readRecord } from '@runtime/widget/read'
import { type CSSProperties, useEffect, useMemo, useState } from 'react'
import { type LoadRows, type OpenTable, pageIn, RowChooser } from '../shared/chooser'
import { classes } from '../shared/control'
import { CATEGORIES, DIALOG_ROWS, DIALOG_WIDTH } from './definition'

/** Serial-number rules by category, with a way to make one (`spec/widgets.md §2.7`). */
export function RuleChooser(table: OpenTable) {
  const { host } = table
  const [category, setCategory] = useState('')
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` loads again, when a rule has been made.
  const load = useMemo(() => rulesOf(host, category), [host, category, round])
  const columns = [
    { value: 'fullName', label: host.text('@dataWidgets.businessName') },
    { value: 'enCode', label: host.text('@dataWidgets.businessCode') },
    { value: 'startNumber', label: host.text('@dataWidgets.serialStart') },
  ]
  const add = async () => {
    const dialog = { page: 'system/bill-rule', title: '@dataWidgets.addRule', dialog: 'rule' }
    await host.openPage?.({ ...dialog, with: { row: category === '' ? {} : { category } } })
    setRound((known) => known + 1)
  }
  return (
    <RowChooser
      {...table}
      load={load}
      columns={columns}
      popup={{
        hasPage: true,
        popupType: 'dialog',
        popupTitle: '@dataWidgets.chooseRule',
        popupWidth: DIALOG_WIDTH,
      }}
      counts={{ atFirst: DIALOG_ROWS, later: DIALOG_ROWS }}
      side={<Categories host={host} chosen={category} onChoose={setCategory} />}
      extra={
        host.openPage &&
        host.may?.('system.billRule', 'btn_add') !== false && (
          <Button icon={<IconPlus />} onClick={() => void add()}>
            {host.text('@common.add')}
          </Button>
        )
      }
    />
  )
}

/** Enabled rules of a category (`spec/widgets.md §7`, serial-number template list). */
function rulesOf(host: Host, categoryId: string): LoadRows {
  return async ({ keyword, currentPage, pageSize }, signal) => {
    const query = { keyword, currentPage, pageSize, sort: 'desc', sidx: '', categoryId }
    const { data } = await host.call('billRule.selector', query, { signal })
    return pageIn(data)
  }
}

interface Category {
  readonly id: string
  readonly fullName: string
  readonly depth: number
}

/** The tree of categories, unfolded: there are few. */
function Categories({
  host,
  chosen,
  onChoose,
}: {
  readonly host: Host
  readonly chosen: string
  readonly onChoose: (category: string) => void
}) {
  const categories = useCategories(host)
  const all: Category = { id: '', fullName: host.text('@dataWidgets.allCategories'), depth: 0 }
  return (
    <nav className="loam-chooser-side" aria-label={host.text('@dataWidgets.category')}>
      {[all, ...categories].map(({ id, fullName, depth }) => (
        <button
          key={id}
          type="button"
          aria-current={id === chosen ? 'true' : undefined}
          className={classes('loam-chooser-category', id === chosen && 'loam-chooser-category-chosen')}
          style={{ '--loam-depth': depth } as CSSProperties}
          onClick={() => onChoose(id)}
        >
          {fullName}
        </button>
      ))}
    </nav>
  )
}

function useCategories(host: Host): readonly Category[] {
  const [categories, setCategories] = useState<readonly Category[]>([])
  useEffect(() => {
    const leaving = new AbortController()
    const query = { call: 'dictionaryData.options', input: { id: CATEGORIES } }
    dataOf(host)
      .read(query, { signal: leaving.signal })
      .then(
        (data) => setCategories(flat(readRecord(data)?.['list'], 1)),
        // Without the categories all rules are still there.
        () => undefined,
      )
    return () => leaving.abort()
  }, [host])
  return categories
}

function flat(list: unknown, depth: number): readonly Category[] {
  return (Array.isArray(list) ? list : []).flatMap((item: unknown) => {
    const node = readRecord(item) ?? {}
    const own = { id: String(node['id']), fullName: String(node['fullName'] ?? ''), depth }
    return [own, ...flat(node['children'], depth + 1)]
  })
}
