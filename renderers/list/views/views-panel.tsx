import { IconCheck } from '@arco-design/web-react/icon'
import { Popup } from '../../dialog'
import { useHost } from '../../host'
import { FailedPlace } from '../notices'
import { SaveView } from './save-view'
import type { Views } from './use-views'
import type { SavedView, ViewContent } from './view-content'
import { ViewRow } from './view-row'

/** The views of a list: choose one, change one, save what is set now as another. */
export function ViewsPanel({
  views,
  now,
  onClose,
}: {
  readonly views: Views
  /** What is set of the list now. */
  readonly now: ViewContent
  readonly onClose: () => void
}) {
  const host = useHost()
  const { all, current, failure } = views
  const choose = (view: SavedView | null) => {
    views.choose(view)
    onClose()
  }
  const parts = [
    { title: host.text('@listView.own'), some: all.filter(({ isOwn }) => isOwn === 1) },
    { title: host.text('@listView.shared'), some: all.filter(({ isOwn }) => isOwn === 0) },
  ]
  return (
    <Popup mode="drawer" width="360px" title={host.text('@listView.title')} visible onClose={onClose}>
      <div className="loam-views">
        <button
          type="button"
          className="loam-views-choose"
          aria-pressed={current === null}
          onClick={() => choose(null)}
        >
          <IconCheck className="loam-views-check" />
          <span className="loam-views-name">{host.text('@listView.none')}</span>
        </button>
        {failure !== null && <FailedPlace message={failure} onRetry={views.again} />}
        {parts.map(({ title, some }) =>
          some.length === 0 ? null : (
            <section key={title} aria-label={title}>
              <h3 className="loam-views-title">{title}</h3>
              <ul className="loam-views-list">
                {some.map((view) => (
                  <ViewRow key={view.id} view={view} views={views} now={now} onChoose={() => choose(view)} />
                ))}
              </ul>
            </section>
          ),
        )}
        {failure === null && <SaveView views={views} now={now} onSaved={onClose} />}
      </div>
    </Popup>
  )
}
