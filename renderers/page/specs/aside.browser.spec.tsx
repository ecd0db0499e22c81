import { draw, type TestHost, testHost } from '@renderers/testing'
import { readingDocuments } from '@renderers/testing-documents'
import { resources } from '@services/client/resources'
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { PageView } from '../page-view'

const aside = (id: string, deviceId: string, correction: string) => ({
  ...{ id, projectId: 'P', gatewayId: 'G', gatewayName: '1号网关', deviceId, deviceName: deviceId },
  ...{ topic: `sf/v1/P/G/${deviceId}/tele`, reason: 'from the future', reasonText: '时间晚于当前时间' },
  ...{ occurrences: 1, firstTime: 0, lastTime: 0, size: 9, payload: '{}', isReadings: 1, correction },
})
const paged = (list: readonly object[]) => ({
  list,
  pagination: { currentPage: 1, pageSize: 20, total: list.length },
})

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => drawn?.unmount())

function shown(): TestHost {
  sessionStorage.clear()
  const host = testHost({
    'documents.read': readingDocuments(),
    'names.resolve': ({ requests }) => (requests as unknown[]).map(() => []),
    'deviceAside.list': () => paged([aside('1', 'SM-1', 'hours'), aside('2', 'SM-2', 'sent')]),
    'deviceAside.assign': () => ({ readings: 1 }),
    'fieldProject.list': () => paged([{ id: 'P', name: 'P' }]),
    'fieldGateway.list': () => paged([]),
    'fieldDevice.list': () => paged([]),
  })
  const project = { id: 'P', onChange: () => () => undefined }
  Object.assign(host, { resources: async () => resources, timeZone: 'Asia/Shanghai', project })
  drawn = draw(<PageView file="pages/field/aside.page.json" route="/field/aside" />, host, '900px')
  return host
}
const dialog = () => page.getByRole('dialog', { name: '补录' })
const correction = () => dialog().getByRole('combobox', { name: '时间校正' })
const takeIn = (device: string) =>
  page
    .getByRole('row', { name: new RegExp(device) })
    .first()
    .getByRole('button', { name: '补录' })
    .click()
const ok = () => dialog().getByRole('button', { name: /^确\s*定$/ })

it('asks what the times are taken for, and proposes what fits the message', async () => {
  const host = shown()
  await expect.element(page.getByText('SM-1').first()).toBeVisible()
  await takeIn('SM-1')
  await expect.element(dialog()).toHaveTextContent('减去整小时偏移（如一小时：时区或夏令时错误）')
  await ok().click()
  const sent = () => host.calls.findLast(({ name }) => name === 'deviceAside.assign')?.input
  await expect.poll(sent).toMatchObject({ id: '1', correction: 'hours' })

  await takeIn('SM-2')
  await expect.element(dialog()).toHaveTextContent('按原时间')
  await correction().click()
  await page.getByRole('option', { name: '按接收时间（标为存疑）' }).click()
  await ok().click()
  await expect.poll(sent).toMatchObject({ id: '2', correction: 'received' })
})
