import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { useId, useState } from 'react'
import { useHost } from '../../host'
import { type CheckReport, grouped, type RecordsJudged } from './answers'
import { Part } from './part'

interface AskedProps {
  readonly report: CheckReport
  readonly enCode: string
  /** Gives a field's value to the records that have none; absent: nothing is filled from here. */
  readonly onFill?: ((path: string) => void) | undefined
}

/** What a release costs, which somebody has to accept: of records, of values, of rights. */
export function Asked({ report: { records, kept, rights, changes }, enCode, onFill }: AskedProps) {
  const host = useHost()
  const required = new Set(changes.flatMap(({ kind, path }) => (kind === 'required' && path ? [path] : [])))
  if (records.findings.length + kept.length + rights.length === 0) return null
  return (
    <Part title={host.text('@release.asked')}>
      <ul>
        {records.findings.map((finding) => (
          <RecordsLine
            key={`${finding.field} ${finding.message}`}
            finding={finding}
            records={records}
            enCode={enCode}
            onFill={onFill && required.has(finding.field) ? () => onFill(finding.field) : undefined}
          />
        ))}
        {kept.map(({ path, label, count }) => (
          <li key={path}>{host.text('@release.kept', { field: label, count: grouped(count) })}</li>
        ))}
        {rights.map(({ code, name, count }) => (
          <li key={code}>{host.text('@release.rightsLost', { name, count: grouped(count) })}</li>
        ))}
      </ul>
    </Part>
  )
}

interface RecordsLineProps {
  readonly finding: RecordsJudged['findings'][number]
  readonly records: RecordsJudged
  readonly enCode: string
  readonly onFill: (() => void) | undefined
}

/** How many records do not fit any more, with the way to some of them. */
function RecordsLine({ finding, records, enCode, onFill }: RecordsLineProps) {
  const host = useHost()
  const id = useId()
  const [isOpen, open] = useState(false)
  const { message, count, sample } = finding
  const words = host.text(records.isExact ? '@release.records' : '@release.recordsSampled', {
    ...{ message, count: grouped(count) },
    ...{ total: grouped(records.total), judged: grouped(records.judged) },
  })
  return (
    <li>
      <span>{words}</span>
      {sample.length > 0 && (
        <Button
          type="text"
          size="small"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => open(!isOpen)}
        >
          {host.text(isOpen ? '@release.hideRecords' : '@release.showRecords')}
        </Button>
      )}
      {onFill && (
        <Button type="text" size="small" onClick={onFill}>
          {host.text('@release.fill')}
        </Button>
      )}
      {isOpen && (
        <ul id={id} className="loam-publish-records" aria-label={words}>
          {sample.map((record) => (
            <li key={record}>
              <RecordLink path={`/model/${encodeURIComponent(enCode)}/${encodeURIComponent(record)}`}>
                {record}
              </RecordLink>
            </li>
          ))}
          {count > sample.length && (
            <li>{host.text('@release.moreRecords', { count: grouped(count - sample.length) })}</li>
          )}
        </ul>
      )}
    </li>
  )
}

function RecordLink({ path, children }: { readonly path: string; readonly children: string }) {
  const host = useHost()
  return (
    <a
      href={path}
      onClick={(event) => {
        // Another tab or window is the browser's own affair.
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        host.navigate(path)
      }}
    >
      {children}
    </a>
  )
}
