import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import type { CallAnswer } from '@services/client'
import { useCallback, useEffect, useId, useState } from 'react'
import { useHost } from '../../host'
import { ErrorNote } from '../../page/error-note'
import type { ComparedSide } from '../compare'
import type { ListedVersion } from './answers'
import { RollbackDrawer } from './rollback-drawer'
import { VersionComparison } from './version-comparison'
import { VersionItem } from './version-item'

type Page = CallAnswer<'visualDevelopment.versions'>['data']

const PAGE_SIZE = 20

interface VersionsProps {
  readonly model: { readonly id: string; readonly enCode: string }
  /** The draft as it is designed. */
  readonly draft: ComparedSide
  readonly onRolledBack: () => void
}

type Opened = { readonly kind: 'compare' | 'rollback'; readonly version: number }

/** Released versions, the newest first: what each changed, how it differs, and the way back to it. */
export function Versions({ model, draft, onRolledBack }: VersionsProps) {
  const host = useHost()
  const id = useId()
  const [list, setList] = useState<readonly ListedVersion[]>([])
  /** Of all versions; null: nothing is known yet. */
  const [total, setTotal] = useState<number | null>(null)
  const [pages, setPages] = useState(0)
  const [failure, setFailure] = useState<string | null>(null)
  const [isLoading, setLoading] = useState(false)
  const [opened, open] = useState<Opened | null>(null)
  const load = useCallback(
    async (currentPage: number) => {
      setLoading(true)
      try {
        const input = { id: model.id, currentPage, pageSize: PAGE_SIZE }
        const page = (await host.call('visualDevelopment.versions', input)).data as Page
        setList((known) => merged(known, page.list))
        setTotal(page.pagination.total)
        setPages(currentPage)
        setFailure(null)
      } catch (error) {
        setFailure(error instanceof Error ? error.message : String(error))
      }
      setLoading(false)
    },
    [host, model.id],
  )
  useEffect(() => void load(1), [load])
  const next = pages + 1
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{host.text('@release.versions')}</h2>
      <ol className="loam-publish-list">
        {list.map((version) => (
          <VersionItem
            key={version.version}
            id={model.id}
            version={version}
            onCompare={() => open({ kind: 'compare', version: version.version })}
            onRollback={() => open({ kind: 'rollback', version: version.version })}
          />
        ))}
      </ol>
      {total === 0 && <p className="loam-publish-none">{host.text('@release.noVersions')}</p>}
      {failure !== null && <ErrorNote message={failure} retry={() => void load(next)} />}
      {total !== null && pages * PAGE_SIZE < total && failure === null && (
        <Button long loading={isLoading} onClick={() => void load(next)}>
          {host.text('@release.more')}
        </Button>
      )}
      {opened?.kind === 'compare' && (
        <VersionComparison
          id={model.id}
          version={opened.version}
          versions={list}
          draft={draft}
          onClose={() => open(null)}
        />
      )}
      {opened?.kind === 'rollback' && (
        <RollbackDrawer
          model={model}
          version={opened.version}
          onClose={() => open(null)}
          onDone={() => {
            open(null)
            onRolledBack()
          }}
        />
      )}
    </section>
  )
}

/** A version may have been released between two pages: none stands there twice. */
function merged(known: readonly ListedVersion[], more: readonly ListedVersion[]): readonly ListedVersion[] {
  return [...known, ...more.filter(({ version }) => !known.some((one) => one.version === version))]
}
