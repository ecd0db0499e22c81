import './group.css'
import { IconDown, IconRight } from '@arco-design/web-react/icon'
import { useEffect, useState } from 'react'
import { BelowHeading, Heading } from '../shared/heading'
import type { LayoutProps, Widget } from '../widget'
import { definition, type GroupSettings } from './definition'

function GroupLayout({
  id,
  settings,
  label,
  host,
  reveal,
  errors = 0,
  children,
}: LayoutProps<GroupSettings>) {
  const [isOpen, setOpen] = useState(!(settings.collapsible && settings.collapsed))
  useEffect(() => {
    if (reveal) setOpen(true)
  }, [reveal])
  return (
    <section id={id} className="loam-group" aria-labelledby={label ? `${id}-title` : undefined}>
      {label && (
        <Heading className="loam-group-title-line" id={`${id}-title`}>
          {settings.collapsible ? (
            <button
              type="button"
              className="loam-group-fold"
              aria-expanded={isOpen}
              aria-controls={`${id}-body`}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? <IconDown aria-hidden="true" /> : <IconRight aria-hidden="true" />}
              {label}
              {!isOpen && errors > 0 && (
                <span className="loam-group-errors">{host.text('@group.errors', { count: errors })}</span>
              )}
            </button>
          ) : (
            label
          )}
        </Heading>
      )}
      <div id={`${id}-body`} className="loam-group-body">
        <BelowHeading isHeaded={label !== ''}>{isOpen && children}</BelowHeading>
      </div>
    </section>
  )
}

export const widget: Widget<GroupSettings> = { definition, Layout: GroupLayout }
