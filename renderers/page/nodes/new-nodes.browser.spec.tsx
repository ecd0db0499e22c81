import type { Host } from '@runtime/host'
import { describe, expect, it, vi } from 'vitest'
import { page as screen, userEvent } from 'vitest/browser'
import { button, FILE, show } from '../specs/shown-page'

const answers = (list: unknown) => vi.fn<Host['call']>(async () => ({ data: { list }, msg: '' }))
const LOADING = { timeout: 45_000 }
const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]
const shown = (body: object, more: object = {}) => ({ [FILE]: { title: 'A', body, ...more } })

describe('steps', () => {
  const field = (name: string, title: string) => ({
    node: 'form',
    name,
    schema: {
      type: 'object',
      required: [name],
      properties: { [name]: { type: 'string', title, minLength: 1 } },
    },
  })
  const wizard = {
    node: 'steps',
    items: [
      { title: '地块', body: field('block', '地块号') },
      {
        title: '泵',
        body: field('pump', '泵号'),
        next: { call: 'pump.check', with: { pump: '${form.pump}' } },
      },
      { title: '核对', body: { node: 'text', text: '请核对' } },
    ],
    ok: '@page.finish',
    submit: { call: 'plan.save', with: { plan: '${form}' } },
  }
  const current = () => document.querySelector('[aria-current=step]')?.textContent
  const next = async () => (await button('@page.next')).click()

  it('go on only from valid forms, keep what was filled in, and end with all of it', async () => {
    const call = vi.fn<Host['call']>(async () => ({ data: null, msg: '' }))
    show(shown(wizard), call)
    await expect.element(screen.getByLabelText('地块号'), LOADING).toBeVisible()
    await next()
    await expect.poll(() => document.querySelector('[aria-invalid=true]')).not.toBeNull()
    expect(current()).toContain('地块')
    await userEvent.fill(screen.getByLabelText('地块号'), 'B-07')
    await next()
    await expect.poll(current).toContain('泵')
    await userEvent.fill(screen.getByLabelText('泵号'), 'P-2')
    ;(await button('@page.previous')).click()
    await expect.element(screen.getByLabelText('地块号')).toHaveValue('B-07')
    await next()
    await expect.element(screen.getByLabelText('泵号')).toHaveValue('P-2')
    await next()
    await expect.element(screen.getByText('请核对')).toBeVisible()
    ;(await button('@page.finish')).click()
    await expect
      .poll(() => call.mock.calls.map(([name, input]) => [name, input]))
      .toEqual([
        ['pump.check', { pump: 'P-2' }],
        ['plan.save', { plan: { block: 'B-07', pump: 'P-2' } }],
      ])
  })

  it('show what is filled in as it is typed, in every step, and leave out what it makes needless', async () => {
    const water = {
      node: 'form',
      schema: { type: 'object', properties: { water: { type: 'integer', title: '水量' } } },
    }
    const told = { node: 'text', text: '共 ${form.block}：${form.water * 2}' }
    const press = { node: 'button', text: '查', do: { toast: 'info', text: '${form.block}' } }
    const stacked = (...items: object[]) => ({ node: 'stack', items })
    const items = [
      { title: '地块', body: stacked(field('block', '地块号'), told) },
      { title: '水量', body: stacked(water, told, press) },
      { title: '审批', visible: 'form.water > 5', body: { node: 'text', text: '要审批' } },
    ]
    const host = show(shown({ node: 'steps', items }), answers([]))
    const titles = () => all('.loam-steps li strong').map(({ textContent }) => textContent)
    await userEvent.fill(screen.getByLabelText('地块号'), 'B-07')
    await expect.element(screen.getByText('共 B-07：0')).toBeVisible()
    expect(titles()).toEqual(['地块', '水量'])
    await next()
    await userEvent.fill(screen.getByLabelText('水量'), '6')
    await expect.poll(() => all('.loam-steps').at(0)?.textContent).toContain('共 B-07：12')
    await expect.poll(titles).toEqual(['地块', '水量', '审批'])
    ;(await button('查')).click()
    await expect.poll(() => vi.mocked(host.toast).mock.calls.map(([, text]) => text)).toEqual(['B-07'])
  })

  it('stay where what has to be done before the next one fails', async () => {
    const call = vi.fn<Host['call']>(async () => {
      throw new Error('泵正在检修')
    })
    const host = show(shown({ ...wizard, items: wizard.items.slice(1) }), call)
    await expect.element(screen.getByLabelText('泵号'), LOADING).toBeVisible()
    await userEvent.fill(screen.getByLabelText('泵号'), 'P-2')
    await next()
    await expect.poll(() => vi.mocked(host.toast).mock.calls[0]?.[1]).toBe('泵正在检修')
    expect(current()).toContain('泵')
  })

  it('that are not visible are passed over', async () => {
    const items = wizard.items.map((item, index) => ({ ...item, visible: index !== 1 }))
    show(shown({ ...wizard, items }), answers([]))
    await expect.element(screen.getByLabelText('地块号'), LOADING).toBeVisible()
    await userEvent.fill(screen.getByLabelText('地块号'), 'B-07')
    await next()
    await expect.poll(current).toContain('核对')
  })
})

