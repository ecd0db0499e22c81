import { IconCheckCircle } from '@arco-design/web-react/icon'
import { useMemo, useSyncExternalStore } from 'react'
import { useHost } from '../../host'
import type { PrintField } from './editor'
import { pathsOf } from './field-items'
import { type LinePart, lineProblems } from './line-problems'
import './problem-list.css'
import type { TemplateDraft } from './template-draft'
import { usePage } from './use-draft'

export interface DesignProblem {
  readonly id: string
  /** As it is written in the template. */
  readonly place: string
  readonly title: string
  /** Of the page; absent: it is in the text. */
  readonly part?: LinePart
}

/** Places in the text and in the lines of the page that would print nothing, as the template is now. */
export function useDesignProblems(
  draft: TemplateDraft,
  fields: readonly PrintField[],
): readonly DesignProblem[] {
  const host = useHost()
  const page = usePage(draft)
  const { editor } = draft
  // As a text: the screen is drawn again when they are others, not with each key.
  const found = useSyncExternalStore(draft.subscribe, () => JSON.stringify(editor.problems()))
  const inText = useMemo(
    () =>
      (JSON.parse(found) as ReturnType<typeof editor.problems>).map(({ id, text, title }) => ({
        ...{ id, place: text, title },
      })),
    [found],
  )
  const inLines = useMemo(
    () =>
      lineProblems(page, pathsOf(fields)).map(({ part, place, reason }, at) => ({
        ...{ id: `${part} ${at}`, place, part },
        title: host.text(`@printDesign.problem.${reason}`, { where: host.text(`@printDesign.${part}`) }),
      })),
    [page, fields, host],
  )
  return useMemo(() => [...inText, ...inLines], [inText, inLines])
}

/** What prints nothing: each leads to where it stands. */
export function ProblemList({
  problems,
  onText,
  onPart,
}: {
  readonly problems: readonly DesignProblem[]
  readonly onText: (id: string) => void
  readonly onPart: (part: LinePart) => void
}) {
  const host = useHost()
  if (problems.length === 0)
    return (
      <p className="loam-print-problems" role="status">
        <IconCheckCircle aria-hidden="true" /> {host.text('@printDesign.noProblem')}
      </p>
    )
  return (
    <ul className="loam-print-problems" aria-label={host.text('@printDesign.problems')}>
      {problems.map(({ id, place, title, part }) => (
        <li key={id}>
          <button type="button" onClick={() => (part ? onPart(part) : onText(id))}>
            <code>{place}</code>
            <span>{title}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
