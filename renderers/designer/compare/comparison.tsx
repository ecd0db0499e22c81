import { Tabs } from '@arco-design/web-react'
import '@arco-design/web-react/es/Tabs/style/css.js'
import { changesBetween } from '@runtime/design/diff'
import { catalogue } from '@widgets/definitions'
import { designed } from '@widgets/designs'
import { useMemo, useRef } from 'react'
import { repairTabs, useAriaRepair } from '../../aria-repair'
import { useHost } from '../../host'
import { FormPreview } from '../model-preview'
import { ChangeList } from './change-list'
import type { ComparedSide, ComparisonProps } from './compared'
import { TextComparison } from './text-comparison'
import './comparison.css'

const WIDGETS = { catalogue, designed }

/** Two designs of a model: what has changed in words, both forms, and both texts. */
export function Comparison({ before, after, titles }: ComparisonProps) {
  const host = useHost()
  const place = useRef<HTMLElement>(null)
  useAriaRepair(place, repairTabs)
  const changes = useMemo(() => changesBetween(before, after, WIDGETS), [before, after])
  return (
    <section ref={place} className="loam-comparison" aria-label={`${titles.before} → ${titles.after}`}>
      <Tabs>
        <Tabs.TabPane key="changes" title={host.text('@diff.tab.changes')}>
          <ChangeList changes={changes} />
        </Tabs.TabPane>
        <Tabs.TabPane key="forms" title={host.text('@diff.tab.forms')}>
          <div className="loam-comparison-forms">
            <DrawnForm title={titles.before} side={before} />
            <DrawnForm title={titles.after} side={after} />
          </div>
        </Tabs.TabPane>
        <Tabs.TabPane key="texts" title={host.text('@diff.tab.texts')}>
          <TextComparison before={before} after={after} titles={titles} />
        </Tabs.TabPane>
      </Tabs>
    </section>
  )
}

interface DrawnFormProps {
  readonly title: string
  readonly side: ComparedSide
}

/** The form as people see it; it is looked at and not filled in. */
function DrawnForm({ title, side }: DrawnFormProps) {
  const host = useHost()
  const { formData = '', fullName } = side
  return (
    <section aria-label={host.text('@diff.formOf', { title })}>
      <h3>{title}</h3>
      {formData.trim() === '' ? (
        <p>{host.text('@diff.noForm')}</p>
      ) : (
        <div inert={true}>
          <FormPreview title={fullName} formData={formData} />
        </div>
      )}
    </section>
  )
}
