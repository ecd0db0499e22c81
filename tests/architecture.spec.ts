import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { circlesIn, graphOf } from './circles'
import { type Import, importsOf, own, root, sources } from './imports'

const FOLDERS = ['runtime', 'widgets', 'renderers', 'services']

/** What a folder may import from the others, and which packages are closed to it. The longest matching folder decides. */
const rules: Record<string, { folders: readonly string[]; not?: RegExp }> = {
  runtime: {
    folders: ['runtime'],
    not: /^(node:|react($|-dom|\/)|@arco-design|@rjsf|fastify|axios|pg$|kysely)/,
  },
  widgets: { folders: ['widgets', 'runtime'], not: /^(node:|axios|fastify|pg$|kysely|@rjsf)/ },
  renderers: {
    folders: ['renderers', 'widgets', 'runtime', 'services/client'],
    not: /^(node:|fastify|pg$|kysely)/,
  },
  'services/contract': { folders: ['services/contract', 'runtime/limits'], not: /^(?!typebox)/ },
  'services/client': {
    folders: ['services/client', 'services/contract', 'runtime'],
    not: /^(node:|react|fastify|pg$|kysely)/,
  },
  'services/server': {
    folders: ['services/server', 'services/contract', 'runtime', 'schemas'],
    not: /^(react|@arco-design|@rjsf|axios)/,
  },
  // The demo farm's devices are a program of their own that speaks MQTT, as devices do.
  'services/simulator': {
    folders: ['services/simulator', 'runtime'],
    not: /^(react|@arco-design|@rjsf|axios|fastify|pg$|kysely)/,
  },
  // The demo is the one part of the server that knows which farm is simulated.
  'services/server/modules/demo': {
    folders: ['services/server', 'services/contract', 'services/simulator', 'runtime', 'schemas'],
    not: /^(react|@arco-design|@rjsf|axios)/,
  },
}
/** Wings, each on those before it, in folders of these parents; the demo is the roof. */
const WINGS = ['platform', 'lowcode', 'field', 'demo']
const WINGED = ['services/server/modules', 'services/contract/areas']
const wingOf = (path: string) => {
  const parent = WINGED.find((folder) => path.startsWith(`${folder}/`))
  return parent ? WINGS.indexOf(path.slice(parent.length + 1).split('/')[0] ?? '') : null
}
/** The server's one list of modules stands above the wings. */
const ABOVE = 'services/server/modules/index.ts'

function isAgainstWings({ file, target }: Import): boolean {
  const path = own(file, target)
  const [from, to] = [wingOf(file), path === null ? null : wingOf(path)]
  return file !== ABOVE && from !== null && to !== null && to > from
}

/** The server compiles forms with the widgets' headless half, which may import the runtime alone. */
const headless = /^widgets\/(definitions|designs|[\w-]+\/(definition|design))$/

function broken({ file, target }: Import): boolean {
  const place = Object.keys(rules)
    .filter((folder) => file.startsWith(`${folder}/`))
    .sort((a, b) => b.length - a.length)[0]
  const rule = place ? rules[place] : undefined
  if (!rule) return false
  const path = own(file, target)
  const isHeadless = headless.test(file.replace(/\.ts$/, ''))
  if (path === null) return ((isHeadless ? rules['runtime'] : rule)?.not ?? /^$/).test(target)
  if (isHeadless) return !path.startsWith('runtime/') && !headless.test(path)
  if (place === 'services/server' && headless.test(path)) return false
  return !rule.folders.some((folder) => path === folder || path.startsWith(`${folder}/`))
}

