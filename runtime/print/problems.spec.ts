import { describe, expect, it } from 'vitest'
import { dictionariesIn, pathsIn, templateProblems } from '.'

const KNOWN = new Set(['no', 'state', 'items.n', 'items.state'])
const problems = (template: string, of?: 'line') => templateProblems(template, KNOWN, of)

describe('what a template names', () => {
  it('are the fields of its places and expressions, each once, and its dictionaries', () => {
    const template =
      '<p title="{attribute}">{no}{index}{systemPrinter}{printer.name}{thousands(sum(items.n),2)}{no}</p>' +
      '{if state == 1 &amp;&amp; LEN(items) &gt; items.length &amp;&amp; index}{dict(items.state,"d1")}{/if}{amount(dict(no,"d2"))}{('
    expect(pathsIn(template)).toEqual(['no', 'items.n', 'state', 'items', 'items.state'])
    expect(dictionariesIn(template)).toEqual(['d1', 'd2'])
    expect(pathsIn('${no}/{page} {systemCopy}')).toEqual(['no'])
  })
})

describe('the problems of a template', () => {
  it.each([
    ['{no}{items-n}{systemCopy}{printer.account}{if state_name == "x" &amp;&amp; items.length}{/if}', []],
    [
      '{gone}{thousands(items.gone)}',
      [
        ['{gone}', 'gone', 'gone'],
        ['{thousands(items.gone)}', 'gone', 'items.gone'],
      ],
    ],
    ['{if other &gt; 1}{/if}', [['{if other &gt; 1}', 'gone', 'other']]],
    [
      '{}{no(}{sum(no)}{dict(no)}{a.b.c}',
      ['{}', '{no(}', '{sum(no)}', '{dict(no)}', '{a.b.c}'].map((place) => [place, 'syntax']),
    ],
    [
      '{total(no)}{amount(total(no))}',
      [
        ['{total(no)}', 'function'],
        ['{amount(total(no))}', 'function'],
      ],
    ],
    [
      '{if no &gt;}{/if}{if FOO(no)}{/if}',
      [
        ['{if no &gt;}', 'syntax'],
        ['{if FOO(no)}', 'function'],
      ],
    ],
    [
      '{/if}<p>{no}{if no}a</p><p>b{/if}</p>{if no}',
      [
        ['{/if}', 'unmatched'],
        ['{if no}', 'unmatched'],
        ['{/if}', 'unmatched'],
        ['{if no}', 'unmatched'],
      ],
    ],
  ])('of %s', (template, expected) => {
    expect(
      problems(template).map(({ place, kind, path }) => (path ? [place, kind, path] : [place, kind])),
    ).toEqual(expected)
  })

  it('are marks beyond those that a template may have', () => {
    const found = problems('<p>{if no}a{/if}</p>'.repeat(201))
    expect(found.map(({ kind }) => kind)).toEqual(['unmatched', 'unmatched'])
  })

  it('are the numbers of pages where nobody counts them', () => {
    expect(problems('{page}')).toEqual([{ place: '{page}', kind: 'gone', path: 'page' }])
    expect(problems('{page} {pages}', 'line')).toEqual([])
  })
})
