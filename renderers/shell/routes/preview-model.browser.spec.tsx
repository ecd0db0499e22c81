import { draw, testHost } from '@renderers/testing'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { PreviewModel } from './preview-model'

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => drawn?.unmount())

function open(version: number) {
  const host = testHost({
    'visualDevelopment.all': () => ({ list: [] }),
    'onlineDevelopment.config': () => ({
      ...{ id: 'm1', fullName: '用水记录', version, webType: '1', columnData: '' },
      formData: JSON.stringify({
        fields: [{ __vModel__: 'code', __config__: { jnpfKey: 'input', label: '编号' } }],
      }),
    }),
  })
  drawn = draw(
    <MemoryRouter initialEntries={['/previewModel?isPreview=1&id=m1']}>
      <PreviewModel />
    </MemoryRouter>,
    host,
  )
  return host
}

it('tries out the draft', async () => {
  const host = open(0)
  await expect.element(page.getByRole('textbox', { name: '编号' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: '@places.previewOf' })).toBeVisible()
  expect(host.calls.find(({ name }) => name === 'onlineDevelopment.config')?.input).toEqual({
    modelId: 'm1',
    type: '0',
  })
})

it('says to whom a release is given that drafts are not theirs to see', async () => {
  open(3)
  await expect.element(page.getByText('@previewModel.noDraft')).toBeVisible()
})
