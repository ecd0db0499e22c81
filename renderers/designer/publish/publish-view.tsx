import { Button, Skeleton } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Skeleton/style/css.js'
import { IconRefresh } from '@arco-design/web-react/icon'
import { modelTexts } from '@runtime/design/document'
import { selectOne } from '@runtime/design/selection'
import type { DesignSession } from '@runtime/design/session'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useHost } from '../../host'
import { ErrorNote } from '../../page/error-note'
import { useFormDocument } from '../../page/use-form-document'
import type { ComparedSide } from '../compare'
import type { DesignDraft } from '../draft'
import { hasList } from '../screen/draft-of'
import { useSession } from '../use-session'
import { Acceptance, type Accepted } from './acceptance'
import type { Finding } from './answers'
import { CheckReportView } from './check-report'
import { sendDespite } from './despite'
import { nodeOfFinding } from './field-node'
import { MenuPlace, type MenuPlaceHandle, PLACE_FORM } from './menu-place'
import { ModelState } from './model-state'
import './publish.css'
import { ModelReferences } from './references'
import { useCheck } from './use-check'
import { useSending } from './use-sending'
import { Versions } from './versions'
import { WholeCheck } from './whole-check'

/** Much of lists is needed for it: it comes when records are filled. */
const FillRecords = lazy(async () => (await import('./fill-records')).FillRecords)

/** What of a model is no document. */
interface PublishedModel {
  readonly id: string
  readonly fullName: string
  readonly enCode: string
  readonly webType: string
  readonly isEnabled: number
}

interface PublishViewProps {
  readonly model: PublishedModel
  readonly session: DesignSession
  readonly draft: DesignDraft
  /** Called when a field has been chosen: it is to be shown. */
  readonly onChosen: () => void
}

/** What a release of the draft would do, the release, and the versions there are. */
export function PublishView({ model, session, draft, onChosen }: PublishViewProps) {
  const host = useHost()
  const id = useId()
  useSession(session)
  const { document: designed } = session.history
  const current = useMemo(
    (): ComparedSide => ({ fullName: model.fullName, webType: model.webType, ...modelTexts(designed) }),
    [model, designed],
  )
  const { save, refusal, draftVersion, flush, catchUp } = draft
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens: what is released is what is seen.
  useEffect(flush, [])
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that led here is gone: the keyboard goes on where it led to.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus()
  }, [])
  const check = useCheck(model.id, save === 'saved' ? draftVersion : undefined)
  const { report, error, again } = check
  const isBehind = report !== null && report.draftVersion > draftVersion
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for each report that knows of more.
  useEffect(() => {
    if (isBehind) catchUp()
  }, [isBehind, report])
  const [releases, released] = useState(0)
  const versions = useRef<HTMLDivElement>(null)
  const place = useRef<MenuPlaceHandle>(null)
  const placeForm = useFormDocument(PLACE_FORM)
  // All at once: what came later would push the button away from under the pointer.
  const shown = placeForm.state === 'loading' ? null : report
  const sending = useSending(() => {
    catchUp()
    again()
  })
  const [filled, fill] = useState<string | null>(null)
  const choose = (finding: Finding) => {
    const node = nodeOfFinding(session, finding)
    if (!node) return undefined
    return () => {
      session.select(selectOne(node.address))
      onChosen()
    }
  }
  const release = async (accepted: Accepted) => {
    if (!report) return false
    const input = {
      ...{ id: model.id, draftVersion: report.draftVersion },
      ...accepted,
      ...place.current?.read(),
    }
    const isDone = await sending.send(() =>
      sendDespite(host, (more) => host.call('visualDevelopment.release', { ...input, ...more })),
    )
    if (!isDone) return false
    again()
    released((count) => count + 1)
    versions.current?.focus()
    return true
  }
  return (
    <div className="loam-publish">
      <section className="loam-publish-check" aria-labelledby={id}>
        <header>
          <h2 id={id} ref={heading} tabIndex={-1}>
            {host.text('@release.check')}
          </h2>
          <Button
            size="small"
            icon={<IconRefresh />}
            loading={save === 'saved' && !check.isCurrent && error === null}
            disabled={save !== 'saved'}
            onClick={again}
          >
            {host.text('@release.again')}
          </Button>
        </header>
        {save !== 'saved' && (
          <p className="loam-publish-unsaved">{host.text(`@design.draft.${save}`, { why: refusal })}</p>
        )}
        {error !== null && <ErrorNote message={error} retry={again} />}
        {shown ? (
          <CheckReportView
            report={shown}
            enCode={model.enCode}
            fieldCount={session.plan?.fields.size ?? 0}
            onChoose={choose}
            onFill={hasList(model.webType) ? fill : undefined}
          />
        ) : (
          error === null && <Skeleton animation text={{ rows: 6 }} />
        )}
        {shown && (
          <WholeCheck modelId={model.id} version={undefined} records={shown.records} onJudged={again} />
        )}
        {shown && (
          <MenuPlace ref={place} document={placeForm} entry={shown.entry} appEntry={shown.appEntry} />
        )}
        {shown && (
          <Acceptance
            check={check}
            act={host.text('@development.release')}
            isSending={sending.isSending}
            refusal={sending.refusal}
            onSend={release}
          />
        )}
      </section>
      {filled !== null && (
        <LazyFallback shown={null}>
          <FillRecords
            modelId={model.id}
            {...{ session, path: filled }}
            onClose={() => fill(null)}
            onFilled={again}
          />
        </LazyFallback>
      )}
      <div ref={versions} className="loam-publish-versions" tabIndex={-1}>
        <Versions
          key={releases}
          model={model}
          draft={current}
          onRolledBack={() => {
            catchUp()
            again()
            released((count) => count + 1)
          }}
        />
        <ModelReferences id={model.id} />
        <ModelState id={model.id} isEnabled={model.isEnabled !== 0} />
      </div>
    </div>
  )
}
