import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

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
/** The server compiles forms with the widgets' headless half, which may import the runtime alone. */
const headless = /^widgets\/(definitions|[\w-]+\/definition)$/

interface Import {
  readonly file: string
  readonly line: number
  readonly target: string
}

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`
    // A folder's `specs/` holds what its specs share.
    if (entry.isDirectory()) {
      if (entry.name !== 'specs') yield* sources(path)
    } else if (/\.tsx?$/.test(entry.name) && !/\.spec\.tsx?$/.test(entry.name)) yield path
  }
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8')
  const found = text.matchAll(
    /^\s*(?:import|export|\})[^'"\n]*\bfrom\s+['"]([^'"]+)['"]|^\s*import\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm,
  )
  return [...found].map((match) => ({
    file,
    line: text.slice(0, (match.index ?? 0) + match[0].search(/\S/)).split('\n').length,
    target: match[1] ?? match[2] ?? match[3] ?? '',
  }))
}

/** A path below the project for an import of the project's own, null for a package. */
function own(file: string, target: string): string | null {
  if (target.startsWith('.'))
    return relative(root, resolve(root, dirname(file), target))
      .replace(/\\/g, '/')
      .replace(/\.tsx?$/, '')
  const alias = /^@(runtime|widgets|renderers|schemas|services|tests)\/(.*)$/.exec(target)
  return alias ? `${alias[1]}/${alias[2]}`.replace(/\.tsx?$/, '') : null
}

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

/** A file that comes back to itself by way of what it imports, as the way; types count too. */
function circleIn(folder: string): readonly string[] | null {
  const below = [...sources(folder)]
  const names = new Map(below.map((file) => [file.replace(/\.tsx?$/, ''), file]))
  const done = new Set<string>()
  const walk = (file: string, way: readonly string[]): readonly string[] | null => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file]
    if (done.has(file)) return null
    for (const { target } of importsOf(file)) {
      const next = names.get(own(file, target) ?? '')
      const circle = next ? walk(next, [...way, file]) : null
      if (circle) return circle
    }
    done.add(file)
    return null
  }
  for (const file of below) {
    const circle = walk(file, [])
    if (circle) return circle
  }
  return null
}

describe('import rules', () => {
  for (const folder of ['runtime', 'widgets', 'renderers', 'services']) {
    it(`${folder}/ imports only what its place allows`, () => {
      const lines = [...sources(folder)].flatMap(importsOf).filter(broken)
      expect(lines.map(({ file, line, target }) => `${file}:${line} imports ${target}`)).toEqual([])
    })
  }

  for (const folder of ['services/server/http', 'services/server/devices'])
    it(`${folder}/ imports in no circle`, () => {
      expect(circleIn(folder)).toBeNull()
    })

  it('tells a forbidden import from an allowed one', () => {
    const judge = (file: string, target: string) => broken({ file, line: 1, target })
    expect(judge('runtime/form/a.ts', 'react')).toBe(true)
    expect(judge('runtime/form/a.ts', '@widgets/registry')).toBe(true)
    expect(judge('runtime/form/a.ts', '../list/plan')).toBe(false)
    expect(judge('widgets/input/edit.tsx', '@services/client/session')).toBe(true)
    expect(judge('widgets/input/definition.ts', 'react')).toBe(true)
    expect(judge('widgets/input/edit.tsx', 'react')).toBe(false)
    expect(judge('widgets/input/definition.ts', './edit')).toBe(true)
    expect(judge('services/server/modules/a/b.ts', '@widgets/definitions')).toBe(false)
    expect(judge('services/server/modules/a/b.ts', '@widgets/registry')).toBe(true)
    expect(judge('services/contract/call.ts', 'axios')).toBe(true)
    expect(judge('renderers/form/a.tsx', '@services/server/http')).toBe(true)
  })

  it('keeps react-leaflet, whose licence is its own, behind one module', () => {
    const importers = ['runtime', 'widgets', 'renderers', 'services']
      .flatMap((folder) => [...sources(folder)].flatMap(importsOf))
      .filter(({ target }) => /^@?react-leaflet/.test(target))
    expect([...new Set(importers.map(({ file }) => file))]).toEqual(['renderers/map/leaflet/map-view.tsx'])
  })

  it('keeps the top level fixed', () => {
    const allowed =
      /^(\..*|runtime|renderers|schemas|widgets|services|tests|public|data|dist|node_modules|package(-lock)?\.json|(vite|vitest|playwright)\.config\.ts|tsconfig\.json|biome\.json|index\.html|README\.md)$/
    expect(readdirSync(root).filter((name) => !allowed.test(name))).toEqual([])
  })
})
