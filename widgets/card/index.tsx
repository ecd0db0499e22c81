import './card.css'
import { BelowHeading, Heading } from '../shared/heading'
import type { LayoutProps, Widget } from '../widget'
import { type CardSettings, definition } from './definition'

function CardLayout({ id, settings, label, host, children }: LayoutProps<CardSettings>) {
  const header = host.text(settings.header) || label
  return (
    <section
      id={id}
      className={`loam-card loam-card-${settings.shadow}`}
      aria-labelledby={header ? `${id}-header` : undefined}
    >
      {header && (
        <Heading id={`${id}-header`} className="loam-card-header">
          {header}
        </Heading>
      )}
      <div className="loam-card-body">
        <BelowHeading isHeaded={header !== ''}>{children}</BelowHeading>
      </div>
    </section>
  )
}

export const widget: Widget<CardSettings> = { definition, Layout: CardLayout }
