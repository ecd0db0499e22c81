import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { shippedDocuments } from './fixtures/shipped-documents'

const folder = fileURLToPath(new URL('fixtures/nine-pages/', import.meta.url))
const schemas = fileURLToPath(new URL('../schemas/', import.meta.url))

/** Characters that each page may take, its forms included: what a page costs must not creep up. */
const MOST: Readonly<Record<string, number>> = {
  // A person has a file, is exported and imported; the hand-over of their work has trees of its own.
  users: 8600,
  roles: 7200,
  'data-interfaces': 3700,
  'print-templates': 2100,
  schedules: 1900,
  // Each way out of the server has a tab of its own.
  configuration: 8900,
  menus: 6100,
  'import-wizard': 2700,
  dashboard: 2400,
}

/** Those that the product ships, by their files below `schemas`: the roles' authorising is a page of its own. */
const SHIPPED: Readonly<Record<string, readonly string[]>> = {
  users: ['pages/permission/user.page', 'forms/permission/user.form', 'forms/permission/user-password.form'],
  roles: ['pages/permission/role.page', 'forms/permission/role.form', 'pages/permission/authorize.page'],
  configuration: [
    'pages/system/config.page',
    'forms/system/config-basic.form',
    'forms/system/config-security.form',
    'forms/system/config-admins.form',
  ],
  menus: ['pages/system/menu.page', 'forms/system/menu.form'],
  dashboard: ['pages/dashboard.page'],
}

const own = Object.fromEntries(
  ['pages', 'forms'].flatMap((kind) =>
    readdirSync(`${folder}${kind}`).map((file) => [
      `${kind}/nine/${file}`,
      readFileSync(`${folder}${kind}/${file}`, 'utf8'),
    ]),
  ),
)
const project = shippedDocuments(own)

it.each(Object.keys(own))('%s is sound', (file) => {
  expect(project.check(file)?.problems).toEqual([])
})

it.each(Object.entries(MOST))('%s is a page of JSON alone, of at most %d characters', (name, most) => {
  const texts = SHIPPED[name]?.map((file) => readFileSync(`${schemas}${file}.json`, 'utf8')) ?? [
    own[`pages/nine/${name}.page.json`] ?? '',
    ...formsOf(name),
  ]
  const size = texts.reduce((sum, text) => sum + text.replace(/\s+/g, ' ').length, 0)
  expect(size).toBeGreaterThan(500)
  expect(size).toBeLessThanOrEqual(most)
})

it('the dictionary page takes at most 300 lines and 4,000 characters over its files', () => {
  const files = ['pages/system/dictionary.page.json', ...['category', 'item'].map(dictionaryForm)]
  const texts = files.map((file) => readFileSync(`${schemas}${file}`, 'utf8'))
  const lines = texts.reduce((sum, text) => sum + text.split('\n').length - 1, 0)
  expect(lines).toBeLessThanOrEqual(300)
  expect(texts.join('').length).toBeLessThanOrEqual(4000)
})

const dictionaryForm = (of: string) => `forms/system/dictionary-${of}.form.json`

/** The forms of a page that no shipped page has: those named in it. */
function formsOf(name: string): string[] {
  const page = own[`pages/nine/${name}.page.json`] ?? ''
  return [...page.matchAll(/"nine\/([\w-]+\.form\.json)"/g)].map(
    ([, file]) => own[`forms/nine/${file}`] ?? '',
  )
}
