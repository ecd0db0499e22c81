import { BelowHeading, Heading } from '../shared/heading'
import './collapse.css'
import { IconRight } from '@arco-design/web-react/icon'
import { useEffect, useRef, useState } from 'react'
import { PaneMark } from '../shared/panes/pane-mark'
import { paneName, paneTitle } from '../shared/panes/pane-name'
import type { LayoutPane, LayoutProps, Widget } from '../widget'
import { type CollapseSettings, definition } from './definition'

function CollapseLayout({ id, settings, host, panes, reveal, onEvent }: LayoutProps<CollapseSettings>) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => openAtFirst(panes, settings))
  const seen = useRef(new Set<string>())
  for (const pane of open) seen.current.add(pane)
  const { accordion } = settings
  useEffect(() => {
    if (reveal) setOpen((before) => withPane(before, reveal.pane, accordion))
  }, [reveal, accordion])
  const toggle = (pane: string) => {
    const next = open.has(pane)
      ? new Set([...open].filter((other) => other !== pane))
      : withPane(open, pane, accordion)
    setOpen(next)
    const names = panes.flatMap((one, index) => (next.has(one.id) ? [paneName(one, index)] : []))
    onEvent?.('change', accordion ? (names[0] ?? '') : names)
  }
  return (
    <div id={id} className="loam-collapse">
      {panes.map((pane, index) => {
        const isOpen = open.has(pane.id)
        return (
          <div key={pane.id} className="loam-collapse-item">
            <Heading className="loam-collapse-heading">
              <button
                type="button"
                id={`${id}-head-${pane.id}`}
                className="loam-collapse-head"
                data-pane={pane.id}
                aria-expanded={isOpen}
                aria-controls={`${id}-pane-${pane.id}`}
                onClick={() => toggle(pane.id)}
              >
                <IconRight className="loam-collapse-arrow" />
                {paneTitle(pane, index)}
                <PaneMark pane={pane} host={host} />
              </button>
            </Heading>
            <section
              id={`${id}-pane-${pane.id}`}
              className="loam-collapse-pane"
              aria-labelledby={`${id}-head-${pane.id}`}
              hidden={!isOpen}
            >
              <BelowHeading>{seen.current.has(pane.id) && pane.render()}</BelowHeading>
            </section>
          </div>
        )
      })}
    </div>
  )
}

function openAtFirst(
  panes: readonly LayoutPane[],
  { active, accordion }: CollapseSettings,
): ReadonlySet<string> {
  const open = panes.filter((pane, index) => active.includes(paneName(pane, index))).map((pane) => pane.id)
  return new Set(accordion ? open.slice(0, 1) : open)
}

function withPane(before: ReadonlySet<string>, pane: string, accordion: boolean): ReadonlySet<string> {
  return accordion ? new Set([pane]) : new Set([...before, pane])
}

export const widget: Widget<CollapseSettings> = { definition, Layout: CollapseLayout }
