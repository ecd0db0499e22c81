import { Button, Input } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Input/style/css.js'
import { useQuery } from '@renderers/data'
import { useHost } from '@renderers/host'
import type { MenuEntry } from '@runtime/menu/destination'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useTranslate } from '../use-translate'
import { Fetched, RouteFrame } from './frame'

interface Item {
  readonly id: string
  readonly fullName: string
  readonly enCode: string
  readonly children: readonly Item[]
}

/** The data of one dictionary category, for those whose menu has it (`spec/shell-and-monitoring.md §2.2`, type 4). */
export function DictionaryRoute({
  entry,
  category,
}: {
  readonly entry: MenuEntry
  readonly category: string
}) {
  const translate = useTranslate()
  const host = useHost()
  const [keyword, setKeyword] = useState('')
  const answer = useQuery(
    category === '' ? null : { call: 'dictionaryData.options', input: { id: category } },
  )
  const word = keyword.trim().toLowerCase()
  const found = (list: readonly Item[]) =>
    flat(list).filter(({ item }) => `${item.fullName}\n${item.enCode}`.toLowerCase().includes(word))
  return (
    <RouteFrame
      title={entry.fullName}
      acts={
        <>
          <Input.Search
            allowClear
            className="loam-route-search"
            placeholder={translate('@common.enterKeyword')}
            aria-label={translate('@common.keyword')}
            value={keyword}
            onChange={setKeyword}
          />
          <Button onClick={answer.again}>{translate('@common.refresh')}</Button>
          {host.may?.('system.dictionary') && (
            <Link to="/system/dictionary">{translate('@places.manage')}</Link>
          )}
        </>
      }
    >
      <Fetched
        answer={answer}
        empty={translate(word === '' ? '@places.noItems' : '@places.nothingFound')}
        isEmpty={({ list }) => found(list as readonly Item[]).length === 0}
      >
        {({ list }) => (
          <table className="loam-route-table">
            <thead>
              <tr>
                <th scope="col">{translate('@common.name')}</th>
                <th scope="col">{translate('@common.code')}</th>
              </tr>
            </thead>
            <tbody>
              {found(list as readonly Item[]).map(({ item, level }) => (
                <tr key={item.id}>
                  <td style={{ paddingInlineStart: 12 + level * 20 }}>{item.fullName}</td>
                  <td>{item.enCode}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Fetched>
    </RouteFrame>
  )
}

function flat(list: readonly Item[], level = 0): readonly { readonly item: Item; readonly level: number }[] {
  return list.flatMap((item) => [{ item, level }, ...flat(item.children, level + 1)])
}
