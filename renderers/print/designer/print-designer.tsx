import { Skeleton } from '@arco-design/web-react'
import '@arco-design/web-react/es/Skeleton/style/css.js'
import { useCallback } from 'react'
import { useFetched } from '../../detail/use-fetched'
import { useHost } from '../../host'
import { FailedPlace } from '../../list/notices'
import { ErrorNote } from '../../page/error-note'
import { DesignDesk } from './design-desk'
import type { PrintField } from './editor'
import type { StoredTemplate } from './stored-template'

interface PrintDesignerProps {
  /** Of the template. */
  readonly id: string
  /** It opens filled with a record. */
  readonly isPreview: boolean
  readonly mayEdit: boolean
  readonly onLeave?: () => void
}

/** The designer of one print template: its text and sheet, and what of its model can be put in. */
export function PrintDesigner({ id, ...acts }: PrintDesignerProps) {
  const host = useHost()
  const load = useCallback(
    async (signal: AbortSignal) => {
      const { data } = await host.call('print.info', { id }, { signal })
      const stored = data as StoredTemplate
      const answer = await host.call('print.fields', { modelId: stored.modelId }, { signal })
      return { stored, fields: (answer.data as { readonly list: readonly PrintField[] }).list }
    },
    [host, id],
  )
  const { value, error, retry } = useFetched(id === '' ? null : load)
  if (id === '') return <ErrorNote message={host.text('@printDesign.noTemplate')} />
  // Another language brings another host: the names are read again, and what somebody is at stays open.
  if (value) return <DesignDesk {...value} {...acts} />
  if (error !== null) return <FailedPlace message={error} onRetry={retry} />
  return <Skeleton animation text={{ rows: 8 }} />
}
