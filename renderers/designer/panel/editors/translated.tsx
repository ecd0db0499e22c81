import '@arco-design/web-react/es/Tooltip/style/css.js'
import { Tooltip } from '@arco-design/web-react'
import { IconLanguage } from '@arco-design/web-react/icon'
import type { Text } from '@runtime/text'
import { codedText } from '@runtime/widget/read'
import type { ReactNode } from 'react'
import { useHost } from '../../../host'
import { Box } from './box'

/** A text of the model as a box has it. */
export interface Translated {
  /** What people read of it in the language of the interface; null where nothing is said. */
  readonly words: string | null
  /** The locale key that says it in each language; undefined where it is said by itself. */
  readonly key: string | undefined
  /** Tells who has written over it that it no longer follows the language. */
  readonly overwritten: () => void
}

/**
 * Reads a text that may be a locale key.
 * @param code the key beside it, as models of several languages have one (`labelI18nCode`)
 */
export function useTranslated(text: unknown, code?: unknown): Translated {
  const host = useHost()
  const coded = typeof text === 'string' && typeof code === 'string' ? codedText(text, code) : (text as Text)
  const key = keyOf(coded)
  const isKnown = key !== undefined && host.text(`@${key}`) !== `@${key}`
  return {
    words: coded === undefined || coded === null ? null : host.text(coded),
    key: isKnown ? key : undefined,
    overwritten: () => isKnown && host.toast('info', host.text('@design.editor.translationGone')),
  }
}

function keyOf(text: Text | undefined): string | undefined {
  if (typeof text === 'string') return text.startsWith('@') ? text.slice(1) : undefined
  return text?.key
}

/** A box, with a sign behind it where its text is said by a locale key. */
export function TranslatedFrame({
  label,
  translated: { key },
  children,
}: {
  readonly label: string
  readonly translated: Pick<Translated, 'key'>
  readonly children: ReactNode
}) {
  const host = useHost()
  const note = host.text('@design.editor.translated', { key })
  return (
    <div className="loam-inspector-translated">
      {children}
      {key !== undefined && (
        <Tooltip content={note} trigger={['hover', 'focus', 'click']}>
          <button type="button" aria-label={`${label}: ${note}`}>
            <IconLanguage />
          </button>
        </Tooltip>
      )}
    </div>
  )
}

/** One line of a row for a text that people read. */
export function TranslatedBox({
  label,
  text,
  onChange,
}: {
  readonly label: string
  readonly text: unknown
  readonly onChange: (text: string) => void
}) {
  const translated = useTranslated(text)
  const change = (next: string) => {
    translated.overwritten()
    onChange(next)
  }
  return (
    <TranslatedFrame label={label} translated={translated}>
      <Box label={label} value={translated.words ?? ''} onChange={change} />
    </TranslatedFrame>
  )
}
