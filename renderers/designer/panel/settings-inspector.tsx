import { sectionsOf } from '@runtime/design/panel'
import type { DesignSession } from '@runtime/design/session'
import type { Subject } from '@runtime/design/subjects'
import { NamedIcon } from '@widgets/shared/named-icon'
import { useMemo, useSyncExternalStore } from 'react'
import { useHost } from '../../host'
import './settings-inspector.css'
import { PanelProvider, PanelSubject } from './panel-subject'
import { SectionPart } from './section-part'
import { Structure } from './structure'

interface InspectorProps {
  readonly session: DesignSession
  /** What is edited, where it is not what is chosen of the form: the same function while that is the same. */
  readonly subjectIn?: ((session: DesignSession) => Subject | undefined) | undefined
}

/** The settings of what is chosen in a session, of the form where nothing is; what is changed here is a step of it. */
export function SettingsInspector({ session, subjectIn }: InspectorProps) {
  const panel = useMemo(() => new PanelSubject(session, subjectIn), [session, subjectIn])
  const subject = useSyncExternalStore(session.subscribe, panel.read)
  const host = useHost()
  if (!subject) return null
  const sections = sectionsOf(subject.places, subject.scope)
  const title = host.text(subject.title)
  const which = keyOf(session, subject)
  return (
    <PanelProvider value={panel}>
      <section
        className="loam-inspector"
        aria-label={host.text('@design.settingsOf', { name: title })}
        onBlur={() => session.seal()}
      >
        <header className="loam-inspector-head">
          <NamedIcon name={subject.icon ?? 'Settings'} />
          <h3>{title}</h3>
          {subject.name !== '' && <code>{subject.name}</code>}
        </header>
        <Structure key={`structure ${which}`} />
        {sections.length === 0 && subject.kind === 'several' && (
          <p className="loam-inspector-none">{host.text('@design.noCommon')}</p>
        )}
        {sections.map(({ section, plain, advanced }) => (
          <SectionPart
            key={`${which} ${section}`}
            section={section}
            subject={subject}
            plain={plain}
            advanced={advanced}
          />
        ))}
      </section>
    </PanelProvider>
  )
}

/** What tells one subject from another: drafts do not go over. */
function keyOf({ selection }: DesignSession, { kind, key, address }: Subject): string {
  const chosen = kind === 'several' ? selection.nodes : [address]
  return JSON.stringify([key, chosen.map(({ part, node, path }) => [part, node ?? null, path])])
}
