import type { CSSProperties } from 'react'
import { useFilledText } from '../shared/shown/use-filled-text'
import type { DisplayProps, Widget } from '../widget'
import { definition, type TextSettings } from './definition'

function TextDisplay({ id, settings, host, store, record }: DisplayProps<TextSettings>) {
  const content = useFilledText(settings.content, host, store, record)
  return (
    <div id={id} style={styleOf(settings)}>
      {content}
    </div>
  )
}

function styleOf(settings: TextSettings): CSSProperties {
  const lines = [settings.underline && 'underline', settings.strike && 'line-through'].filter(Boolean)
  return {
    color: settings.color ?? 'var(--color-text-1)',
    textAlign: settings.align,
    fontWeight: settings.bold ? 600 : 400,
    fontStyle: settings.italic ? 'italic' : 'normal',
    textDecoration: lines.join(' ') || 'none',
    lineHeight: `${settings.lineHeight}px`,
    fontSize: settings.fontSize,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  }
}

export const widget: Widget<TextSettings> = { definition, Display: TextDisplay }
