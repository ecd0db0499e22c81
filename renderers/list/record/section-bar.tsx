import { type RefObject, useEffect, useState } from 'react'
import { useHost } from '../../host'

const SECTION = '[data-section]'

interface Section {
  readonly label: string
  readonly place: HTMLElement
}

/** The way to the sections of what is scrolled, by their names; fewer than three need none. */
export function SectionBar({ body }: { readonly body: RefObject<HTMLElement | null> }) {
  const host = useHost()
  const sections = useSections(body)
  const current = useCurrent(body, sections)
  if (sections.length < 3) return null
  const go = ({ place }: Section) => {
    place.scrollIntoView({ block: 'start' })
    place.tabIndex = -1
    place.focus({ preventScroll: true })
  }
  return (
    <nav className="loam-record-sections" aria-label={host.text('@record.sections')}>
      {sections.map((section, index) => (
        <button
          key={section.label}
          type="button"
          aria-current={index === current ? 'true' : undefined}
          onClick={() => go(section)}
        >
          {section.label}
        </button>
      ))}
    </nav>
  )
}

/** The sections that are drawn, as they come and go; of nested ones the inner. */
function useSections(body: RefObject<HTMLElement | null>): readonly Section[] {
  const [sections, setSections] = useState<readonly Section[]>([])
  useEffect(() => {
    const place = body.current
    if (!place) return undefined
    const look = () => {
      const found = [...place.querySelectorAll<HTMLElement>(SECTION)]
        .filter((one) => !one.querySelector(SECTION))
        .map((one) => ({ place: one, label: one.dataset['section'] ?? '' }))
      setSections((known) => (isSame(known, found) ? known : found))
    }
    look()
    const observer = new MutationObserver(look)
    observer.observe(place, { childList: true, subtree: true, attributeFilter: ['data-section'] })
    return () => observer.disconnect()
  }, [body])
  return sections
}

function isSame(known: readonly Section[], found: readonly Section[]): boolean {
  return (
    known.length === found.length &&
    known.every(({ place, label }, index) => place === found[index]?.place && label === found[index].label)
  )
}

/** Which section stands at the top of what is seen: what stands beside the others is reached after them. */
function useCurrent(body: RefObject<HTMLElement | null>, sections: readonly Section[]): number {
  const [current, setCurrent] = useState(0)
  useEffect(() => {
    const place = body.current
    if (!place) return undefined
    const look = () => {
      const top = place.getBoundingClientRect().top + SLACK
      const next = sections.findIndex((one) => one.place.getBoundingClientRect().top > top)
      setCurrent(Math.max(0, (next < 0 ? sections.length : next) - 1))
    }
    look()
    place.addEventListener('scroll', look, { passive: true })
    return () => place.removeEventListener('scroll', look)
  }, [body, sections])
  return current
}

/** Pixels by which a section may stand below the edge and count as reached. */
const SLACK = 32
