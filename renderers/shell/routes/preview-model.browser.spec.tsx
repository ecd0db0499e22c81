import { draw, testHost } from '@renderers/testing'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { PreviewModel } from './preview-model'

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => drawn?.unmount())

it('draws a draft, and does not print it', async () => {
  const host = testHost({
    'visualDevelopment.all': () => ({ list: [] }),
    'visualDevelopment.info': () => ({
      id: 'm1',
      fullName: '用水记录',
      draftVersion: 1,
      webType: '1',
      formData: {
        hasPrintBtn: true,
        printButtonText: '打印单据',
        fields: [{ __vModel__: 'code', __config__: { jnpfKey: 'input', label: '编号' } }],
      },
    }),
  })
  drawn = draw(
    <MemoryRouter initialEntries={['/previewModel?id=m1']}>
      <PreviewModel />
    </MemoryRouter>,
    host,
  )
  await expect.element(page.getByRole('textbox', { name: '编号' })).toBeVisible()
  await page.getByRole('button', { name: '打印单据' }).click()
  expect(host.toasts).toEqual([{ kind: 'warning', text: '功能预览不支持打印' }])
})
