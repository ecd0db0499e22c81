import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { IconArrowLeft, IconHistory, IconRedo, IconUndo } from '@arco-design/web-react/icon'
import type { DesignSession } from '@runtime/design/session'
import { isDataView } from '@runtime/list/data-view'
import { RadioRow } from '@widgets/shared/radio-row'
import { type ReactNode, useSyncExternalStore } from 'react'
import { useHost } from '../../host'
import type { DesignActs } from '../keys'
import { type Draft, hasList } from './draft-of'

export type View = 'form' | 'list' | 'rules' | 'text' | 'preview' | 'publish'
/** Those that are chosen between; to publish is an act, and has a button. */
const VIEWS: readonly View[] = ['form', 'list', 'rules', 'text', 'preview']
/** A data view has no form. */
const OF_DATA_VIEW: readonly View[] = ['list', 'text']

/** What there is to be designed of a model; the first is where it begins. */
export function viewsOf(webType: string): readonly View[] {
  if (isDataView(webType)) return OF_DATA_VIEW
  return VIEWS.filter((one) => one !== 'list' || hasList(webType))
}

/** The view that an address names; absent: the model has no such one. */
export const viewNamed = (name: unknown, webType: string): View | undefined =>
  [...viewsOf(webType), 'publish' as const].find((one) => one === name)

interface TopBarProps {
  readonly draft: Draft
  readonly session: DesignSession
  readonly acts: Pick<DesignActs, 'undo' | 'redo'>
  readonly view: View
  readonly setView: (view: View) => void
  readonly onLeave: (() => void) | undefined
  readonly onHistory: () => void
  /** How the draft stands with the server. */
  readonly state?: ReactNode
}

export function TopBar(props: TopBarProps) {
  const { draft, session, acts, view, setView, onLeave, onHistory, state } = props
  const host = useHost()
  // Each key is a step: this is drawn where its buttons change.
  useSyncExternalStore(session.subscribe, () => `${session.canUndo} ${session.canRedo}`)
  return (
    <header className="loam-designer-top">
      {onLeave && (
        <Button
          type="text"
          icon={<IconArrowLeft />}
          aria-label={host.text('@view.back')}
          title={host.text('@view.back')}
          onClick={onLeave}
        />
      )}
      <h2>{draft.fullName}</h2>
      <Button
        type="text"
        icon={<IconUndo />}
        disabled={!session.canUndo}
        aria-label={host.text('@design.undo')}
        title={`${host.text('@design.undo')} Ctrl+Z`}
        onClick={acts.undo}
      />
      <Button
        type="text"
        icon={<IconRedo />}
        disabled={!session.canRedo}
        aria-label={host.text('@design.redo')}
        title={`${host.text('@design.redo')} Ctrl+Y`}
        onClick={acts.redo}
      />
      <Button
        type="text"
        icon={<IconHistory />}
        aria-label={host.text('@design.history')}
        title={host.text('@design.history')}
        onClick={onHistory}
      />
      {state}
      <RadioRow
        aria-label={host.text('@design.views')}
        type="button"
        size="small"
        value={view}
        onChange={(next: View) => setView(next)}
        options={viewsOf(draft.webType).map((value) => ({
          value,
          label: host.text(`@design.view.${value}`),
        }))}
      />
      {view !== 'publish' && (
        <Button type="primary" onClick={() => setView('publish')}>
          {host.text('@development.release')}
        </Button>
      )}
    </header>
  )
}
