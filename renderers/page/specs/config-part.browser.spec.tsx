import { draw, testHost } from '@renderers/testing'
import { readingDocuments } from '@renderers/testing-documents'
import { permissionsOf } from '@runtime/permission/permission'
import { resources } from '@services/client/resources'
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { PageView } from '../page-view'
import { PageServicesProvider } from '../services'

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => drawn?.unmount())

function show(mayEdit: boolean) {
  sessionStorage.clear()
  const host = Object.assign(
    testHost({
      'documents.read': readingDocuments(),
      'names.resolve': () => [],
      'systemConfig.read': () => ({ version: 1, sysName: '示范农场', sysVersion: '1.0' }),
    }),
    { resources: async () => resources },
  )
  const rights = permissionsOf(undefined, { buttons: true, columns: false, form: false }, mayEdit)
  drawn = draw(
    <PageServicesProvider value={{ permissions: () => rights, emit: () => undefined }}>
      <PageView file="pages/system/config.page.json" route="/system/config" />
    </PageServicesProvider>,
    host,
  )
}
const typed = () => page.getByRole('tabpanel').getByRole('textbox').elements()
const save = page.getByRole('button', { name: /保\s*存/ })

it('lets those change the configuration who may, and shows it to the others to be read alone', async () => {
  show(true)
  await expect.element(save).toBeVisible()
  await expect.poll(() => typed().length).toBeGreaterThan(0)
  drawn?.unmount()
  show(false)
  await expect.element(page.getByText('示范农场')).toBeVisible()
  expect(typed()).toEqual([])
  await expect.element(save).not.toBeInTheDocument()
})
