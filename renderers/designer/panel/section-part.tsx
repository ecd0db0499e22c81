import { ruleOf, type Subject } from '@runtime/design/subjects'
import type { Section } from '@runtime/widget/setting-place'
import { useState } from 'react'
import { useHost } from '../../host'
import { SectionForm } from './section-form'

interface PartProps {
  readonly section: Section
  readonly subject: Subject
  readonly plain: readonly string[]
  readonly advanced: readonly string[]
}

/** Parts of the settings of a form itself, and of lists, that are called otherwise than those of fields. */
const SECTIONS: Readonly<Partial<Record<Subject['kind'], Readonly<Partial<Record<Section, string>>>>>> = {
  form: { data: '@design.section.buttons', check: '@design.section.saving' },
  list: { data: '@listDesign.section.data', check: '@listDesign.section.check' },
}

/** A part of the panel that can be folded; what is seldom wanted comes when it is asked for. */
export function SectionPart({ section, subject, plain, advanced }: PartProps) {
  const host = useHost()
  return (
    <Fold
      title={host.text(SECTIONS[subject.kind]?.[section] ?? `@design.section.${section}`)}
      isOpen={section !== 'events' && !isUnruled(section, subject, [...plain, ...advanced])}
      level="part"
    >
      {plain.length > 0 && <SectionForm subject={subject} names={plain} />}
      {advanced.length > 0 && (
        <Fold title={host.text('@design.advanced')} isOpen={false} level="more">
          <SectionForm subject={subject} names={advanced} />
        </Fold>
      )}
    </Fold>
  )
}

/** Whether a field has none of the rules that it could have: most have none, and editors of code take their time. */
function isUnruled(section: Section, { values }: Subject, names: readonly string[]): boolean {
  return section === 'rules' && names.every((name) => ruleOf(name) && values[name] === undefined)
}

function Fold({
  title,
  isOpen,
  level,
  children,
}: {
  readonly title: string
  readonly isOpen: boolean
  readonly level: 'part' | 'more'
  readonly children: React.ReactNode
}) {
  const [open, setOpen] = useState(isOpen)
  return (
    <details
      className={`loam-inspector-${level}`}
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{title}</summary>
      {open && children}
    </details>
  )
}
