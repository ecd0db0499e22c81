import { Skeleton, Tabs } from '@arco-design/web-react'
import '@arco-design/web-react/es/Skeleton/style/css.js'
import '@arco-design/web-react/es/Tabs/style/css.js'
import { modelTexts } from '@runtime/design/document'
import { sampleRecord } from '@runtime/design/sample'
import type { DesignSession } from '@runtime/design/session'
import { isDataView } from '@runtime/list/data-view'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import {
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { repairTabs, useAriaRepair } from '../../aria-repair'
import { Popup } from '../../dialog'
import { useHost } from '../../host'
import { Canvas, type CanvasHandle } from '../canvas'
import { type DesignDraft, useDraft } from '../draft'
import { StepHistory } from '../history'
import { KeySheet, useAnnouncer, useDesignKeys } from '../keys'
import { Outline } from '../outline'
import { Palette } from '../palette'
import { SettingsInspector } from '../panel'
import { Preview } from '../preview'
import { ProblemBadge, ProblemList } from '../problems'
import { PublishView } from '../publish'
import { reasonText } from '../reason'
import { RuleView } from '../rules'
import { TextTab } from '../text'
import { useNarrow } from '../use-narrow'
import { useSession } from '../use-session'
import type { Draft } from './draft-of'
import { DraftState } from './draft-state'
import { MobileBar, type Sheet } from './mobile-bar'
import './workbench.css'
import { TopBar, type View, viewNamed, viewsOf } from './top-bar'

/** Lists are drawn by much that a form does not need: it comes when one is designed. */
const ListDesigner = lazy(async () => (await import('../list')).ListDesigner)

interface WorkbenchProps {
  readonly draft: Draft
  readonly session: DesignSession
  /** Where it opens, as an address names it; what is no view of the model is where design begins. */
  readonly view?: unknown
  readonly onLeave?: () => void
}

/** The designer's screen: what can be put in at the left, the form in the middle, what is chosen at the right. */
export function Workbench({ draft, session, view: asked, onLeave }: WorkbenchProps) {
  const host = useHost()
  const [home = 'form'] = viewsOf(draft.webType)
  const [view, setView] = useState<View>(() => viewNamed(asked, draft.webType) ?? home)
  // A designer that stands open is led on by a new address.
  useEffect(() => {
    const next = viewNamed(asked, draft.webType)
    if (next) setView(next)
  }, [asked, draft])
  const [left, setLeft] = useState<'palette' | 'outline'>('palette')
  const [right, setRight] = useState<'settings' | 'problems'>('settings')
  const [sheet, setSheet] = useState<Sheet | null>(null)
  const [isKeysShown, showKeys] = useState(false)
  const [isHistoryShown, showHistory] = useState(false)
  const isNarrow = useNarrow()
  const canvas = useRef<CanvasHandle>(null)
  const place = useRef<HTMLDivElement>(null)
  useAriaRepair(place, repairTabs)
  const { tell, announcer } = useAnnouncer()
  /** Where the keyboard was when it was led to the settings. */
  const cameFrom = useRef<Element | null>(null)
  const toPanel = useCallback(() => {
    cameFrom.current = document.activeElement
    setRight('settings')
    if (isNarrow) setSheet('settings')
    requestAnimationFrame(() => focusFirst(place.current?.querySelector('.loam-inspector')))
  }, [isNarrow])
  const leavePanel = (event: KeyboardEvent) => {
    const from = cameFrom.current
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
    // A list that is open below a box is what is closed.
    if ((event.target as Element).matches('[aria-expanded="true"]')) return
    if (from instanceof HTMLElement && from.isConnected) from.focus()
  }
  const { acts, handlers } = useDesignKeys(session, {
    tell,
    onEdit: toPanel,
    onHelp: () => showKeys(true),
    onInsert: () => {
      setLeft('palette')
      requestAnimationFrame(() => focusFirst(place.current?.querySelector('.loam-palette')))
    },
    onRename: () => canvas.current?.rename(),
  })
  const startDrag = (event: PointerEvent, key: string) => {
    const widget = session.widgets.designed.get(key)
    if (event.button !== 0 || !widget) return
    canvas.current?.drag(event.nativeEvent, { widget: key, label: host.text(widget.definition.title) })
  }
  const palette = (
    <Palette
      session={session}
      onDragStart={isNarrow ? undefined : startDrag}
      onInsert={() => isNarrow && setSheet(null)}
    />
  )
  const outline = <Outline session={session} onEdit={toPanel} />
  const settings = <SettingsInspector session={session} />
  const problems = <ProblemList session={session} />
  const isForm = view === 'form'
  const kept = useDraft(session, { modelId: draft.id, draftVersion: draft.draftVersion })
  const openWhole = useWhenSaved(kept, () => host.openWindow(`/previewModel?isPreview=1&id=${draft.id}`))
  return (
    <div ref={place} className="loam-designer" data-view={view}>
      <TopBar
        {...{ draft, session, acts, view, setView, onLeave }}
        onHistory={() => showHistory(true)}
        state={<DraftState session={session} draft={kept} />}
      />
      {isForm && !isNarrow && (
        <aside className="loam-designer-side" aria-label={host.text('@design.parts')}>
          <Tabs activeTab={left} onChange={(tab) => setLeft(tab as typeof left)} size="small" destroyOnHide>
            <Tabs.TabPane key="palette" title={host.text('@design.palette')}>
              {palette}
            </Tabs.TabPane>
            <Tabs.TabPane key="outline" title={host.text('@design.outline')}>
              {outline}
            </Tabs.TabPane>
          </Tabs>
        </aside>
      )}
      <div className="loam-designer-centre" {...(isForm && handlers)}>
        {isForm && (
          <Canvas
            ref={canvas}
            session={session}
            onRefused={(reason) => host.toast('warning', reasonText(host, reason))}
          />
        )}
        {view === 'list' && (
          <LazyFallback shown={<Skeleton animation text={{ rows: 8 }} />}>
            <ListDesigner
              session={session}
              model={{ id: draft.id, isReleased: draft.version > 0 }}
              isView={isDataView(draft.webType)}
            />
          </LazyFallback>
        )}
        {view === 'rules' && <RuleView session={session} onOpen={() => setView('form')} />}
        {view === 'text' && <TextTab session={session} />}
        {view === 'preview' && <PreviewOf draft={draft} session={session} onWhole={openWhole} />}
        {view === 'publish' && (
          <PublishView model={draft} session={session} draft={kept} onChosen={() => setView(home)} />
        )}
      </div>
      {isForm && !isNarrow && (
        <aside
          className="loam-designer-side"
          data-right
          aria-label={host.text('@design.settings')}
          onKeyDown={leavePanel}
        >
          <Tabs
            activeTab={right}
            onChange={(tab) => setRight(tab as typeof right)}
            size="small"
            destroyOnHide
          >
            <Tabs.TabPane key="settings" title={host.text('@design.settings')}>
              {settings}
            </Tabs.TabPane>
            <Tabs.TabPane
              key="problems"
              title={
                <>
                  {host.text('@problems.title')} <ProblemBadge session={session} />
                </>
              }
            >
              {problems}
            </Tabs.TabPane>
          </Tabs>
        </aside>
      )}
      {isForm && isNarrow && (
        <>
          <MobileBar session={session} onOpen={setSheet} />
          <Popup
            mode="sheet"
            className="loam-designer-sheet"
            width="100%"
            visible={sheet !== null}
            title={sheet && host.text(SHEET_TITLES[sheet])}
            closesBeside
            onClose={() => setSheet(null)}
          >
            {sheet === 'palette' && palette}
            {sheet === 'outline' && outline}
            {sheet === 'settings' && settings}
            {sheet === 'problems' && problems}
          </Popup>
        </>
      )}
      {isKeysShown && <KeySheet onClose={() => showKeys(false)} />}
      {isHistoryShown && <StepHistory session={session} onClose={() => showHistory(false)} />}
      {announcer}
    </div>
  )
}

/** Runs once every step is kept: what is shown is what is seen here. */
function useWhenSaved({ save, flush }: DesignDraft, act: () => void): () => void {
  const [isAsked, ask] = useState(false)
  useEffect(() => {
    if (!isAsked || save === 'saving') return
    ask(false)
    if (save === 'saved') act()
  }, [isAsked, save, act])
  return () => {
    flush()
    ask(true)
  }
}

const SHEET_TITLES: Readonly<Record<Sheet, string>> = {
  palette: '@design.palette',
  outline: '@design.outline',
  settings: '@design.settings',
  problems: '@problems.title',
}

/** A model that is a form alone. */
const FORM_ALONE = '1'

function PreviewOf({
  draft,
  session,
  onWhole,
}: Pick<WorkbenchProps, 'draft' | 'session'> & { readonly onWhole: (() => void) | undefined }) {
  useSession(session)
  const { document } = session.history
  const previewed = useMemo(() => {
    const { formData = '', columnData = '' } = modelTexts(document)
    return { title: draft.fullName, formData, columnData: draft.webType === FORM_ALONE ? '' : columnData }
  }, [document, draft])
  const sampleOf = useCallback(
    (index: number) => (session.plan ? sampleRecord(session.plan, session.widgets, index) : {}),
    [session],
  )
  return <Preview draft={previewed} sampleOf={sampleOf} {...(onWhole && { onWhole })} />
}

function focusFirst(place: Element | null | undefined): void {
  place?.querySelector<HTMLElement>('input:not([disabled]), textarea, [role="combobox"], button')?.focus()
}
