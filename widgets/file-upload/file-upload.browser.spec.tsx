import { BrokenUpload, UnreadableFile, UnrecordedFile } from '@runtime/files'
import { CallError } from '@runtime/host'
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type FakeHost, fakeHost, fileOf, uploaded } from '../shared/files/specs/fake-files'
import { mountWidget, unmountAll } from '../shared/testing'
import { widget } from '.'

afterEach(unmountAll)

const button = (name: string | RegExp) => page.getByRole('button', { name })
const MB = 1_048_576

function open(settings: object = {}, value: unknown = [], props: object = {}, cell = false) {
  const host = fakeHost()
  const field = mountWidget(widget, {
    settings,
    value,
    cell,
    props: { host, label: '附件', ...props } as never,
  })
  return { host, field }
}

async function choose(host: FakeHost, ...files: File[]) {
  host.chosen = files
  await button('附件').click()
}

async function drop(files: File[]) {
  const zone = document.querySelector('.loam-files')
  const dataTransfer = new DataTransfer()
  for (const file of files) dataTransfer.items.add(file)
  zone?.dispatchEvent(new DragEvent('dragenter', { dataTransfer, bubbles: true }))
  await expect.poll(() => zone?.classList.contains('loam-files-over')).toBe(true)
  zone?.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
}

