import { CallError } from '@runtime/host'
import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { fakeHost, fileOf, uploaded } from '../shared/files/specs/fake-files'
import { mountWidget, unmountAll } from '../shared/testing'
import { widget } from '.'

afterEach(unmountAll)

const button = (name: string) => page.getByRole('button', { name })

async function open(settings: object = {}, value: unknown = [], props: object = {}) {
  const host = fakeHost()
  const field = mountWidget(widget, { settings, value, props: { host, label: '照片', ...props } as never })
  await expect.element(button('照片')).toBeVisible()
  return { host, field }
}

async function choose(host: ReturnType<typeof fakeHost>, ...files: File[]) {
  host.chosen = files
  await button('照片').click()
}

const png = (name: string, size = 10) => fileOf(name, size, 'image/png')

describe('image upload', () => {
  it('shows an image while it is sent, and its thumbnail by right when it has arrived', async () => {
    const { host, field } = await open()
    await choose(host, png('a.png'))
    await expect.poll(() => host.images.length).toBe(1)
    expect(host.requested).toEqual(['choose image/* many', 'image annexpic a.png'])
    host.images[0]?.progress(40)
    await expect.element(page.getByRole('status', { name: '上传中' })).toBeVisible()
    const value = { name: 'a.png', fileId: 'id', url: '/api/file/Image/annexpic/id' }
    host.images[0]?.answer(value)
    await expect.element(button('预览：a.png')).toBeVisible()
    expect(field.value()).toEqual([value])
    expect(host.requested).toContain('read /api/file/Image/annexpic/id')
    await button('预览：a.png').click()
    await button('下载：a.png').click()
    await button('移除：a.png').click()
    expect(host.requested.slice(-2)).toEqual(['preview a.png', 'download annexpic a.png'])
    expect(field.value()).toEqual([])
  })

  it.each([
    [{ limit: 1 }, png('b.png'), [uploaded('a.png')], 'warning', '当前限制最多可以上传1张图片'],
    [{ limit: 0 }, png('b.png'), [], 'warning', '当前限制最多可以上传0张图片'],
    [{ fileSize: 1, sizeUnit: 'KB' }, png('b.png', 1024), [], 'error', '图片大小超过1KB'],
    [{}, fileOf('b.txt', 5, 'text/plain'), [], 'error', '请上传图片'],
    [{}, fileOf('b.svg', 5, 'image/svg+xml'), [], 'error', '请上传图片'],
  ])('refuses by %j', async (settings, file, value, kind, text) => {
    const { host, field } = await open(settings, value)
    await choose(host, file)
    await expect.poll(() => host.toasts).toEqual([{ kind, text, for: 1500 }])
    expect(host.images).toEqual([])
    expect(field.changes).toEqual([])
  })

  it('drops an image that the server refuses, with its message for 1500 ms', async () => {
    const { host, field } = await open()
    await choose(host, png('a.png'))
    await expect.poll(() => host.images.length).toBe(1)
    host.images[0]?.answer(new CallError(400, '请上传图片'))
    await expect.poll(() => host.toasts).toEqual([{ kind: 'error', text: '请上传图片', for: 1500 }])
    await expect.poll(() => document.querySelector('.loam-thumb-sent')).toBeNull()
    expect(field.changes).toEqual([])
  })

  it('calls one off without a word, and only shows when it is closed', async () => {
    const { host } = await open()
    await choose(host, png('a.png'))
    await button('取消上传：a.png').click()
    await expect.poll(() => document.querySelector('.loam-thumb-sent')).toBeNull()
    expect(host.toasts).toEqual([])
    unmountAll()
    await open({}, [uploaded('b.png')], { disabled: true })
    await expect.element(button('照片')).toBeDisabled()
    expect(button('移除：b.png').query()).toBeNull()
  })
})
