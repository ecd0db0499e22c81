import { Tabs } from '@arco-design/web-react'
import '@arco-design/web-react/es/Tabs/style/css.js'
import { useRef } from 'react'
import { repairTabs, useAriaRepair } from '../../aria-repair'
import { useHost } from '../../host'
import { EditorSettings } from './editor'
import type { LinePart } from './line-problems'
import { PageSettings } from './page-settings'
import { type DesignProblem, ProblemList } from './problem-list'
import type { TemplateDraft } from './template-draft'

/** What is open beside the sheet. */
export type Panel = 'settings' | 'page' | 'problems'

interface SidePanelProps {
  readonly draft: TemplateDraft
  readonly problems: readonly DesignProblem[]
  readonly isReadOnly: boolean
  readonly panel: Panel
  readonly onPanel: (panel: Panel) => void
  /** Shows a problem of the text. */
  readonly onText: (id: string) => void
  readonly onPart: (part: LinePart) => void
}

/** What is chosen in the sheet, the page, and what would print nothing. */
export function SidePanel(props: SidePanelProps) {
  const { draft, problems, isReadOnly, panel, onPanel } = props
  const host = useHost()
  const place = useRef<HTMLDivElement>(null)
  useAriaRepair(place, repairTabs)
  return (
    <div ref={place}>
      <Tabs activeTab={panel} onChange={(next) => onPanel(next as Panel)} size="small" destroyOnHide>
        <Tabs.TabPane key="settings" title={host.text('@printDesign.settings')}>
          <div className="loam-print-chosen">
            <EditorSettings editor={draft.editor} />
          </div>
        </Tabs.TabPane>
        <Tabs.TabPane key="page" title={host.text('@printDesign.page')}>
          <PageSettings draft={draft} isReadOnly={isReadOnly} />
        </Tabs.TabPane>
        <Tabs.TabPane
          key="problems"
          title={host.text('@printDesign.problemsTab', { count: problems.length })}
        >
          <ProblemList problems={problems} onText={props.onText} onPart={props.onPart} />
        </Tabs.TabPane>
      </Tabs>
    </div>
  )
}
