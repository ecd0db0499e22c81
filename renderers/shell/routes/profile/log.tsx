import { Input, Pagination, Radio } from '@arco-design/web-react'
import '@arco-design/web-react/es/Input/style/css.js'
import '@arco-design/web-react/es/Pagination/style/css.js'
import '@arco-design/web-react/es/Radio/style/css.js'
import { useQuery } from '@renderers/data'
import { useHost } from '@renderers/host'
import { formatDate } from '@runtime/date'
import { useState } from 'react'
import { useTranslate } from '../../use-translate'
import { Fetched } from '../frame'

/** Sign-ins and operations, as the server numbers them. */
const SIGN_INS = 1
const OPERATIONS = 2
const PAGE_SIZE = 20

/** When one has signed in and what one has done. */
export function Log() {
  const translate = useTranslate()
  const host = useHost()
  const [category, setCategory] = useState(SIGN_INS)
  const [keyword, setKeyword] = useState('')
  const [currentPage, setPage] = useState(1)
  const query = { category, currentPage, pageSize: PAGE_SIZE, ...(keyword !== '' && { keyword }) }
  const answer = useQuery({ call: 'currentUser.systemLog', input: query }, { keep: true })
  const time = (milliseconds: number) =>
    formatDate(milliseconds, 'yyyy-MM-dd HH:mm:ss', host.timeZone ?? null)
  return (
    <>
      <div className="loam-route-acts">
        <Radio.Group
          type="button"
          value={category}
          aria-label={translate('@places.part_log')}
          onChange={(next: number) => {
            setCategory(next)
            setPage(1)
          }}
        >
          <Radio value={SIGN_INS}>{translate('@places.signIns')}</Radio>
          <Radio value={OPERATIONS}>{translate('@places.operations')}</Radio>
        </Radio.Group>
        <Input.Search
          allowClear
          className="loam-route-search"
          placeholder={translate('@common.enterKeyword')}
          aria-label={translate('@common.keyword')}
          onSearch={(typed) => {
            setKeyword(typed.trim())
            setPage(1)
          }}
          onClear={() => setKeyword('')}
        />
      </div>
      <Fetched answer={answer} empty={translate('@places.noLog')} isEmpty={({ list }) => list.length === 0}>
        {({ list, pagination }) => (
          <>
            <ul className="loam-route-rows">
              {list.map((line) => (
                <li key={line.id}>
                  <span>
                    {line.actionName}
                    <small className="loam-route-hint">
                      {[line.target, line.browser, line.system, line.ip].filter(Boolean).join(' · ')}
                    </small>
                  </span>
                  <time dateTime={new Date(line.time).toISOString()}>{time(line.time)}</time>
                </li>
              ))}
            </ul>
            <Pagination
              size="small"
              showTotal
              hideOnSinglePage
              current={currentPage}
              pageSize={PAGE_SIZE}
              total={pagination.total}
              onChange={setPage}
            />
          </>
        )}
      </Fetched>
    </>
  )
}
