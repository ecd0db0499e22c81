import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { shippedDocuments } from './fixtures/shipped-documents'

const folder = fileURLToPath(new URL('fixtures/nine-pages/', import.meta.url))
const schemas = fileURLToPath(new URL('../schemas/', import.meta.url))

/** Characters that each page may take, its forms included: what a page costs must not creep up. */
const MOST: Readonly<Record<string, number>> = {
  users: 2600,
  roles: 2600,
  'data-interfaces': 3700,
  'print-templates': 2100,
  schedules: 1900,
  configuration: 1700,
  menus: 2200,
  'import-wizard': 2700,
  dashboard: 2400,
}

const own = Object.fromEntries(
  ['pages', 'forms'].flatMap((kind) =>
    readdirSync(`${folder}${kind}`).map((file) => [
      `${kind}/nine/${file}`,
      readFileSync(`${folder}${kind}/${file}`, 'utf8'),
    ]),
  ),
)
const project = shippedDocuments({ ...own, 'menu.json': withButtons('system.dataInterface') })

/** The menu as it would be with these pages: that of the entry has the buttons of an editor. */
function withButtons(code: string): string {
  const buttons = ['btn_add', 'btn_edit', 'btn_remove'].map(
    (enCode) => `{ "enCode": "${enCode}", "fullName": "" },`,
  )
  const menu = readFileSync(`${schemas}menu.json`, 'utf8')
  const at = menu.indexOf('"buttons": [', menu.indexOf(`"${code}"`)) + '"buttons": ['.length
  return menu.slice(0, at) + buttons.join('') + menu.slice(at)
}

it.each(Object.keys(own))('%s is sound', (file) => {
  expect(project.check(file)?.problems).toEqual([])
})

it.each(Object.entries(MOST))('%s is a page of JSON alone, of at most %d characters', (name, most) => {
  const texts =
    name === 'dashboard'
      ? [readFileSync(`${schemas}pages/dashboard.page.json`, 'utf8')]
      : [own[`pages/nine/${name}.page.json`] ?? '', ...formsOf(name)]
  const size = texts.reduce((sum, text) => sum + text.replace(/\s+/g, ' ').length, 0)
  expect(size).toBeGreaterThan(500)
  expect(size).toBeLessThanOrEqual(most)
})

/** The forms of a page that no shipped page has: those named in it. */
function formsOf(name: string): string[] {
  const page = own[`pages/nine/${name}.page.json`] ?? ''
  return [...page.matchAll(/"nine\/([\w-]+\.form\.json)"/g)].map(
    ([, file]) => own[`forms/nine/${file}`] ?? '',
  )
}
