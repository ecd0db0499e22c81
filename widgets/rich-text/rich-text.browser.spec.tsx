import { HARMFUL, HOSTILE } from '@tests/fixtures/hostile-markup'
import { createRoot } from 'react-dom/client'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeHost, fileOf } from '../shared/files/specs/fake-files'
import { mountWidget, unmountAll } from '../shared/testing'
import { widget } from '.'
import { sanitise } from './sanitise'
import { RichTextView } from './view'

afterEach(unmountAll)

const URL_OF_IMAGE = `/api/file/Image/annexpic/${'b'.repeat(32)}.png`
const box = () => page.getByRole('textbox', { name: '正文' })
const tool = (name: string) => page.getByRole('button', { name, exact: true })

async function open(value: string | null = null, props: object = {}) {
  const host = fakeHost()
  const field = mountWidget(widget, {
    value,
    props: { host, label: '正文', placeholder: '请输入', ...props } as never,
  })
  await expect.element(box()).toBeVisible()
  return { host, field }
}

/** The policy reports handlers in markup that is only being read, to be cleaned; here that is what is tested. */
const swallow = (event: Event) => event.stopImmediatePropagation()
const readsHostileMarkup = () => {
  addEventListener('securitypolicyviolation', swallow, true)
  onTestFinished(() => removeEventListener('securitypolicyviolation', swallow, true))
}

describe('rich text', () => {
  it('has the documented tools, each with a name', async () => {
    await open()
    const tools = [
      ...document.querySelectorAll('.ql-toolbar button:not(.ql-picker-item), .ql-toolbar .ql-picker-label'),
    ]
    const names = tools.map((element) => element.getAttribute('aria-label'))
    expect(names).toEqual([
      ...['加粗', '斜体', '下划线', '删除线', '标题', '字号', '文字颜色', '背景颜色', '引用', '代码块'],
      ...['编号列表', '项目符号', '减少缩进', '增加缩进', '对齐方式', '文字方向', '清除格式', '链接', '图片'],
    ])
    const values = (picker: string) =>
      [...document.querySelectorAll(`.ql-${picker} .ql-picker-item`)].map((item) =>
        item.getAttribute('data-value'),
      )
    expect(values('header')).toEqual(['1', '2', '3', '4', '5', '6', null])
    expect(values('size')).toEqual(['small', null, 'large', 'huge'])
  })

  it('writes what is typed and formatted', async () => {
    const { field } = await open()
    await box().click()
    await userEvent.keyboard('{Control>}b{/Control}粗{Control>}b{/Control}细')
    expect(field.value()).toBe('<p><strong>粗</strong>细</p>')
    await tool('项目符号').click()
    expect(field.value()).toBe('<ol><li data-list="bullet"><strong>粗</strong>细</li></ol>')
    await userEvent.keyboard('{Control>}a{/Control}{Delete}')
    await tool('项目符号').click()
    expect(field.value()).toBeNull()
  })

  it('draws a value that comes from outside, without answering it, and keeps the caret at its own', async () => {
    const { field } = await open('<p>一</p>')
    expect(box().element().textContent).toBe('一')
    field.update({ value: '<h2>二</h2><script>x</script>' })
    await expect.poll(() => box().element().innerHTML).toBe('<h2>二</h2>')
    expect(field.changes).toEqual([])
  })

  it('sends images and keeps their address, never bytes', async () => {
    const { host, field } = await open(`<p>看<img src="${URL_OF_IMAGE}"></p>`)
    await expect.poll(() => box().element().querySelector('img')?.src).toMatch(/^data:image\/png/)
    expect(host.requested).toEqual([`read ${URL_OF_IMAGE}`])
    host.chosen = [fileOf('x.png', 5, 'image/png'), fileOf('x.txt', 5, 'text/plain')]
    await tool('图片').click()
    await expect.poll(() => host.images.length).toBe(1)
    const second = URL_OF_IMAGE.replaceAll('b', 'c').replace('/cpi', '/api')
    host.images[0]?.answer({ name: 'x.png', fileId: 'c', url: second })
    await expect.poll(() => field.value()).toContain(second)
    expect(field.value()).toContain(URL_OF_IMAGE)
    expect(field.value()).not.toMatch(/data:|data-stored|blob:/)
    expect(host.toasts).toEqual([{ kind: 'error', text: '请上传图片', for: 1500 }])
  })

  it('takes a pasted image by the same way, and pasted markup without what it may not hold', async () => {
    readsHostileMarkup()
    const { host, field } = await open()
    await box().click()
    const paste = (fill: (data: DataTransfer) => void) => {
      const clipboardData = new DataTransfer()
      fill(clipboardData)
      box()
        .element()
        .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }
    paste((data) => data.items.add(fileOf('p.png', 5, 'image/png')))
    await expect.poll(() => host.images.map(({ name }) => name)).toEqual(['p.png'])
    paste((data) => {
      data.setData(
        'text/html',
        '<p style="position:fixed" onclick="x()">好<img src="data:image/png;base64,AA"><a href="javascript:x">链</a><table><tr><td>格</td></tr></table></p>',
      )
      data.setData('text/plain', '好链格')
    })
    await expect.poll(() => String(field.value())).toContain('好')
    expect(sanitise(String(field.value()))).not.toMatch(HARMFUL)
    expect(String(field.value())).not.toMatch(/javascript|base64|onclick|position|<table/)
  })

  it('is closed to writing where it is read only, and says what is wrong', async () => {
    const { field } = await open('<p>一</p>', { readonly: true, error: '正文不能为空', required: true })
    expect(box().element().getAttribute('contenteditable')).toBe('false')
    await expect.element(box()).toHaveAttribute('aria-describedby', 'field-error')
    await expect.element(box()).toHaveAttribute('aria-readonly', 'true')
    expect(getComputedStyle(document.querySelector('.ql-toolbar') as Element).display).toBe('none')
    expect(field.changes).toEqual([])
  })

  it('is drawn harmless, whatever is stored', async () => {
    readsHostileMarkup()
    const alert = vi.spyOn(window, 'alert').mockImplementation(() => undefined)
    const place = document.body.appendChild(document.createElement('div'))
    const root = createRoot(place)
    for (const html of HOSTILE) {
      const clean = sanitise(html)
      expect([html, clean.replace(/&lt;[\s\S]*/, '').replace(/data-stored/g, '')]).toEqual([
        html,
        expect.not.stringMatching(HARMFUL),
      ])
      root.render(<RichTextView html={html} host={fakeHost()} />)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(alert).not.toHaveBeenCalled()
    root.render(
      <RichTextView
        html={`<p>a<a href="https://a.cn">b</a><img src="${URL_OF_IMAGE}"></p>`}
        host={fakeHost()}
      />,
    )
    await expect.poll(() => place.querySelector('img')?.getAttribute('src')).toMatch(/^data:image\/png/)
    expect(place.querySelector('a')?.rel).toBe('noopener noreferrer')
    root.unmount()
    place.remove()
  })

  it('is read with the signs of its lists, whichever editor wrote them', async () => {
    const place = document.body.appendChild(document.createElement('div'))
    const root = createRoot(place)
    root.render(<RichTextView html="<ul><li>一</li></ul><ol><li>二</li></ol>" host={fakeHost()} />)
    const signs = () => [...place.querySelectorAll('li')].map((item) => getComputedStyle(item).listStyleType)
    await expect.poll(signs).toEqual(['disc', 'decimal'])
    root.unmount()
    place.remove()
  })
})
