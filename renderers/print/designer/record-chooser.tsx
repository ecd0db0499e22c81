import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { KeywordBox } from '@widgets/shared/chooser/keyword-box'
import { pageIn } from '@widgets/shared/chooser/sources'
import { useCallback, useState } from 'react'
import { useFetched } from '../../detail/use-fetched'
import { Popup } from '../../dialog'
import { useHost } from '../../host'
import { EmptyPlace, FailedPlace, SkeletonRows } from '../../list/notices'
import type { PrintField } from './editor'
import { mainFields } from './field-items'
import './record-chooser.css'

/** Records that are offered at once; more are found by keyword. */
const OFFERED = 20
/** Fields that a record is known by. */
const SHOWN_FIELDS = 3

/** Where a record of the model is chosen, or a sample where none is there or may be seen. */
export function RecordChooser({
  modelId,
  fields,
  onChoose,
  onClose,
}: {
  readonly modelId: string
  readonly fields: readonly PrintField[]
  /** Null: a sample. */
  readonly onChoose: (id: string | null) => void
  readonly onClose: () => void
}) {
  const host = useHost()
  const [typed, setTyped] = useState('')
  const [keyword, setKeyword] = useState('')
  const fetch = useCallback(
    async (signal: AbortSignal) => {
      const asked = { modelId, currentPage: 1, pageSize: OFFERED, ...(keyword !== '' && { keyword }) }
      return pageIn((await host.call('onlineDevelopment.list', asked, { signal })).data)
    },
    [host, modelId, keyword],
  )
  const { value, error, retry } = useFetched(fetch)
  return (
    <Popup
      mode="general"
      width="560px"
      title={host.text('@printDesign.chooseRecord')}
      visible
      onClose={onClose}
      footer={<Button onClick={() => onChoose(null)}>{host.text('@printDesign.sample')}</Button>}
    >
      <div className="loam-print-records">
        <KeywordBox host={host} value={typed} onChange={setTyped} onEnter={() => setKeyword(typed.trim())} />
        {error !== null && <FailedPlace message={error} onRetry={retry} />}
        {error === null && !value && <SkeletonRows />}
        {error === null && value?.rows.length === 0 && (
          <EmptyPlace text={host.text('@printDesign.noRecord')} />
        )}
        {error === null && value && value.rows.length > 0 && (
          <ul>
            {value.rows.map((row) => (
              <li key={String(row['id'])}>
                <button type="button" onClick={() => onChoose(String(row['id']))}>
                  {titleOf(row, fields) || String(row['id'])}
                </button>
              </li>
            ))}
          </ul>
        )}
        {value && value.total > OFFERED && (
          <p>{host.text('@printDesign.moreRecords', { count: value.total })}</p>
        )}
      </div>
    </Popup>
  )
}

/** What the first fields of a record say that say anything in a line. */
function titleOf(row: Readonly<Record<string, unknown>>, fields: readonly PrintField[]): string {
  return mainFields(fields)
    .map(({ id }) => row[id])
    .filter((value) => (typeof value === 'string' && value !== '') || typeof value === 'number')
    .slice(0, SHOWN_FIELDS)
    .join(' · ')
}