describe('file upload', () => {
  it('sends what is chosen, shows how it goes and takes what has arrived into the value', async () => {
    const { host, field } = open({ pathType: 'selfPath', isAccount: 1, folder: '图', accept: '.txt' })
    await expect.element(page.getByText('点击上传')).toBeVisible()
    await choose(host, fileOf('a.txt'))
    expect(host.requested).toEqual(['choose .txt many'])
    const [upload] = host.uploads
    expect(upload?.place).toEqual({ type: 'annex', pathType: 'selfPath', isAccount: 1, folder: '图' })
    await expect.element(page.getByRole('status')).toHaveTextContent('校验中')
    // Nothing can be done while a file is being checked (`spec/widgets.md §4`).
    expect(document.querySelectorAll('.loam-file-upload button')).toHaveLength(0)
    upload?.be({ status: 'uploading', progress: 42, speed: 2 * MB })
    await expect.element(page.getByRole('status')).toHaveTextContent('上传中 42% · 2.0 MB/s')
    await button('暂停：a.txt').click()
    upload?.be({ status: 'paused' })
    await button('继续：a.txt').click()
    upload?.be({ status: 'error' })
    await button('重试：a.txt').click()
    expect(upload?.acts).toEqual(['pause', 'resume', 'retry'])
    upload?.arrive()
    await expect.element(button('预览：a.txt')).toBeVisible()
    expect(field.value()).toEqual([uploaded('a.txt', 10)])
    expect(document.querySelector('.loam-file-upload')).toBeNull()
  })

  it('keeps two that arrive in one turn, as they were chosen', async () => {
    const { host, field } = open({}, [uploaded('z.txt')])
    await choose(host, fileOf('a.txt'), fileOf('b.txt'))
    for (const upload of host.uploads.toReversed()) upload.arrive()
    await expect
      .poll(() => (field.value() as { name: string }[]).map(({ name }) => name))
      .toEqual(['z.txt', 'a.txt', 'b.txt'])
  })

  it.each([
    [{ limit: 1 }, [fileOf('b.txt')], [uploaded('a.txt')], '当前限制最多可以上传1个文件'],
    [{ fileSize: 1, sizeUnit: 'KB' }, [fileOf('a.txt', 1024)], [], '文件大小超过1KB'],
    [{ fileSize: 2, sizeUnit: 'MB' }, [fileOf('a.txt', 2 * MB)], [], '文件大小超过2MB'],
    [
      { accept: '.xls,.xlsx,.doc,.docx,.pdf,.txt' },
      [fileOf('a.exe')],
      [],
      '请选择excel、word、pdf、txt类型的文件',
    ],
    [
      { accept: 'image/*,video/*,audio/*' },
      [fileOf('a.txt', 1, 'text/plain')],
      [],
      '请选择图片、视频、音频类型的文件',
    ],
  ])('refuses by %j', async (settings, files, value, message) => {
    const { host, field } = open(settings, value)
    await choose(host, ...files)
    await expect.poll(() => host.toasts).toEqual([{ kind: 'error', text: message, for: 1500 }])
    expect(host.uploads).toEqual([])
    expect(field.changes).toEqual([])
  })

  it('counts those on their way, and stops at the limit', async () => {
    const { host } = open({ limit: 2 })
    await choose(host, fileOf('a'), fileOf('b'), fileOf('c'), fileOf('d'))
    await expect.poll(() => host.uploads.length).toBe(2)
    expect(host.toasts).toEqual([{ kind: 'error', text: '当前限制最多可以上传2个文件', for: 1500 }])
  })

  it('chooses one at a time where there may be one', async () => {
    const { host } = open({ limit: 1 })
    await choose(host)
    expect(host.requested).toEqual(['choose  one'])
  })

  it.each([
    [new CallError(400, '文件分片不完整，请重新上传'), '文件分片不完整，请重新上传'],
    [new UnreadableFile('x'), '文件a.txt读取出错，请检查该文件'],
    [new BrokenUpload(new CallError(0, '网络异常')), '上传失败'],
  ])('drops a refused file and says why: %s', async (error, message) => {
    const { host, field } = open()
    await choose(host, fileOf('a.txt'))
    await expect.poll(() => host.uploads.length).toBe(1)
    host.uploads[0]?.refuse(error)
    await expect.poll(() => host.toasts).toEqual([{ kind: 'error', text: message, for: 1500 }])
    await expect.poll(() => document.querySelector('.loam-file-upload')).toBeNull()
    expect(field.changes).toEqual([])
  })

  it('lets a cut be retried while chunks are tried again, and be called off', async () => {
    const { host } = open()
    await choose(host, fileOf('a.txt'))
    await expect.poll(() => host.uploads.length).toBe(1)
    host.uploads[0]?.be({ status: 'error', progress: 30 })
    await button('重试：a.txt').click()
    await button('取消上传：a.txt').click()
    expect(host.uploads[0]?.acts).toEqual(['retry', 'cancel'])
    expect(document.querySelector('.loam-file-upload')).toBeNull()
    expect(host.toasts).toEqual([])
  })

  it('drops without a word a file of which the server made no record', async () => {
    const { host, field } = open()
    await choose(host, fileOf('a.txt'))
    await expect.poll(() => host.uploads.length).toBe(1)
    host.uploads[0]?.be({ status: 'uploading', progress: 99 })
    await expect.element(page.getByRole('status')).toHaveTextContent('99%')
    host.uploads[0]?.refuse(new UnrecordedFile(new CallError(400, '文件尚未上传完整，请重新上传')))
    await expect.poll(() => document.querySelector('.loam-file-upload')).toBeNull()
    expect([host.toasts, field.changes]).toEqual([[], []])
  })

  it('takes files that are dropped or pasted', async () => {
    const { host } = open()
    await expect.element(page.getByText('点击上传')).toBeVisible()
    await drop([fileOf('a.txt'), fileOf('b.txt')])
    await expect.poll(() => host.uploads.map(({ name }) => name)).toEqual(['a.txt', 'b.txt'])
    const clipboardData = new DataTransfer()
    clipboardData.items.add(fileOf('c.png', 5, 'image/png'))
    button('附件')
      .element()
      .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    await expect.poll(() => host.uploads.map(({ name }) => name)).toEqual(['a.txt', 'b.txt', 'c.png'])
  })

  it('shows, saves and removes files by the keyboard alone', async () => {
    const { host, field } = open({}, [uploaded('报#告.pdf'), uploaded('b.txt')])
    await expect.element(button('预览：报告.pdf')).toBeVisible()
    button('附件').element().focus()
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    expect(host.requested).toEqual([
      'all annex 报#告.pdf,b.txt',
      'preview 报#告.pdf',
      'download annex 报#告.pdf',
    ])
    expect(field.value()).toEqual([uploaded('b.txt')])
  })

  it('only shows when it is closed, and says that there is nothing to save', async () => {
    const { host } = open({}, [], { readonly: true })
    await expect.element(button('附件')).toBeDisabled()
    await button('全部下载').click()
    expect(host.toasts).toEqual([{ kind: 'warning', text: '未发现文件', for: undefined }])
    unmountAll()
    open({}, [uploaded('a.txt')], { disabled: true })
    await expect.element(button('下载：a.txt')).toBeVisible()
    expect(button('移除：a.txt').query()).toBeNull()
  })

  it('shows its hint', async () => {
    open({ showTip: true, tipText: '不超过 10MB', buttonText: '上传图纸' })
    await expect.element(page.getByText('不超过 10MB')).toBeVisible()
    await expect.element(page.getByText('上传图纸')).toBeVisible()
  })

  it('calls off what is on its way when the field goes', async () => {
    const { host, field } = open()
    await choose(host, fileOf('a.txt'))
    await expect.poll(() => host.uploads.length).toBe(1)
    field.unmount()
    await expect.poll(() => host.uploads[0]?.acts).toEqual(['cancel'])
  })

  it('is edited in a dialog over a table cell', async () => {
    const { host, field } = open({}, [uploaded('a.txt')], {}, true)
    await expect.element(page.getByRole('dialog')).toBeVisible()
    await button('移除：a.txt').click()
    expect(field.value()).toEqual([])
    await userEvent.keyboard('{Escape}')
    await expect.element(button('附件')).toHaveFocus()
    expect(field.blurs()).toBeGreaterThan(0)
    expect(host.toasts).toEqual([])
  })
})
