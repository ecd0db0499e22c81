import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

const DEFINITION = `
import type { WidgetDefinition } from '@runtime/widget/definition'
import { Type } from 'typebox'

export const definition: WidgetDefinition<{ readonly unit: string }, number> = {
  key: 'ph-value',
  jnpfKeys: ['phValue'],
  group: 'text',
  title: '@phValue.title',
  icon: 'Formula',
  kind: 'field',
  settings: Type.Object({ unit: Type.Optional(Type.String({ title: '@phValue.unit', description: 'Shown behind it' })) }),
  defaults: { unit: '' },
  value: () => ({ type: 'number', minimum: 0, maximum: 14 }),
}
`
const COMPONENTS = `
import { definition } from './definition'
export const widget = { definition, Edit: () => null, View: () => null, Cell: () => null }
`

let place: string
let server: ViteDevServer

/** A copy of the project's widgets and runtime with one folder more, and nothing else touched. */
beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'loam-widget-'))
  for (const folder of ['widgets', 'runtime'])
    cpSync(join(root, folder), join(place, folder), { recursive: true })
  cpSync(join(root, 'tsconfig.json'), join(place, 'tsconfig.json'))
  symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'))
  mkdirSync(join(place, 'widgets/ph-value'))
  writeFileSync(join(place, 'widgets/ph-value/definition.ts'), DEFINITION)
  writeFileSync(join(place, 'widgets/ph-value/index.tsx'), COMPONENTS)
  server = await createServer({
    root: place,
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    resolve: { alias: { '@runtime': join(place, 'runtime'), '@widgets': join(place, 'widgets') } },
  })
}, 60_000)
afterAll(async () => {
  await server.close()
  rmSync(place, { recursive: true })
})

it('a widget is one folder: documents, models, checks, settings and the registry know it at once', async () => {
  const { catalogue } = await server.ssrLoadModule('/widgets/definitions.ts')
  const { compileForm, compileFormData } = await server.ssrLoadModule('/runtime/form/index.ts')
  const { settingsSchema } = await server.ssrLoadModule('/runtime/widget/settings-schema.ts')
  const definition = catalogue.get('ph-value')

  const written = { fields: [{ widget: 'ph-value', name: 'ph', label: 'pH', unit: 'pH' }] }
  const plan = compileForm(written, { id: 'soil', catalogue })
  expect(plan.losses).toEqual([])
  expect(plan.fields.get('ph')).toMatchObject({ settings: { unit: 'pH' }, schema: { maximum: 14 } })

  const model = { fields: [{ __vModel__: 'ph', __config__: { jnpfKey: 'phValue', label: 'pH' } }] }
  expect(compileFormData(model, { id: 'soil', catalogue }).fields.get('ph')).toMatchObject({
    widget: 'ph-value',
  })

  expect(settingsSchema(definition).properties).toEqual({ unit: { type: 'string', title: '@phValue.unit' } })
  const registry = await server.transformRequest('/widgets/registry.ts')
  expect(registry?.code).toContain('/widgets/ph-value/index.tsx')
})