describe('each', () => {
  const body = {
    node: 'button',
    text: '${index + 1}. ${block.name}',
    do: { call: 'block.open', with: { id: '${block.id}' } },
  }
  const each = (more: object = {}) =>
    shown(
      { node: 'each', source: 'blocks', as: 'block', body, ...more },
      { data: { blocks: { call: 'block.list' } } },
    )
  const texts = () => all('.loam-node-each button').map((one) => one.textContent)

  it('draws its body for each row, which what runs there sees', async () => {
    const call = answers([
      { id: 7, name: 'B-07' },
      { id: 8, name: 'B-08' },
    ])
    show(each(), call)
    await expect.poll(texts, LOADING).toEqual(['1. B-07', '2. B-08'])
    all('.loam-node-each button')[1]?.click()
    await expect.poll(() => call.mock.lastCall?.slice(0, 2)).toEqual(['block.open', { id: 8 }])
  })

  it('draws ten thousand rows by the hundred, rows without an id too', async () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => ({ name: `B-${index}` }))
    show(each(), answers(rows))
    await expect.poll(() => texts().length, LOADING).toBe(101)
    all('.loam-node-each-more')[0]?.click()
    await expect.poll(() => texts().length).toBe(201)
    expect(texts()[199]).toBe('200. B-199')
  })

  it('says that there is nothing, and why nothing can be said', async () => {
    show(each({ empty: '没有地块' }), answers('x'))
    await expect.poll(() => document.body.textContent, LOADING).toContain('没有地块')
    show(each(), async () => {
      throw new Error('连不上')
    })
    await expect.poll(() => document.querySelector('[role=alert]')?.textContent, LOADING).toContain('连不上')
  })
})

describe('markdown', () => {
  it('draws a text below the headings of its page, and nothing in it runs or is fetched from elsewhere', async () => {
    const text = [
      '# 标题',
      '| 一 | 二 |\n|---|---|\n| 1 | 2 |',
      '<script>window.ran = 1</script><img src=x onerror="window.ran = 1">',
      '[坏](javascript:window.ran=1) [好](https://loam.example/) ![外](https://evil.example/a.png)',
      '`<b>`',
    ].join('\n\n')
    show(shown({ node: 'markdown', text }), answers([]))
    await expect.poll(() => document.querySelector('.loam-markdown h3')?.textContent, LOADING).toBe('标题')
    const place = document.querySelector<HTMLElement>('.loam-markdown')
    expect(all('.loam-markdown td').map((cell) => cell.textContent)).toEqual(['1', '2'])
    expect(place?.querySelector('script, b')).toBeNull()
    expect(place?.textContent).toContain('<script>')
    expect(all('.loam-markdown a').map((link) => link.getAttribute('href'))).toEqual([
      null,
      'https://loam.example/',
    ])
    expect(all('.loam-markdown a')[1]?.getAttribute('rel')).toBe('noopener noreferrer')
    expect(all('.loam-markdown img').map((image) => image.getAttribute('src'))).toEqual([null])
    expect('ran' in window).toBe(false)
  })

  it('of half a megabyte is drawn', async () => {
    show(shown({ node: 'markdown', text: '- **一** [二](/a)\n'.repeat(30_000) }), answers([]))
    await expect.poll(() => all('.loam-markdown li').length, LOADING).toBe(30_000)
  })
})

