import { Skeleton } from '@arco-design/web-react'
import '@arco-design/web-react/es/Skeleton/style/css.js'
import type { Part } from '@runtime/design/document'
import type { DesignSession } from '@runtime/design/session'
import { partText, writingText } from '@runtime/design/text'
import type { JsonFault } from '@runtime/json-text'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useHost } from '../../host'
import { reasonText } from '../reason'
import { useSession } from '../use-session'
import './text-tab.css'
import { RadioRow } from '@widgets/shared/radio-row'

/** The code editor weighs more than the designer: it comes when a text is wanted. */
const JsonEditor = lazy(async () => (await import('../../code/json-editor')).JsonEditor)

const TEXTS: readonly Part[] = ['formData', 'columnData', 'appColumnData', 'tables']
/** Milliseconds without a key after which what was written becomes a step. */
const PAUSE = 400
const LINES = 40

/** The model's own texts: what is written becomes steps of the same document as soon as it is sound. */
export function TextTab({ session }: { readonly session: DesignSession }) {
  const host = useHost()
  const [part, setPart] = useState<Part>('formData')
  return (
    <section className="loam-design-text" aria-label={host.text('@design.view.text')}>
      <RadioRow
        aria-label={host.text('@diff.textPart')}
        type="button"
        size="small"
        value={part}
        onChange={(next: Part) => setPart(next)}
        options={TEXTS.map((value) => ({ value, label: host.text(`@design.text.${value}`) }))}
      />
      <PartText key={part} session={session} part={part} />
    </section>
  )
}

function PartText({ session, part }: { readonly session: DesignSession; readonly part: Part }) {
  const host = useHost()
  useSession(session)
  const { tree } = session
  const shown = useMemo(
    () => partText({ tree, read: session.history.document.read }, part),
    [tree, session, part],
  )
  const [written, write] = useState<string | null>(null)
  const [fault, setFault] = useState<JsonFault | null>(null)
  const own = useRef<unknown>(tree[part])
  // Undo, and what others do, is shown; what is being written stays as it is written.
  if (own.current !== tree[part]) {
    own.current = tree[part]
    if (written !== null) write(null)
  }
  useEffect(() => {
    if (written === null) return
    const timer = setTimeout(() => {
      const made = writingText(session.history.document, part, written)
      if ('fault' in made) return setFault(made.fault)
      setFault(null)
      if (!made.command) return
      const refused = session.run(made.command)
      own.current = session.tree[part]
      if (refused) host.toast('warning', reasonText(host, refused))
    }, PAUSE)
    return () => clearTimeout(timer)
  }, [written, session, part, host])
  const problems = fault
    ? [{ line: fault.line, column: fault.column, message: host.text(fault.reason, fault.params) }]
    : []
  return (
    <>
      <LazyFallback shown={<Skeleton animation text={{ rows: 8 }} />}>
        <JsonEditor
          label={host.text(`@design.text.${part}`)}
          text={written ?? shown}
          onChange={write}
          problems={problems}
          complete={nothing}
          lines={LINES}
        />
      </LazyFallback>
      <p role="status" data-wrong={fault !== null}>
        {fault
          ? host.text('@design.text.wrong', {
              line: fault.line,
              column: fault.column,
              why: host.text(fault.reason, fault.params),
            })
          : host.text('@design.text.sound')}
      </p>
    </>
  )
}

const nothing = () => null
