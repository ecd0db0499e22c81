import { Button, Skeleton, Tag } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Skeleton/style/css.js'
import '@arco-design/web-react/es/Tag/style/css.js'
import { formatDate } from '@runtime/date'
import { useId, useState } from 'react'
import { useHost } from '../../host'
import { ErrorNote } from '../../page/error-note'
import { ChangeLines } from '../compare'
import type { ListedVersion } from './answers'
import { useVersion } from './use-version'

const MOMENT = 'yyyy-MM-dd HH:mm:ss'

interface VersionItemProps {
  /** Id of the model. */
  readonly id: string
  readonly version: ListedVersion
  readonly onCompare: () => void
  readonly onRollback: () => void
}

/** A version: who released it and why, and what can be done with it. */
export function VersionItem({ id, version: listed, onCompare, onRollback }: VersionItemProps) {
  const host = useHost()
  const own = useId()
  const [isOpen, open] = useState(false)
  const { version, note, releasedBy, releasedAt, changeCount, rolledBackTo, isCurrent } = listed
  const act = (name: string) => ({
    children: host.text(`@release.${name}`),
    // Each version has the same acts: to those who do not see where they stand they say of which.
    'aria-label': host.text('@release.ofVersion', { act: host.text(`@release.${name}`), version }),
  })
  return (
    <li>
      <h3>
        {host.text('@release.versionNumber', { version })}
        {isCurrent && (
          <Tag size="small" color="green">
            {host.text('@release.current')}
          </Tag>
        )}
        {rolledBackTo > 0 && (
          <Tag size="small" color="gray">
            {host.text('@release.rolledBackFrom', { version: rolledBackTo })}
          </Tag>
        )}
      </h3>
      <small>
        {[releasedBy, formatDate(releasedAt, MOMENT, host.timeZone ?? null)]
          .filter((part) => part !== '')
          .join(' · ')}
      </small>
      {note !== '' && <p>{note}</p>}
      <div className="loam-publish-acts">
        <Button
          type="text"
          size="small"
          aria-expanded={isOpen}
          aria-controls={own}
          onClick={() => open(!isOpen)}
        >
          {host.text('@release.changes', { count: changeCount })}
        </Button>
        <Button type="text" size="small" {...act('compare')} onClick={onCompare} />
        {!isCurrent && <Button type="text" size="small" {...act('rollback')} onClick={onRollback} />}
      </div>
      {isOpen && (
        <div id={own}>
          <ChangesOf id={id} version={version} />
        </div>
      )}
    </li>
  )
}

function ChangesOf({ id, version }: { readonly id: string; readonly version: number }) {
  const { value, error, retry } = useVersion(id, version)
  if (error !== null) return <ErrorNote message={error} retry={retry} />
  return value ? <ChangeLines lines={value.changes} /> : <Skeleton animation text={{ rows: 2 }} />
}
