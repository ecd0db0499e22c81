import type { Page } from '@playwright/test'
import { expect } from './journey'

interface Screen {
  readonly name: string
  open(): Promise<void>
}

const field = (formId: number, jnpfKey: string, name: string, label: string, config: object = {}) => ({
  __config__: { formId, jnpfKey, label, span: 24, ...config },
  __vModel__: name,
})
const list = (props: readonly string[]) => ({
  ...{ type: 1, columnList: props.map((prop) => ({ prop, label: prop })), searchList: [] },
  ...{ btnsList: [{ value: 'add' }], columnBtnsList: [{ value: 'edit' }] },
})
const NO = field(101, 'input', 'no', '单号')
const AMOUNT = field(102, 'inputNumber', 'amount', '金额')
const FIELDS = [
  NO,
  AMOUNT,
  {
    ...field(103, 'textarea', 'reason', '原因'),
    __loam__: { visible: 'amount > 1', required: 'amount > 2' },
  },
  { ...field(104, 'inputNumber', 'one', '甲'), __loam__: { formula: 'other + amount' } },
  { ...field(105, 'inputNumber', 'other', '乙'), __loam__: { formula: 'one * 2' } },
]
const modelOf = (enCode: string, fields: readonly object[]) => ({
  ...{ fullName: enCode, enCode, type: 1, webType: '2' },
  formData: JSON.stringify({ idGlobal: 110, fields }),
  columnData: JSON.stringify(list(['no', 'amount'])),
})
const called = (label: string) => [{ ...NO, __config__: { ...NO.__config__, label } }, ...FIELDS.slice(1)]

async function calling(page: Page, method: 'GET' | 'POST' | 'PUT', path: string, data?: object) {
  const token = await page.evaluate(() => localStorage.getItem('loam_token') ?? '')
  const answer = await page.request.fetch(path, { method, data, headers: { Authorization: token } })
  const { code, msg, data: found } = await answer.json()
  expect(code, `${path}: ${msg}`).toBe(200)
  return found
}

/** The screens of a model's designer, in the order in which they follow each other; who comes to them has signed in. */
export function designerScreens(page: Page): readonly Screen[] {
  const base = '/api/visualdev/Base'
  const made = { id: '', code: '' }
  const inspector = page.locator('.loam-inspector')
  const view = (name: string) => page.locator('.loam-designer-top').getByText(name, { exact: true }).click()
  /** Where there is no room beside the form its settings come in a sheet. */
  const openSettings = async () => {
    const bar = page.getByRole('navigation', { name: '控件与大纲' })
    if (await bar.isVisible()) await bar.getByRole('button', { name: '设置' }).click()
    await expect(inspector).toBeVisible()
    await inspector.locator('details').evaluateAll((parts) => {
      for (const part of parts) (part as HTMLDetailsElement).open = true
    })
  }
  return [
    {
      name: 'designer-list',
      async open() {
        made.code = `looks${Date.now()}`
        made.id = (await calling(page, 'POST', base, modelOf(made.code, FIELDS))).id
        await page.goto(`/designModel?id=${made.id}`)
        await view('列表')
        await page.locator('.loam-list-design-item').first().click()
        await expect(inspector.getByRole('textbox', { name: '标题', exact: true })).toBeVisible()
      },
    },
    {
      name: 'designer-rules',
      async open() {
        await page.goto(`/designModel?id=${made.id}`)
        await view('规则')
        await expect(page.getByText('循环引用').first()).toBeVisible()
      },
    },
    {
      name: 'designer-rule-graph',
      async open() {
        await page.getByText('关系图', { exact: true }).click()
        await expect(page.getByRole('region', { name: '规则关系图' })).toBeVisible()
      },
    },
    {
      name: 'designer-rule',
      async open() {
        await view('设计')
        const place = page.locator('.loam-canvas [data-path="reason"]').first()
        await place.click({ force: true, position: { x: 20, y: 10 } })
        await openSettings()
        await inspector
          .getByRole('button', { name: /逐条设置/ })
          .first()
          .click()
        await expect(inspector.getByText('添加条件组').first()).toBeVisible()
      },
    },
    {
      name: 'designer-script',
      async open() {
        await page.goto(`/designModel?id=${made.id}`)
        await expect(page.locator('.loam-canvas .loam-form')).toBeVisible()
        await openSettings()
        await inspector.getByRole('button', { name: '编辑 提交前' }).click()
        await page.getByRole('button', { name: '试运行' }).click()
        await expect(page.getByRole('region', { name: '试运行结果' }).getByRole('status')).toHaveText(
          /运行完成/,
        )
      },
    },
    {
      name: 'designer-publish',
      async open() {
        await calling(page, 'POST', `${base}/${made.id}/Actions/Release`, {})
        await calling(page, 'PUT', `${base}/${made.id}`, modelOf(made.code, called('这里的单号')))
        await page.goto(`/designModel?id=${made.id}`)
        await page.getByRole('button', { name: '发布', exact: true }).click()
        await expect(page.getByText('“单号”的标题改为“这里的单号”').first()).toBeVisible()
      },
    },
    {
      name: 'designer-view',
      async open() {
        const seen = {
          fullName: '水泵一览',
          enCode: `${made.code}View`,
          type: 1,
          webType: '4',
          interfaceId: 'pumps',
        }
        const { id } = await calling(page, 'POST', base, seen)
        await page.goto(`/designModel?id=${id}`)
        await expect(page.getByRole('button', { name: '读取接口字段' })).toBeVisible()
        await expect(page.locator('.loam-list-design-canvas').getByText('共 5 条')).toBeVisible()
      },
    },
    {
      name: 'designer-merge',
      async open() {
        const file = {
          ...(await calling(page, 'GET', `${base}/${made.id}`)),
          ...modelOf(made.code, called('文件的单号')),
        }
        await page.goto('/development/import')
        await page.getByLabel('模型 JSON').fill(JSON.stringify(file))
        await page.getByRole('button', { name: '检查' }).click()
        await page.getByText('合并到已有模型的草稿', { exact: true }).click()
        await page.getByLabel('合并到的模型').click()
        await page.keyboard.type(made.code)
        await page.getByRole('option', { name: made.code, exact: true }).click()
        await page.getByRole('button', { name: '比较差异', exact: true }).click()
        await expect(page.getByText('“单号”的标题改为“文件的单号”')).toBeVisible()
      },
    },
  ]
}
