import { describe, expect, it } from 'vitest'
import fixture from '../../tests/fixtures/expressions.json'
import { compileExpression, type ExpressionProblem, scopeOf } from './index'

/** The vectors that the browser and the server share: `report` is the kind of trouble told, absent for none. */
interface Vector {
  readonly source: string
  readonly scope: string
  readonly value: unknown
  readonly report?: string
}

const scopes: Readonly<Record<string, Record<string, unknown>>> = fixture.scopes
const vectors: readonly Vector[] = fixture.vectors

describe('shared vectors', () => {
  it.each(vectors.map((vector) => [vector.source, vector] as const))('%s', (source, vector) => {
    const problems: ExpressionProblem[] = []
    const value = compileExpression(source).evaluate(scopeOf(scopes[vector.scope] ?? {}), (problem) =>
      problems.push(problem),
    )
    expect({ value, report: problems[0]?.kind }).toEqual({ value: vector.value, report: vector.report })
  })

  it('has at least 200 of them, no two alike', () => {
    const keys = vectors.map(({ source, scope }) => `${scope}: ${source}`)
    expect(new Set(keys).size).toBe(vectors.length)
    expect(vectors.length).toBeGreaterThanOrEqual(200)
  })
})
