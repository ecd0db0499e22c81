import './card.css'
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
        <h3 id={`${id}-header`} className="loam-card-header">
          {header}
        </h3>
      )}
      <div className="loam-card-body">{children}</div>
    </section>
  )
}

export const widget: Widget<CardSettings> = { definition, Layout: CardLayout }
