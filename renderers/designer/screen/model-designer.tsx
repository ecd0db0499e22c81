import { Skeleton } from '@arco-design/web-react'
import '@arco-design/web-react/es/Skeleton/style/css.js'
import { DesignSession } from '@runtime/design/session'
import { catalogue } from '@widgets/definitions'
import { designed } from '@widgets/designs'
import { useEffect, useRef, useState } from 'react'
import { useHost } from '../../host'
import { ErrorNote } from '../../page/error-note'
import type { Draft } from './draft-of'
import { Workbench } from './workbench'

interface ModelDesignerProps {
  readonly id: string
  /** Where it opens, as an address names it; what is no view of the model is where design begins. */
  readonly view?: unknown
  readonly onLeave?: () => void
}

type Opened = { readonly draft: Draft; readonly session: DesignSession } | { readonly failure: string }

/** The designer of one model: its draft is read once, then every step is made here and sent. */
export function ModelDesigner({ id, ...acts }: ModelDesignerProps) {
  const host = useHost()
  // Another menu or language brings another host, and must not open anew what somebody is at.
  const latest = useRef(host)
  latest.current = host
  const [opened, setOpened] = useState<Opened | null>(null)
  const [round, again] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when asked for.
  useEffect(() => {
    let isGone = false
    setOpened(null)
    if (id === '') return
    latest.current.call('visualDevelopment.info', { id }).then(
      ({ data }) => isGone || setOpened(sessionOf(data as Draft)),
      (error: unknown) =>
        isGone || setOpened({ failure: error instanceof Error ? error.message : String(error) }),
    )
    return () => {
      isGone = true
    }
  }, [id, round])
  if (id === '') return <ErrorNote message={host.text('@design.noModel')} />
  if (!opened) return <Skeleton animation text={{ rows: 8 }} />
  if ('failure' in opened) return <ErrorNote message={opened.failure} retry={() => again(round + 1)} />
  return <Workbench {...opened} {...acts} />
}

function sessionOf(draft: Draft): Opened {
  const { id, fullName, formData, columnData, appColumnData, tables } = draft
  const texts = { formData, columnData, appColumnData, tables }
  return {
    draft,
    session: new DesignSession({ id, texts, widgets: { catalogue, designed }, title: fullName }),
  }
}
