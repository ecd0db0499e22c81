import { describe, expect, it } from 'vitest'
import { circlesIn, graphOf } from './circles'
import { importsIn } from './imports'

const circlesOf = (texts: Readonly<Record<string, string>>) =>
  circlesIn(graphOf(Object.entries(texts).map(([file, text]) => [file, importsIn(file, text)])))

describe('circles of files', () => {
  it.each<[by: string, texts: Record<string, string>]>([
    ['values', { 'runtime/a.ts': "import { b } from './b'", 'runtime/b.ts': "import './a'" }],
    ['a type', { 'runtime/a.ts': "import type { B } from './b'", 'runtime/b.ts': "import { a } from './a'" }],
    ['a type in its place', { 'runtime/a.ts': "let b: import('./b').B", 'runtime/b.ts': "import './a'" }],
    ['what is handed on', { 'runtime/a.ts': "export * from './b'", 'runtime/b.ts': "import './a'" }],
    ['names on lines', { 'runtime/a.ts': "import {\n  b,\n} from './b'", 'runtime/b.ts': "import './a'" }],
    ['what is fetched', { 'runtime/a.ts': "const b = await import('./b')", 'runtime/b.ts': "import './a'" }],
    ['an alias', { 'runtime/a.ts': "import { b } from '@runtime/b'", 'runtime/b.ts': "import './a'" }],
    ['a program', { 'runtime/a.ts': "import { b } from './b.mjs'", 'runtime/b.mjs': "import './a.ts'" }],
    ['itself', { 'runtime/a.ts': "import type { A } from './a'" }],
  ])('are found by %s', (_, texts) => {
    const files = Object.keys(texts)
    expect(circlesOf(texts)).toEqual([[...files, files[0]]])
  })

  it('are found by an index file, over folders, each by its shortest way', () => {
    const circles = circlesOf({
      'renderers/start.ts': "import { pump } from '@widgets/pump'",
      'widgets/pump/index.ts': "export { pump } from './pump'",
      'widgets/pump/pump.ts': "import type { Valve } from '../valve'\nimport { flow } from '@runtime/flow'",
      'widgets/valve/index.ts': "import { pump } from '../pump'\nexport type { Valve } from './valve'",
      'widgets/valve/valve.ts': "import { of } from '.'",
      'runtime/flow.ts': "import './text'\nimport 'react'\nimport './flow.css'",
      'runtime/text.ts': '',
    })
    expect(circles).toEqual([
      ['widgets/pump/index.ts', 'widgets/pump/pump.ts', 'widgets/valve/index.ts', 'widgets/pump/index.ts'],
    ])
  })

  it('are not those of a folder whose name a file beside it has', () => {
    const texts = {
      'runtime/form.ts': '',
      'runtime/form/index.ts': "import { a } from './a'",
      'runtime/form/a.ts': "import { form } from '../form'",
    }
    expect(circlesOf(texts)).toEqual([])
  })

  it('are as many as there are apart from each other', () => {
    const circles = circlesOf({
      'runtime/a.ts': "import './b'\nimport './c'",
      'runtime/b.ts': "import './a'",
      'runtime/c.ts': "import './d'",
      'runtime/d.ts': "import './c'",
      'runtime/e.ts': "import './c'\nimport './f'",
      'runtime/f.ts': "import './c'",
    })
    expect(circles.map((circle) => circle[0])).toEqual(['runtime/c.ts', 'runtime/a.ts'])
  })
})
