import type { PagePlan } from '@runtime/page'
import { BelowHeading, Heading, HeadingLevel } from '@widgets/shared/heading'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useHost } from '../host'
import { useLastingEffect } from '../kept-view'
import { usePageAddress } from './address'
import { NodeReactContext, useVersion } from './context'
import { importDialogs } from './import-dialogs'
import { Node } from './node'
import './page.css'
import './page-print.css'
import { Screen } from './screen'
import { usePageServices } from './services'
import { toggleTrace, trace } from './trace'
import { PageWhy } from './why/why'

const Dialogs = lazy(async () => (await importDialogs()).Dialogs)
const TracePanel = lazy(async () => (await import('./trace-panel')).TracePanel)

export interface AloneDialog {
  readonly name: string
  /** Names that the dialog sees, with their values. */
  readonly with: Readonly<Record<string, unknown>>
  readonly onClose: () => void
}

interface OpenPageProps {
  readonly plan: PagePlan
  /** Path in the address bar: `/system/dictionary`. */
  readonly route: string
  /** One of its dialogs is opened, and nothing else of it drawn. */
  readonly alone?: AloneDialog
}

/** An open page, its nodes drawn by the drawings around (`DrawingsContext`). */
export function OpenPage({ plan, route, alone }: OpenPageProps) {
  const screen = useScreen(plan, route)
  useAlone(screen, alone)
  useAddress(screen)
  useShownSources(screen)
  const isInner = useContext(NodeReactContext) !== null
  const place = useMemo(
    () => ({ screen, scope: screen.scope, runner: screen.runner, isInner }),
    [screen, isInner],
  )
  const [drawn, setDrawn] = useState<HTMLElement | null>(null)
  const { open } = useSnapshot(trace)
  useDeveloperKey()
  const title = screen.text(plan.title, screen.scope)
  return (
    <NodeReactContext value={place}>
      {!alone && (
        <div className="loam-page" data-page={plan.file} ref={setDrawn}>
          {isInner ? (
            <Inner plan={plan} title={title} />
          ) : (
            <>
              {!namesItself(plan) && (
                <h1 className={plan.heading ? 'loam-page-heading' : 'loam-visually-hidden'}>{title}</h1>
              )}
              <HeadingLevel value={2}>
                <Node node={plan.body} />
              </HeadingLevel>
            </>
          )}
          <PageWhy place={drawn} />
        </div>
      )}
      <OpenDialogs screen={screen} />
      {open && (
        <LazyFallback shown={null}>
          <TracePanel />
        </LazyFallback>
      )}
    </NodeReactContext>
  )
}

/** A page that stands in another has no name of the document's: only one that shows its name says it, below what is around. */
function Inner({ plan, title }: { readonly plan: PagePlan; readonly title: string }) {
  return (
    <>
      {plan.heading && <Heading className="loam-page-heading">{title}</Heading>}
      <BelowHeading isHeaded={plan.heading === true}>
        <Node node={plan.body} />
      </BelowHeading>
    </>
  )
}

/** Whether what stands in a page is headed by the page's name: a list that is the whole of it is. */
const namesItself = ({ body, heading }: PagePlan) => !heading && body.node === 'list'

/** Forms come with dialogs: a page that opens none has no need of them. */
function OpenDialogs({ screen }: { readonly screen: Screen }) {
  useVersion(screen.dialogs)
  if (screen.dialogs.open.length === 0) return null
  return (
    <LazyFallback shown={null}>
      <Dialogs screen={screen} />
    </LazyFallback>
  )
}

/** One screen for as long as the page is open, whatever happens to its document, the language or the look. */
function useScreen(plan: PagePlan, route: string): Screen {
  const host = useHost()
  const services = usePageServices()
  const address = usePageAddress()
  const { module } = plan
  // biome-ignore lint/correctness/useExhaustiveDependencies: a screen is made once; it follows the plan below.
  const screen = useMemo(
    () =>
      new Screen({
        plan,
        host,
        route,
        search: address?.search ?? null,
        permissions: services.permissions(module),
        emit: services.emit,
      }),
    [],
  )
  screen.follow(plan)
  const opened = useRef(false)
  useEffect(() => {
    if (!opened.current) screen.begin()
    opened.current = true
  }, [screen])
  useLastingEffect(screen, () => screen.watch())
  return screen
}

/** The page follows its address while it is seen; before its sources are asked, so that they are asked by what it says now. */
function useAddress({ query }: Screen): void {
  const address = usePageAddress()
  useLayoutEffect(() => {
    if (!address) return undefined
    query.enter(address)
    const stop = address.onTravel(() => query.follow())
    return () => {
      stop()
      query.leave()
    }
  }, [query, address])
}

/** Sources are asked while the page is seen; a drawing that React gives up asks nothing. Before the first paint, so that no place is shown as empty. */
function useShownSources({ sources }: Screen): void {
  useLayoutEffect(() => {
    sources.show()
    return () => sources.hide()
  }, [sources])
}

function useAlone(screen: Screen, alone: AloneDialog | undefined): void {
  const opened = useRef(false)
  useEffect(() => {
    if (!alone || opened.current) return
    opened.current = true
    void screen.open(alone.name, alone.with).finally(alone.onClose)
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
