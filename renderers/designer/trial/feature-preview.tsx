import { sampleMemory, type TrialMemory } from '@runtime/design/trial/memory'
import { useEffect, useRef, useState } from 'react'
import { useHost } from '../../host'
import { SkeletonRows } from '../../list/notices'
import { ErrorNote } from '../../page/error-note'
import { PREVIEW_CHANGED, type PreviewFrame } from '../preview/preview-frame'
import { draftIn, isFormAlone, trialModel } from './trial-model'
import { TrialPane, type TrialShown, type TrialView } from './trial-pane'
import './trial.css'
import { RadioRow } from '@widgets/shared/radio-row'

const SCREENS = ['desktop', 'phone'] as const
type Screen = (typeof SCREENS)[number]

interface FeaturePreviewProps {
  /** The answer of `onlineDevelopment.config` with type 0; another one needs another key. */
  readonly config: Readonly<Record<string, unknown>>
  /** What it begins with: `form`, `list`, `app` for a phone; anything else is left to the draft. */
  readonly type?: string
}

/** A model's draft at work on samples: what is done to them stays on the page. */
export function FeaturePreview({ config, type = '' }: FeaturePreviewProps) {
  const host = useHost()
  const [draft] = useState(() => draftIn(config))
  const [screen, setScreen] = useState<Screen>(type === 'app' ? 'phone' : 'desktop')
  const [view, setView] = useState<TrialView>(type === 'form' || isFormAlone(draft) ? 'form' : 'list')
  const [memory, setMemory] = useState<TrialMemory | null>(null)
  const [model] = useState(() => trialModel(draft))
  const around = useRef(host)
  useEffect(() => {
    if (!model) return
    let isGone = false
    // What makes samples knows every widget's design.
    void import('@widgets/designs')
      .then(({ designed }) => sampleMemory(model.form, { designed }, around.current))
      .then((made) => isGone || setMemory(made))
    return () => {
      isGone = true
    }
  }, [model])
  if (!model) return <ErrorNote message={host.text('@places.badDraftText')} />
  const views: readonly TrialView[] = model.list ? ['list', 'form'] : ['form']
  const shown = memory && { draft, memory, view }
  return (
    <section className="loam-trial" aria-label={host.text('@places.preview')}>
      <p role="note" className="loam-trial-note">
        {host.text('@previewModel.banner')}
      </p>
      <div className="loam-trial-bar">
        {views.length > 1 && (
          <RadioRow
            type="button"
            aria-label={host.text('@previewModel.view')}
            value={view}
            onChange={setView}
            options={views.map((value) => ({ value, label: host.text(VIEW_TEXTS[value]) }))}
          />
        )}
        <RadioRow
          type="button"
          aria-label={host.text('@previewModel.screen')}
          value={screen}
          onChange={setScreen}
          options={SCREENS.map((value) => ({ value, label: host.text(`@previewModel.screen.${value}`) }))}
        />
      </div>
      {!shown && <SkeletonRows />}
      {shown && screen === 'desktop' && (
        <div className="loam-trial-desktop">
          <TrialPane key={view} {...shown} host={host} />
        </div>
      )}
      {shown && screen === 'phone' && <Phone shown={shown} />}
    </section>
  )
}

const VIEW_TEXTS: Readonly<Record<TrialView, string>> = { form: '@page.modelForm', list: '@page.modelList' }

/** A window of a phone's width: what asks how wide the screen is finds a phone. */
function Phone({ shown }: { readonly shown: TrialShown }) {
  const host = useHost()
  const frame = useRef<PreviewFrame>(null)
  const { draft, memory, view } = shown
  useEffect(() => {
    if (!frame.current) return
    frame.current.previewed = { host, trial: { draft, memory, view } }
    frame.current.dispatchEvent(new Event(PREVIEW_CHANGED))
  }, [host, draft, memory, view])
  return (
    <div className="loam-trial-phone">
      <iframe ref={frame} data-preview title={host.text('@previewModel.screen.phone')} src="/preview" />
    </div>
  )
}
