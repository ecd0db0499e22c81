import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect, test } from './journey'

const CLIENT = fileURLToPath(new URL('../../dist/client/', import.meta.url))

interface Part {
  readonly file: string
  readonly name?: string
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
}

/** The parts of the build by their keys: what each needs, and what it leads to. */
function manifest(): Readonly<Record<string, Part>> {
  return JSON.parse(readFileSync(`${CLIENT}.vite/manifest.json`, 'utf8'))
}

/** The scripts that these parts need in all: their number, and KB of gzip. */
function scriptsOf(...keys: readonly string[]): { readonly count: number; readonly kilobytes: number } {
  const parts = manifest()
  const needed = new Set<string>()
  const need = (key: string) => {
    if (needed.has(key)) return
    needed.add(key)
    for (const next of parts[key]?.imports ?? []) need(next)
  }
  keys.forEach(need)
  const bytes = [...needed].map((key) => gzipSync(readFileSync(CLIENT + parts[key]?.file)).length)
  return { count: bytes.length, kilobytes: bytes.reduce((sum, one) => sum + one, 0) / 1024 }
}

/** The part of a name to which what these parts need leads. */
function partBehind(from: string, name: string): string {
  const parts = manifest()
  const behind = [from, ...(parts[from]?.imports ?? [])].flatMap((key) => parts[key]?.dynamicImports ?? [])
  const found = behind.find((key) => parts[key]?.name === name)
  if (found === undefined) throw new Error(`Nothing named ${name} behind ${from}`)
  return found
}

test('the build keeps the way to a first list short: sign-in, frame, first page, list of a model, page with a list', () => {
  const signIn = partBehind('index.html', 'sign-in')
  const frame = partBehind('index.html', 'frame')
  const home = partBehind(frame, 'home')
  const model = partBehind(frame, 'model')
  const listed = partBehind(frame, 'listed')
  const steps = [
    { parts: ['index.html', signIn], most: { count: 6, kilobytes: 121 } },
    { parts: ['index.html', frame], most: { count: 8, kilobytes: 220 } },
    { parts: ['index.html', frame, home], most: { count: 10, kilobytes: 292 } },
    { parts: ['index.html', frame, model], most: { count: 10, kilobytes: 347 } },
    { parts: ['index.html', frame, listed], most: { count: 11, kilobytes: 349 } },
  ]
  for (const { parts, most } of steps) {
    const { count, kilobytes } = scriptsOf(...parts)
    expect(count, `scripts of ${parts.join(', ')}`).toBeLessThanOrEqual(most.count)
    expect(kilobytes, `KB of ${parts.join(', ')}`).toBeLessThanOrEqual(most.kilobytes)
  }
})

for (const [kind, path] of [
  ['a model', '/model/purchaseOrder'],
  ['a document', '/system/dictionary'],
] as const)
  test(`a list of ${kind} asks for at most 40 things before its rows stand, in a browser that has none`, async ({
    people,
  }) => {
    const storageState = await (await people.signedIn()).context().storageState()
    const page = await people.window({ storageState })
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    // What is fetched ahead of need, when nothing else is to be done, is not part of it.
    await page.addInitScript(() => {
      window.requestIdleCallback = () => 0
    })
    await page.goto(path)
    await expect(page.locator('[data-row]').first()).toBeVisible()
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(40)
    expect(asked.length).toBeGreaterThan(10)
  })

test('at 200 % a list shows several rows at once', async ({ people }) => {
  const page = await people.signedIn()
  await page.setViewportSize({ width: 720, height: 450 })
  await page.goto('/model/purchaseOrder')
  const rows = page.locator('[data-row]')
  await expect(rows.nth(2)).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('heading', { level: 1, name: '采购订单' })).toBeVisible()
})
