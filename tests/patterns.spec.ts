import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { analyse } from 'scslre'
import { parseSync, Visitor } from 'vite'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Patterns that take longer than their text grows, and why no text is long enough for that to matter: by file and literal. */
const BOUNDED: Readonly<Record<string, string>> = {}

interface Pattern {
  readonly source: string
  readonly flags: string
}
interface Slow {
  readonly place: string
  readonly name: string
  readonly why: string
}

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) {
      if (entry.name !== 'specs') yield* sources(path)
    } else if (/\.m?tsx?$|\.mjs$/.test(entry.name) && !/\.spec\.tsx?$/.test(entry.name)) yield path
  }
}

/** What makes a pattern slow on a long text, one word a cause and the character whose repetition shows it. */
const causesOf = (pattern: Pattern): readonly string[] =>
  analyse(pattern).reports.map(({ type, exponential, character }) => {
    const growth = exponential ? 'exponential' : 'polynomial'
    return `${growth} (${type}) on many ${JSON.stringify(character.pick)}`
  })

/** Every literal of a file that is slow, named by its line. */
function slowIn(file: string, text: string): readonly Slow[] {
  const found: Slow[] = []
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  new Visitor({
    Literal(node) {
      if (!('regex' in node)) return
      const { pattern: source, flags } = node.regex
      const why = causesOf({ source, flags })
      if (why.length === 0) return
      const line = text.slice(0, node.start).split('\n').length
      found.push({ place: `${file}:${line}`, name: `${file} /${source}/${flags}`, why: why.join('; ') })
    },
  }).visit(program)
  return found
}

describe('our own regular expressions', () => {
  it('take time in proportion to their text', () => {
    const slow = ['runtime', 'widgets', 'renderers', 'services']
      .flatMap((folder) => [...sources(folder)])
      .flatMap((file) => slowIn(file, readFileSync(join(root, file), 'utf8')))
    const open = slow.filter(({ name }) => BOUNDED[name] === undefined)
    expect(open.map(({ place, name, why }) => `${place} ${name}: ${why}`)).toEqual([])
    // What has been mended is not excused any longer.
    expect(Object.keys(BOUNDED).filter((name) => !slow.some((one) => one.name === name))).toEqual([])
  })

  it.each([
    ['a quantifier within another', 'const at = /(a+)+$/', 'exponential (Self)'],
    ['two that take the same', 'const at = /^\\d+\\d*x/', 'polynomial (Trade)'],
    ['one that begins anywhere', 'const at = text.replace(/\\s+$/, "")', 'polynomial (Move)'],
  ])('%s is found out, with its line', (_, code, why) => {
    const [slow] = slowIn('a.ts', `// one line\n${code}\n`)
    expect(slow?.place).toBe('a.ts:2')
    expect(slow?.why).toContain(why)
  })

  it('what is linear is let be', () => {
    expect(slowIn('a.ts', 'const at = /^[a-z]+:[0-9]+$/; const quoted = /"[^"]{0,80}"/g')).toEqual([])
  })
})
