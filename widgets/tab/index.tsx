import '@arco-design/web-react/es/Button/style/css.js'
import './tab.css'
import { Button } from '@arco-design/web-react'
import type { Host } from '@runtime/host'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { classes } from '../shared/control'
import { PaneMark } from '../shared/panes/pane-mark'
import { paneName, paneTitle } from '../shared/panes/pane-name'
import type { LayoutPane, LayoutProps, Widget } from '../widget'
import { definition, type TabSettings } from './definition'

/** Tabs as the ARIA pattern has them: one stop for Tab, arrows between them, Home and End. */
function TabLayout({ id, settings, label, host, panes, reveal, onEvent }: LayoutProps<TabSettings>) {
  const [active, setActive] = useState(() => firstPane(panes, settings.active))
  const opened = useOpened(active)
  useEffect(() => {
    if (reveal) setActive(reveal.pane)
  }, [reveal])
  const current = panes.some((pane) => pane.id === active) ? active : panes[0]?.id
  const vertical = settings.tabPosition === 'left' || settings.tabPosition === 'right'
  return (
    <div
      className={classes(
        'loam-tab',
        `loam-tab-${settings.tabPosition}`,
        settings.type !== '' && `loam-tab-${settings.type}`,
      )}
    >
      <div
        className="loam-tab-list"
        role="tablist"
        aria-label={label || undefined}
        aria-orientation={vertical ? 'vertical' : 'horizontal'}
      >
        {panes.map((pane, index) => (
          <button
            key={pane.id}
            type="button"
            role="tab"
            id={`${id}-tab-${pane.id}`}
            className="loam-tab-head"
            data-pane={pane.id}
            aria-selected={pane.id === current}
            aria-controls={`${id}-pane-${pane.id}`}
            tabIndex={pane.id === current ? 0 : -1}
            onClick={() => {
              setActive(pane.id)
              onEvent?.('tabClick', { name: paneName(pane, index), title: paneTitle(pane, index), index })
            }}
            onKeyDown={(event) => move(event, index, panes, setActive)}
          >
            {settings.type === 'steps' && (
              <span className="loam-tab-number" aria-hidden="true">
                {index + 1}
              </span>
            )}
            {paneTitle(pane, index)}
            <PaneMark pane={pane} host={host} />
          </button>
        ))}
      </div>
      {panes.map((pane, index) => (
        <div
          key={pane.id}
          id={`${id}-pane-${pane.id}`}
          role="tabpanel"
          className="loam-tab-pane"
          aria-labelledby={`${id}-tab-${pane.id}`}
          hidden={pane.id !== current}
        >
          {(pane.id === current || opened.has(pane.id)) && pane.render()}
          {settings.type === 'steps' && (
            <StepActs panes={panes} index={index} host={host} onStep={setActive} />
          )}
        </div>
      ))}
    </div>
  )
}

interface StepActsProps {
  readonly panes: readonly LayoutPane[]
  readonly index: number
  readonly host: Host
  readonly onStep: (id: string) => void
}

/** On and back again below each step; who knows where to go takes the heads above. */
function StepActs({ panes, index, host, onStep }: StepActsProps) {
  const [before, after] = [panes[index - 1], panes[index + 1]]
  return (
    <div className="loam-tab-steps-acts">
      {before && <Button onClick={() => onStep(before.id)}>{host.text('@page.previous')}</Button>}
      {after && (
        <Button type="outline" onClick={() => onStep(after.id)}>
          {host.text('@page.next')}
        </Button>
      )}
    </div>
  )
}

function firstPane(panes: readonly LayoutPane[], name: string): string | undefined {
  return (panes.find((pane, index) => paneName(pane, index) === name) ?? panes[0])?.id
}

/** Panes that have been seen stay drawn, so that what is in them keeps its place. */
function useOpened(active: string | undefined): ReadonlySet<string> {
  const opened = useRef(new Set<string>())
  if (active !== undefined) opened.current.add(active)
  return opened.current
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

function move(
  event: KeyboardEvent<HTMLElement>,
  index: number,
  panes: readonly LayoutPane[],
  open: (id: string) => void,
): void {
  const step = STEPS[event.key]
  const wanted = event.key === 'Home' ? 0 : event.key === 'End' ? panes.length - 1 : step && index + step
  if (wanted === undefined) return
  const target = (wanted + panes.length) % panes.length
  const pane = panes[target]
  if (!pane) return
  event.preventDefault()
  open(pane.id)
  const heads = event.currentTarget.parentElement?.querySelectorAll<HTMLElement>(':scope > [role="tab"]')
  heads?.[target]?.focus()
}

export const widget: Widget<TabSettings> = { definition, Layout: TabLayout }
