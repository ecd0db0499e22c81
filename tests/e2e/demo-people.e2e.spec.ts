import type { Page } from '@playwright/test'
import { expect, sideMenu, test } from './journey'

/** Somebody of README's table: what stands in the menu, which farms there are to choose, and what lists of each kind offer. */
interface Seen {
  readonly menu: string
  readonly farms: readonly string[]
  /** Address of a list, and every button there that does more than to look. */
  readonly lists: Readonly<Record<string, readonly string[]>>
  /** Words that stand in no such list: the other farm, the other companies. */
  readonly without?: Readonly<Record<string, RegExp>>
  /** What is refused by its address: the page's name and its right. */
  readonly refused: readonly [path: string, title: string, right: string]
  /** Whether the map is theirs, and whether they may stop everything there. */
  readonly map?: 'seen' | 'operated'
}

const RECORDS = '用水记录 设备巡检 采购订单 地块档案 轮灌计划 农资库存 灌溉设施 供应商'
const COMPANY = '组织管理 岗位管理 用户管理'
const FARM = '历史数据 水肥记录'
const FARMS = ['示范一区', '示范二区']
const KEPT = ['新建', '批量编辑', '编辑']

const PEOPLE = {
  director: {
    menu: `首页 日程
      田间监测 监测地图 轮灌运行 灌溉计划 告警列表 告警规则 告警指标 ${FARM} 项目 网关 设备 管网 地块 施肥配方 轮灌组
      业务应用 ${RECORDS}
      系统管理 ${COMPANY}`,
    farms: FARMS,
    map: 'seen',
    lists: {
      'field/projects': [],
      'field/devices': [],
      'field/groups': [],
      'model/purchaseOrder': [],
      'permission/user': [],
      'permission/organize': [],
    },
    refused: ['system/log', '系统日志', 'system.log'],
  },
  manager1: {
    menu: `首页 日程
      田间监测 监测地图 轮灌运行 灌溉计划 告警列表 告警规则 告警指标 ${FARM} 项目 网关 设备 搁置的读数 管网 地块 施肥配方 轮灌组
      业务应用 ${RECORDS}
      系统管理 ${COMPANY}`,
    farms: ['示范一区'],
    map: 'operated',
    lists: {
      'field/projects': ['编辑', '成员', '联锁限值'],
      'field/devices': ['编辑', '检修锁定'],
      'field/groups': ['新建', '启动', '停止', '更多'],
      'permission/user': ['新建', '编辑', '重置密码', '更多'],
      'permission/organize': ['编辑', '新建部门', '更多'],
      'model/purchaseOrder': [],
    },
    without: {
      'field/projects': /示范二区/,
      'permission/user': /北庭|呼图壁|财务部|综合管理部/,
      'permission/organize': /北庭|呼图壁|财务部/,
    },
    refused: ['system/log', '系统日志', 'system.log'],
  },
  operator1: {
    menu: `首页 日程
      田间监测 监测地图 轮灌运行 灌溉计划 告警列表 告警指标 ${FARM} 设备 轮灌组
      业务应用 用水记录 设备巡检 地块档案 轮灌计划 农资库存 灌溉设施`,
    farms: ['示范一区'],
    map: 'operated',
    lists: {
      'field/devices': ['检修锁定'],
      'field/groups': ['启动', '停止'],
      'model/waterUse': KEPT,
      'model/deviceInspection': KEPT,
      'model/irrigationPlan': KEPT,
      'model/plot': [],
    },
    without: { 'model/plot': /北庭|呼图壁/ },
    refused: ['permission/user', '用户管理', 'permission.user'],
  },
  bookkeeper: {
    menu: '首页 日程 业务应用 采购订单 农资库存 供应商 系统管理 打印模板',
    farms: [],
    lists: {
      'model/purchaseOrder': ['新建', '批量编辑', '批量删除', '编辑', '删除'],
      'model/supplier': ['新建', '批量编辑', '批量删除', '编辑', '删除'],
      'model/materialStock': ['新建', '批量编辑', '批量删除', '编辑', '删除'],
    },
    refused: ['field/devices', '设备', 'field.device'],
  },
  auditor: {
    menu: `首页
      田间监测 监测地图 轮灌运行 灌溉计划 告警列表 告警规则 告警指标 ${FARM} 项目 网关 设备 管网 地块 施肥配方 轮灌组
      业务应用 ${RECORDS}
      系统管理 ${COMPANY} 角色管理 分组管理 权限组 分级管理 开户申请 在线用户 字典 单据规则 行政区划 打印模板 公告管理
      菜单管理 应用管理 数据接口 系统配置 发件箱 系统日志 系统状态
      在线开发 功能设计 手册 控件陈列`,
    farms: FARMS,
    map: 'seen',
    lists: {
      'field/devices': [],
      'model/purchaseOrder': [],
      'permission/user': [],
      'permission/role': [],
      'system/dictionary': [],
      'system/menu': [],
      'system/log': [],
      'development/models': [],
    },
    refused: ['development/import', '导入模型', 'development.import'],
  },
} as const satisfies Readonly<Record<string, Seen>>

/** What looks at a list, or takes a copy of it: every reader has that. */
const LOOKING =
  /^(视图|高级查询|刷新|复制与打印|批量打印|列设置|查询|重置|展开|收起|详情|查看|检查|谁能看到|导出|导出（含版本）|功能预览|其余 \d+ 列|更多操作|(?:fold|expand) button)$/

/** Buttons of the list that is open, but for those that look and those of its columns. */
async function actsOn(page: Page): Promise<readonly string[]> {
  const names = await page
    .locator('#loam-content')
    .getByRole('button')
    .evaluateAll((buttons) =>
      buttons
        .filter((button) => button.checkVisibility() && !button.closest('[role=columnheader], th'))
        .map((button) => (button.getAttribute('aria-label') ?? button.textContent ?? '').trim()),
    )
  return [...new Set(names)].filter((name) => !LOOKING.test(name))
}

for (const [account, seen] of Object.entries(PEOPLE) as [keyof typeof PEOPLE, Seen][])
  test(`${account} has the pages, farms and buttons that README says, and no others`, async ({ people }) => {
    const page = await people.signedIn(account)
    const menu = sideMenu(page).getByRole('menu').first()
    await expect(menu).toContainText('首页')
    expect((await menu.allInnerTexts()).join().split(/\s+/).filter(Boolean)).toEqual(seen.menu.split(/\s+/))

    const farm = page.getByRole('combobox', { name: '选择项目' })
    if (seen.farms.length === 0) await expect(farm).toHaveCount(0)
    else {
      await farm.click()
      await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual(seen.farms)
      await page.keyboard.press('Escape')
    }

    for (const [path, acts] of Object.entries(seen.lists))
      await test.step(path, async () => {
        await page.goto(`/${path}`)
        await expect(page.locator('#loam-content').getByRole('row').nth(1)).toBeVisible()
        expect(await actsOn(page)).toEqual(acts)
        const without = seen.without?.[path]
        if (without) await expect(page.locator('#loam-content')).not.toContainText(without)
      })
    if (seen.map) {
      await page.goto('/pcMap')
      await expect(page.getByText(/^全部 [1-9]/)).toBeVisible()
      await expect(page.getByRole('button', { name: '全部停止' })).toHaveCount(
        seen.map === 'operated' ? 1 : 0,
      )
    }

    const [path, title, right] = seen.refused
    await page.goto(`/${path}`)
    await expect(page.getByRole('heading', { name: `您没有查看“${title}”的权限` })).toBeVisible()
    await expect(page.getByText(`缺少的权限：${title}（${right}）`)).toBeVisible()
  })
