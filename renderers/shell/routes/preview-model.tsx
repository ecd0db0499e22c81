import { useQuery } from '@renderers/data'
import { SkeletonRows } from '@renderers/list/notices'
import { SearchedSelect } from '@renderers/searched-select'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { useSearchParams } from 'react-router-dom'
import { useTranslate } from '../use-translate'
import { Fetched, RouteFrame, RouteState } from './frame'

const FeaturePreview = lazy(async () => (await import('@renderers/designer/trial')).FeaturePreview)

/** Version of what is a draft: whoever may not see drafts is answered a release. */
const DRAFT = 0

/** `/previewModel?id=&previewType=`: the draft of a model at work on samples; nothing that is done here is kept. */
export function PreviewModel() {
  const translate = useTranslate()
  const [query, setQuery] = useSearchParams()
  const id = query.get('id') ?? query.get('modelId') ?? ''
  const models = useQuery({ call: 'visualDevelopment.all' })
  const draft = useQuery(
    id === '' ? null : { call: 'onlineDevelopment.config', input: { modelId: id, type: '0' } },
  )
  return (
    <RouteFrame
      title={
        draft.data
          ? translate('@places.previewOf', { name: draft.data.fullName })
          : translate('@places.preview')
      }
      acts={
        <SearchedSelect
          className="loam-route-search"
          placeholder={translate('@places.chooseModel')}
          aria-label={translate('@places.chooseModel')}
          {...(id !== '' && { value: id })}
          options={(models.data?.list ?? []).map(({ id: value, fullName: label }) => ({ value, label }))}
          onChange={(next: string) => setQuery({ isPreview: '1', id: next }, { replace: true })}
        />
      }
    >
      {id === '' ? (
        models.error !== null ? (
          <Fetched answer={models}>{() => null}</Fetched>
        ) : (
          <RouteState
            icon="Eye"
            title={translate('@places.preview')}
            text={translate('@places.previewText')}
          />
        )
      ) : (
        <Fetched answer={draft}>
          {(config) =>
            config.version === DRAFT ? (
              <LazyFallback shown={<SkeletonRows />}>
                <FeaturePreview
                  key={JSON.stringify(config)}
                  config={config}
                  type={query.get('previewType') ?? ''}
                />
              </LazyFallback>
            ) : (
              <RouteState
                icon="Eye"
                title={translate('@places.preview')}
                text={translate('@previewModel.noDraft')}
              />
            )
          }
        </Fetched>
      )}
    </RouteFrame>
  )
}
