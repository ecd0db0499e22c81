import type { CallAnswer } from '@services/client'
import { useCallback } from 'react'
import { useFetched } from '../../detail'
import { useHost } from '../../host'
import { FailedPlace } from '../notices'

type Related = CallAnswer<'recordPage.related'>['data']['list'][number]

/** Records of other models that refer to this one; nothing where there are none. */
export function RelatedRecords({ modelId, id }: { readonly modelId: string; readonly id: string }) {
  const host = useHost()
  const fetch = useCallback(
    async (signal: AbortSignal) =>
      (await host.call('recordPage.related', { modelId, id }, { signal })).data as {
        readonly list: readonly Related[]
      },
    [host, modelId, id],
  )
  const { value, error, retry } = useFetched(fetch)
  if (error === null && (value === null || value.list.length === 0)) return null
  return (
    <section
      className="loam-record-related"
      data-section={host.text('@record.related')}
      aria-label={host.text('@record.related')}
    >
      <h2>{host.text('@record.related')}</h2>
      {error !== null && <FailedPlace message={error} onRetry={retry} />}
      {value?.list.map((model) => (
        <RelatedModel key={model.modelId} model={model} />
      ))}
    </section>
  )
}

function RelatedModel({ model }: { readonly model: Related }) {
  const host = useHost()
  const path = `/model/${encodeURIComponent(model.enCode)}`
  const others = model.total - model.list.length
  return (
    <div>
      <h3>
        {model.fullName}
        <span className="loam-record-count">{`${model.total}${model.capped ? '+' : ''}`}</span>
        <small>{host.text('@record.relatedBy', { fields: model.fields.join('、') })}</small>
      </h3>
      <ul>
        {model.list.map(({ id, fullName }) => (
          <li key={id}>
            <a
              href={`${path}/${encodeURIComponent(id)}`}
              onClick={(event) => {
                // Another tab or window is the browser's own affair.
                if (event.ctrlKey || event.metaKey || event.shiftKey) return
                event.preventDefault()
                host.navigate(`${path}/${encodeURIComponent(id)}`)
              }}
            >
              {fullName}
            </a>
          </li>
        ))}
      </ul>
      {others > 0 && (
        <p className="loam-record-none">
          {host.text('@record.relatedMore', { count: `${others}${model.capped ? '+' : ''}` })}
        </p>
      )}
    </div>
  )
}
