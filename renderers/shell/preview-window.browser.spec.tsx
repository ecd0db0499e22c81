import type { PreviewFrame } from '@renderers/designer/preview/preview-frame'
import { testHost } from '@renderers/testing'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { drawPreview } from './preview-window'

it('draws a draft on the records of the page around', async () => {
  const column = { prop: 'name', id: 'name', label: '名称', jnpfKey: 'input' }
  const config = { fullName: '机井', webType: '2' }
  const draft = {
    ...{ id: 'm1', title: '机井', webType: '2', config },
    formData: '{"fields":[{"__vModel__":"name","__config__":{"jnpfKey":"input","label":"名称"}}]}',
    columnData: JSON.stringify({ type: 1, columnList: [column] }),
  }
  const records = [{ id: 'r1', version: 1, made: 0, data: { name: '一号机井' } }]
  const memory = { records, removed: [], made: 1, drawn: 0 }
  const host = testHost()
  const frame: PreviewFrame = document.createElement('iframe')
  frame.previewed = { host, trial: { draft, memory, view: 'list' } }
  const root = document.createElement('div')
  document.body.append(root)
  drawPreview(root, frame)
  await expect.element(page.getByText('一号机井').first()).toBeVisible()
  expect(host.calls).toEqual([])
  root.remove()
})
