import { completionsAt, sentenceOf } from '@runtime/document'
import { useCallback, useMemo, useRef, useState } from 'react'
import { JsonEditor } from '../code'
import { useQuery } from '../data'
import { useHost } from '../host'
import { ErrorNote } from '../page/error-note'
import { Problems } from '../page/problems'
import { useLast } from '../page/use-last'
import { Face } from './face'
import { type DrawnKind, LiveDocument } from './live-document'
import { previewHost } from './preview-host'
import { type Checked, useChecked } from './use-checked'
import './widget-gallery.css'

interface DocumentEditorProps {
  readonly kind: DrawnKind
  /** The document, or its text; another one takes the place of what is written. */
  readonly value: unknown
  readonly label: string
  /** Told of each text that was written, once it was checked. */
  readonly onChange?: ((checked: Checked) => void) | undefined
  /** Lines of its text that are seen without scrolling, at most. */
  readonly lines: number
}

/** A document as text with all that is wrong with it, beside what it draws; what was sound last stays drawn. */
export function DocumentEditor({ kind, value, label, onChange, lines }: DocumentEditorProps) {
  const host = useHost()
  const given = typeof value === 'string' ? value : JSON.stringify(value ?? {}, null, 2)
  const [held, hold] = useState({ given, text: given })
  /** The text that was told last: coming back as the value it is nothing new. */
  const told = useRef(given)
  if (held.given !== given) hold({ given, text: sameDocument(given, told.current) ? held.text : given })
  const checked = useChecked(kind, held.text, (found) => {
    if (found.text === told.current) return
    told.current = found.text
    onChange?.(found)
  })
  // What is only told of stands at its line.
  const problems = checked?.content === null ? checked.problems : []
  const content = useLast(checked?.content ?? null)
  const preview = useMemo(() => previewHost(host, content), [host, content])
  const marks = useMemo(
    () =>
      (checked?.problems ?? []).map((problem) => ({ ...problem, message: sentenceOf(problem, host.text) })),
    [checked, host],
  )
  // Who may not read it writes without it.
  const { data } = useQuery({ call: 'documents.language' })
  const complete = useCallback(
    (text: string, offset: number) =>
      data ? completionsAt(text, offset, `${kind}.schema.json`, data.schemas) : null,
    [kind, data],
  )
  return (
    <div className="loam-document-editor">
      <Face title={label}>
        <JsonEditor
          label={label}
          text={held.text}
          onChange={(text) => hold({ given, text })}
          problems={marks}
          complete={complete}
          lines={lines}
        />
        {checked?.failure && <ErrorNote message={checked.failure} />}
        {problems.length > 0 && <Problems problems={problems} />}
      </Face>
      <Face title={host.text('@gallery.live')}>
        {content !== null && (
          <LiveDocument
            key={kind}
            kind={kind}
            content={content}
            file={`draft.${kind}.json`}
            label={host.text('@gallery.live')}
            host={preview}
          />
        )}
      </Face>
    </div>
  )
}

/** Whether two texts are one document, however they are laid out. */
function sameDocument(one: string, other: string): boolean {
  try {
    return JSON.stringify(JSON.parse(one)) === JSON.stringify(JSON.parse(other))
  } catch {
    return one === other
  }
}
