import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { thirdParty, writeThirdParty } from './third-party.mjs'

it('names every package that is shipped, with its version and its licence', () => {
  const all = thirdParty(process.cwd())
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    dependencies: Record<string, string>
  }
  const names = new Set(all.map(({ name }) => name))
  const missing = Object.entries(dependencies)
    // An alias is installed under another name.
    .map(([name, version]) => /^npm:(.+)@[^@]+$/.exec(version)?.[1] ?? name)
    .filter((name) => !names.has(name))
  expect(missing).toEqual([])
  expect(names).not.toContain('vitest')
  expect(all.find(({ name }) => name === 'react-leaflet')).toMatchObject({
    licence: 'Hippocratic-2.1',
    remark: expect.stringContaining('only renderers/map/leaflet/'),
  })
})

it('as a page that shows what they say of themselves, and runs nothing of it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'loam-third-party-'))
  writeThirdParty(process.cwd(), folder)
  const page = readFileSync(join(folder, 'third-party.html'), 'utf8')
  expect(page).toContain('<td>fastify</td>')
  expect(page).not.toMatch(/<script|javascript:/i)
})