describe('a number', () => {
  const statistic = (more: object) => shown({ node: 'statistic', title: '水量', value: 1234567.891, ...more })
  const value = () => document.querySelector('.loam-statistic-value')?.textContent

  it.each([
    ['as it has', {}, '1,234,567.891'],
    ['with its unit and digits', { decimals: 1, unit: 'm³' }, '1,234,567.9m³'],
    ['without groups', { thousands: false }, '1234567.891'],
    ['that is not there', { value: '${page.none}' }, '—'],
    ['that is none', { value: '离线' }, '离线'],
    ['that rose', { value: 3, change: '0.5' }, '3@page.rose'],
    ['that did not', { value: 3, change: 0 }, '3@page.unchanged'],
  ])('stands %s', async (_what, more, text) => {
    show(statistic(more), answers([]))
    await expect.poll(value, LOADING).toBe(text)
  })

  it('leads to its place', async () => {
    const host = show(statistic({ do: { navigate: '/water' } }), answers([]))
    await expect.poll(() => all('button.loam-statistic').length, LOADING).toBe(1)
    all('button.loam-statistic')[0]?.click()
    await expect.poll(() => vi.mocked(host.navigate).mock.calls[0]?.[0]).toBe('/water')
  })

  it.each([
    [7, 16, '43'],
    [999, 1000, '99'],
    [20, 16, '100'],
    [-1, 16, '0'],
    ['x', 0, '0'],
  ])('%s of %s is %s per cent', async (done, total, percent) => {
    show(shown({ node: 'progress', title: '进度', value: done, total }), answers([]))
    await expect
      .poll(() => document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow'), LOADING)
      .toBe(percent)
  })
})

describe('a picture', () => {
  it('that cannot be shown says which', async () => {
    show(shown({ node: 'image', src: 'data:image/png;base64,AA', alt: '泵房' }), answers([]))
    await expect
      .poll(() => document.querySelector('[role=alert]')?.textContent, LOADING)
      .toBe('@page.noImage')
  })

  it('is shown large at a press', async () => {
    const src = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')}`
    show(shown({ node: 'image', src, alt: '泵房', width: 90 }), answers([]))
    await expect.poll(() => all('.loam-node-image button').length, LOADING).toBe(1)
    all('.loam-node-image button')[0]?.click()
    await expect.poll(() => document.querySelector('.arco-image-preview')).not.toBeNull()
    await userEvent.keyboard('{Escape}')
    await expect
      .poll(() =>
        document.querySelector('.arco-image-preview-visible, .arco-image-preview:not([style*="none"])'),
      )
      .toBeNull()
  })
})

describe('a grid', () => {
  it('with spans gives each its part, and a phone the whole line', async () => {
    const items = ['一', '二', '三'].map((text) => ({ node: 'text', text }))
    show(shown({ node: 'grid', spans: [16, 8, 24], gap: 0, items }), answers([]))
    const shares = () => {
      const place = document.querySelector('.loam-node-grid')
      const whole = place?.getBoundingClientRect().width ?? 1
      return [...(place?.children ?? [])].map((one) =>
        Math.round((24 * one.getBoundingClientRect().width) / whole),
      )
    }
    await screen.viewport(1200, 800)
    await expect.poll(shares, LOADING).toEqual([16, 8, 24])
    await screen.viewport(390, 800)
    await expect.poll(shares).toEqual([24, 24, 24])
    await screen.viewport(1440, 900)
  })
})