describe('import rules', () => {
  for (const folder of FOLDERS) {
    it(`${folder}/ imports only what its place allows`, () => {
      const lines = [...sources(folder)].flatMap(importsOf).filter(broken)
      expect(lines.map(({ file, line, target }) => `${file}:${line} imports ${target}`)).toEqual([])
    })
  }

  it('let a wing import itself and those before it, and nothing the demo', () => {
    const files = WINGED.flatMap((folder) => [...sources(folder)])
    expect(files.filter((file) => file !== ABOVE && wingOf(file) === -1)).toEqual([])
    const lines = files.flatMap(importsOf).filter(isAgainstWings)
    expect(lines.map(({ file, line, target }) => `${file}:${line} imports ${target}`)).toEqual([])
    const from = (file: string, target: string) => isAgainstWings({ file, line: 1, target })
    expect(from('services/server/modules/platform/chat/module.ts', '../../demo/once')).toBe(true)
    expect(from('services/contract/areas/lowcode/print.ts', '../field/alarm')).toBe(true)
    expect(from('services/server/modules/field/alarm/a.ts', '../../platform/people/b')).toBe(false)
  })

  it('keep what is headless free of the field', () => {
    const files = [...sources('runtime')].filter((file) => !file.startsWith('runtime/field/'))
    const lines = files
      .flatMap(importsOf)
      .filter(({ file, target }) => own(file, target)?.startsWith('runtime/field/') ?? false)
    expect(lines.map(({ file, line, target }) => `${file}:${line} imports ${target}`)).toEqual([])
  })

  it('leave no circle of files', () => {
    const files = FOLDERS.flatMap((folder) => [...sources(folder)])
    const circles = circlesIn(graphOf(files.map((file) => [file, importsOf(file)])))
    expect(circles.map((circle) => circle.join(' -> '))).toEqual([])
  })

  it('tells a forbidden import from an allowed one', () => {
    const isBroken = (file: string, target: string) => broken({ file, line: 1, target })
    expect(isBroken('runtime/form/a.ts', 'react')).toBe(true)
    expect(isBroken('runtime/form/a.ts', '@widgets/registry')).toBe(true)
    expect(isBroken('runtime/form/a.ts', '../list/plan')).toBe(false)
    expect(isBroken('widgets/input/edit.tsx', '@services/client/session')).toBe(true)
    expect(isBroken('widgets/input/definition.ts', 'react')).toBe(true)
    expect(isBroken('widgets/input/edit.tsx', 'react')).toBe(false)
    expect(isBroken('widgets/input/definition.ts', './edit')).toBe(true)
    expect(isBroken('services/server/modules/a/b.ts', '@widgets/definitions')).toBe(false)
    expect(isBroken('services/server/modules/a/b.ts', '@widgets/registry')).toBe(true)
    expect(isBroken('services/contract/call.ts', 'axios')).toBe(true)
    expect(isBroken('renderers/form/a.tsx', '@services/server/http')).toBe(true)
  })

  it('keeps react-leaflet, whose licence is its own, behind one module', () => {
    const importers = FOLDERS.flatMap((folder) => [...sources(folder)].flatMap(importsOf)).filter(
      ({ target }) => /^@?react-leaflet/.test(target),
    )
    expect([...new Set(importers.map(({ file }) => file))]).toEqual(['renderers/map/leaflet/map-view.tsx'])
  })

  it('brings no schemas of calls into the browser: of the contract’s areas it takes types and files of names', () => {
    const brings = /^\s*import (?!type )[^'\n]*from '([^'\n]*contract\/areas\/[^'\n]*(?<!-names))'/gm
    const inFile = (text: string) => [...text.matchAll(brings)].map(([, target]) => target)
    expect(inFile("import { A } from '../contract/areas/platform/session'")).toEqual([
      '../contract/areas/platform/session',
    ])
    const files = [...sources('services/client'), ...sources('renderers'), ...sources('widgets')]
    const found = files.flatMap((file) =>
      inFile(readFileSync(join(root, file), 'utf8')).map((target) => `${file}: ${target}`),
    )
    expect(found).toEqual([])
  })

  it('lets no module ask for records but through the gate, which knows whose they are', () => {
    const statement =
      /\b(?:selectFrom|updateTable|insertInto|deleteFrom|\w+Join)\(\s*'record(?: as \w+)?'|\b(?:from|join|update|into)\s+record\b(?!_)/
    expect(
      ["db.selectFrom('record')", 'sql`\n from record where`', "x.leftJoin('record as r',"].map((text) =>
        statement.test(text),
      ),
    ).toEqual([true, true, true])
    expect(
      ["db.selectFrom('record_file')", 'from record_draft', "import { a } from './record'"].map((text) =>
        statement.test(text),
      ),
    ).toEqual([false, false, false])
    const lowcode = 'services/server/modules/lowcode'
    const records = `${lowcode}/online-development`
    const asking = [...sources('services/server')].filter((file) => {
      const code = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
      return statement.test(code)
    })
    expect(asking.sort()).toEqual(
      [
        `${records}/gate/records-of.ts`,
        // What answers a condition that the gate has made.
        ...['keys/place', 'keys/source', 'parents'].map((name) => `${records}/${name}.ts`),
        // The server's own upkeep, which answers nobody; report views judge whoever asks by the gate's scope.
        ...['keys/build', 'report-view', 'seal-records', 'unique'].map((name) => `${records}/${name}.ts`),
        // What goes with a model, for who deletes it.
        ...['deleting'].map((name) => `${lowcode}/visual-development/${name}.ts`),
        // How many of them a new version would refuse, for who designs it.
        ...['kept-values', 'pages', 'twice'].map(
          (name) => `${lowcode}/visual-development/judging/${name}.ts`,
        ),
        // One's own, counted by day.
        'services/server/modules/platform/profile/own.ts',
        // Whose they are, where somebody's work is handed over.
        'services/server/modules/platform/people/hand-over/records.ts',
        'services/server/modules/demo/module.ts',
      ].sort(),
    )
  })

  it('has one translator: nothing else finds places in a message, nor lets a library fill them', () => {
    // `{{name}}` of fragments and `${…}` of expressions are no places of messages.
    const filling = /(?<!\\\{|\$)\\\{\(\\w|\.replace(?:All)?\(\s*['"`]\{\w{2,}\}|\binterpolation\s*:/
    const fills = (code: string) => filling.test(code)
    expect([
      fills('text.replace(/\\{(\\w+)\\}/g, f)'),
      fills("text.replace('{name}', name)"),
      fills('interpolation: {}'),
    ]).toEqual([true, true, true])
    expect([fills('/\\{\\{(\\w+)\\}\\}/g'), fills("url.replace('{s}', s)")]).toEqual([false, false])
    const found = FOLDERS.flatMap((folder) => [...sources(folder)]).filter((file) =>
      fills(readFileSync(join(root, file), 'utf8')),
    )
    expect(found).toEqual(['runtime/text.ts'])
    const libraries = FOLDERS.flatMap((folder) => [...sources(folder)].flatMap(importsOf))
      .filter(({ target }) => /^(i18next|react-i18next|intl-messageformat|@formatjs)/.test(target))
      .map(({ file }) => file)
    expect(libraries).toEqual([])
  })

  it('keeps the top level fixed', () => {
    const allowed =
      /^(\..*|runtime|renderers|schemas|widgets|services|tests|public|data|dist|node_modules|package(-lock)?\.json|(vite|vitest|playwright)\.config\.ts|tsconfig\.json|biome\.json|index\.html|README\.md)$/
    expect(readdirSync(root).filter((name) => !allowed.test(name))).toEqual([])
  })
})

describe('the program in the browser', () => {
  it('keeps the keys of input methods from all listeners, before anything is drawn', () => {
    const main = readFileSync(join(root, 'renderers/main.tsx'), 'utf8')
    expect(main.indexOf('keepComposing(window)')).toBeGreaterThan(0)
    expect(main.indexOf('keepComposing(window)')).toBeLessThan(main.indexOf('.render('))
  })
})
