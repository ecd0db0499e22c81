import { expect, it, vi } from 'vitest'
import { Type as builders } from './schema-builders'

/** All that documents and widgets may say. */
async function load() {
  const { languageSchemas } = await import('./document/language-schemas')
  const { catalogue } = await import('@widgets/definitions')
  const { PageSchema } = await import('./page')
  const { ListSchema } = await import('./list/document')
  const environment = { catalogue, callNames: ['a.call'], resources: {}, rights: [], modules: [] }
  return {
    ...languageSchemas({ ...environment, text: (key) => key }),
    compiledBy: [PageSchema, ListSchema, ...catalogue.all().map(({ settings }) => settings)],
  }
}

it('makes the schemas that the package makes', { timeout: 60_000 }, async () => {
  const whole = await load()
  vi.resetModules()
  vi.doMock('typebox', () => ({ Type: builders }))
  const slim = await load()
  expect(Object.keys(slim).length).toBeGreaterThan(4)
  for (const [name, schema] of Object.entries(whole))
    expect(JSON.stringify(slim[name as keyof typeof slim]), name).toBe(JSON.stringify(schema))
})
