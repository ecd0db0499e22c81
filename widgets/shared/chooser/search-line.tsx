import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { IconRefresh } from '@arco-design/web-react/icon'
import type { Host } from '@runtime/host'
import { type ReactNode, useState } from 'react'
import { KeywordBox } from './keyword-box'
import type { Rows } from './use-rows'

/** What is looked for, with the buttons that search, empty the search and load again. */
export function SearchLine({
  host,
  rows,
  extra,
}: {
  readonly host: Host
  readonly rows: Rows
  readonly extra?: ReactNode
}) {
  const [keyword, setKeyword] = useState('')
  return (
    <search className="loam-chooser-search">
      <KeywordBox host={host} value={keyword} onChange={setKeyword} onEnter={() => rows.search(keyword)} />
      <Button type="outline" onClick={() => rows.search(keyword)}>
        {host.text('@dataWidgets.search')}
      </Button>
      <Button
        onClick={() => {
          setKeyword('')
          rows.search('')
        }}
      >
        {host.text('@dataWidgets.reset')}
      </Button>
      {extra}
      <Button type="text" icon={<IconRefresh />} className="loam-chooser-refresh" onClick={rows.refresh}>
        {host.text('@common.refresh')}
      </Button>
    </search>
  )
}
