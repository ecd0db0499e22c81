import { Spin } from '@arco-design/web-react'
import { Meanwhile, onUse } from '@widgets/shared/on-use'
import '@arco-design/web-react/es/Spin/style/css.js'
import { compilePage, type PagePlan } from '@runtime/page'
import { useEffect, useMemo, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { useDataChanges } from '../data-changes'
import { useHost } from '../host'
import { useLastingEffect } from '../kept-view'
import { PlaceContext } from './context'
import { Dialogs } from './dialog'
import { useDocument } from './documents'
import { ErrorNote } from './error-note'
import { Node } from './node'
import './page.css'
import { Problems } from './problems'
import { Screen } from './screen'
import { usePageServices } from './services'
import { toggleTrace, trace } from './trace'
import { useLast } from './use-last'

const TracePanel = onUse(async () => (await import('./trace-panel')).TracePanel)

export interface PageViewProps {
  /** Path below `schemas/`: `pages/system/dictionary.page.json`. */
  readonly file: string
  /** Path in the address bar: `/system/dictionary`. */
  readonly route: string
  /** One of its dialogs is opened, and nothing else of it drawn. */
  readonly alone?: AloneDialog
}

export interface AloneDialog {
  readonly name: string
  /** Names that the dialog sees, with their values. */
  readonly with: Readonly<Record<string, unknown>>
  readonly onClose: () => void
}

/** Draws a page document and follows its file: what was chosen and typed stays when it changes. */
export function PageView({ file, route, alone }: PageViewProps) {
  const { current, retry } = useDocument(file)
  const compiled = useMemo(
    () =>
      current.state === 'ready' && current.document.problems.length === 0
        ? compilePage(current.document.content, { file })
        : null,
    [current, file],
  )
  const plan = useLast(compiled)
  if (current.state === 'failed') return <ErrorNote message={current.message} retry={retry} />
  const problems = current.state === 'ready' ? current.document.problems : []
  return (
    <>
      {problems.length > 0 && <Problems problems={problems} />}
      {plan ? (
        <OpenPage plan={plan} route={route} {...(alone && { alone })} />
      ) : (
        problems.length === 0 && <Spin className="loam-wait" delay={200} />
      )}
    </>
  )
}

function OpenPage({
  plan,
  route,
  alone,
}: Pick<PageViewProps, 'route' | 'alone'> & { readonly plan: PagePlan }) {
  const screen = useScreen(plan, route)
  useAlone(screen, alone)
  useDataChanges(screen.sources.tags, (changed) => screen.dataChanged(changed))
  const place = useMemo(() => ({ screen, scope: screen.scope, runner: screen.runner }), [screen])
  const { open } = useSnapshot(trace)
  useDeveloperKey()
  return (
    <PlaceContext value={place}>
      {!alone && (
        <div className="loam-page" data-page={plan.file}>
          <Node node={plan.body} />
        </div>
      )}
      <Dialogs screen={screen} />
      {open && (
        <Meanwhile shown={null}>
          <TracePanel />
        </Meanwhile>
      )}
    </PlaceContext>
  )
}

/** One screen for as long as the page is open, whatever happens to its document, the language or the look. */
function useScreen(plan: PagePlan, route: string): Screen {
  const host = useHost()
  const services = usePageServices()
  const { module } = plan
  // biome-ignore lint/correctness/useExhaustiveDependencies: a screen is made once; it follows the plan below.
  const screen = useMemo(
    () =>
      new Screen({
        plan,
        host,
        route,
        permissions: services.permissions(module),
        invalidate: services.invalidate,
        emit: services.emit,
      }),
    [],
  )
  screen.follow(plan)
  const opened = useRef(false)
  useEffect(() => {
    if (!opened.current && plan.onOpen) void screen.run(plan.onOpen)
    opened.current = true
  }, [screen, plan])
  useLastingEffect(screen, () => () => screen.dispose())
  return screen
}

function useAlone(screen: Screen, alone: AloneDialog | undefined): void {
  const opened = useRef(false)
  useEffect(() => {
    if (!alone || opened.current) return
    opened.current = true
    void screen.run({ open: alone.name, with: alone.with, untilClosed: true }).finally(alone.onClose)
  }, [screen, alone])
}

/** Ctrl+Alt+T shows the trace of actions. */
function useDeveloperKey(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey && event.altKey && event.code === 'KeyT') {
        event.preventDefault()
        toggleTrace()
      }
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
