import { type DocumentProblem, sentenceOf } from '@runtime/document'
import { useHost } from '../host'
import { Icon } from '../icon'

/** In the place of a broken document: each problem with file, line, pointer and what to write instead. */
export function Problems({ problems }: { readonly problems: readonly DocumentProblem[] }) {
  const host = useHost()
  return (
    <section className="loam-problems" role="alert">
      <h2>
        <Icon name="InfoCircle" />
        {host.text('@document.broken', { count: problems.length })}
      </h2>
      <p>{host.text('@document.restWorks')}</p>
      <ol>
        {problems.map((problem) => (
          <li key={`${problem.file} ${problem.line}:${problem.column} ${problem.pointer} ${problem.message}`}>
            <code className="loam-problem-place">
              {problem.file}:{problem.line}:{problem.column}
            </code>
            {problem.pointer !== '' && <code className="loam-problem-pointer">{problem.pointer}</code>}
            <strong>{sentenceOf(problem, host.text)}</strong>
            {problem.nearest !== undefined && (
              <span>{host.text('@document.didYouMean', { name: problem.nearest })}</span>
            )}
            {problem.expected !== undefined && (
              <span className="loam-problem-expected">
                {host.text('@document.expected', { what: problem.expected })}
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
