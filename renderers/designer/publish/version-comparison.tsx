import { Select, Skeleton } from '@arco-design/web-react'
import '@arco-design/web-react/es/Select/style/css.js'
import '@arco-design/web-react/es/Skeleton/style/css.js'
import { LazyFallback } from '@widgets/shared/lazy'
import { useId, useState } from 'react'
import { Popup } from '../../dialog'
import { useHost } from '../../host'
import { ErrorNote } from '../../page/error-note'
import { type ComparedSide, Comparison } from '../compare'
import type { ListedVersion } from './answers'
import { useVersion } from './use-version'

interface VersionComparisonProps {
  /** Id of the model. */
  readonly id: string
  readonly version: number
  /** Those that it can be compared with. */
  readonly versions: readonly ListedVersion[]
  readonly draft: ComparedSide
  readonly onClose: () => void
}

/** Stands for the draft among the numbers of versions, which begin with 1. */
const DRAFT = 0

/** A version beside the draft, or beside another version: the older one first. */
export function VersionComparison({ id, version, versions, draft, onClose }: VersionComparisonProps) {
  const host = useHost()
  const own = useId()
  const [other, setOther] = useState(DRAFT)
  const [isChoosing, choose] = useState(false)
  const chosen = useVersion(id, version)
  const beside = useVersion(id, other === DRAFT ? undefined : other)
  const titleOf = (number: number) =>
    number === DRAFT ? host.text('@release.draft') : host.text('@release.versionNumber', { version: number })
  const error = chosen.error ?? beside.error
  const one = chosen.value && { title: titleOf(version), side: chosen.value }
  const two =
    other === DRAFT
      ? { title: titleOf(DRAFT), side: draft }
      : beside.value && { title: titleOf(other), side: beside.value }
  const isEarlier = other !== DRAFT && other < version
  const [before, after] = isEarlier ? [two, one] : [one, two]
  return (
    <Popup
      mode="drawer"
      visible
      width="1200px"
      title={host.text('@release.ofVersion', { act: host.text('@release.compare'), version })}
      closesBeside
      onClose={onClose}
    >
      <div className="loam-publish-beside">
        <span id={own}>{host.text('@release.compareWith')}</span>
        <Select
          value={other}
          aria-labelledby={own}
          onChange={(next: number) => setOther(next)}
          onVisibleChange={choose}
          // A closed choice keeps the key to itself, and the drawer would not hear of it.
          onKeyDown={({ key }) => {
            if (key === 'Escape' && !isChoosing) onClose()
          }}
          options={[DRAFT, ...versions.map((one) => one.version).filter((number) => number !== version)].map(
            (value) => ({ value, label: titleOf(value) }),
          )}
        />
      </div>
      {error !== null && (
        <ErrorNote
          message={error}
          retry={() => {
            if (chosen.error !== null) chosen.retry()
            if (beside.error !== null) beside.retry()
          }}
        />
      )}
      {error === null &&
        (before && after ? (
          <LazyFallback shown={<Skeleton animation text={{ rows: 8 }} />}>
            <Comparison
              before={before.side}
              after={after.side}
              titles={{ before: before.title, after: after.title }}
            />
          </LazyFallback>
        ) : (
          <Skeleton animation text={{ rows: 8 }} />
        ))}
    </Popup>
  )
}
