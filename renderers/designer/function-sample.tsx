import { compileExpression, ExpressionError, type ExpressionProblem, scopeOf } from '@runtime/expression'
import { functionCatalogue } from '@runtime/expression/functions/catalogue'
import { EXAMPLE_NAMES } from '@runtime/expression/functions/examples'
import { useMemo, useState } from 'react'
import { useHost } from '../host'
import { Face } from './face'
import './widget-gallery.css'

/** A function with its example, which may be changed: what comes of it stands below. */
export function FunctionSample({ name }: { readonly name: string }) {
  const host = useHost()
  const entry = functionCatalogue.find((one) => one.name === name)
  const [source, setSource] = useState(entry?.example.source ?? '')
  const result = useMemo(() => evaluated(source), [source])
  const label = host.text('@gallery.expression')
  return (
    <Face title={host.text('@gallery.live')}>
      <label className="loam-sample-parse">
        {label}
        <input
          className="arco-input arco-input-size-default"
          value={source}
          spellCheck={false}
          onChange={(event) => setSource(event.target.value)}
        />
        <output data-wrong={'problem' in result}>
          {'problem' in result
            ? host.text(result.problem.message, result.problem.params)
            : JSON.stringify(result.value)}
        </output>
      </label>
    </Face>
  )
}

type Result = { readonly value: unknown } | { readonly problem: ExpressionProblem }

function evaluated(source: string): Result {
  const problems: ExpressionProblem[] = []
  try {
    const value = compileExpression(source).evaluate(scopeOf(EXAMPLE_NAMES), (problem) =>
      problems.push(problem),
    )
    return problems[0] ? { problem: problems[0] } : { value }
  } catch (error) {
    if (error instanceof ExpressionError) return { problem: error.problem }
    throw error
  }
}
