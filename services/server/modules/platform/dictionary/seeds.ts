import { inParts } from '../../../database/batches'
import type { Db } from '../../../module'

/** Items of a flat dictionary: `code name`. */
interface Seed {
  readonly id: string
  readonly name: string
  readonly parent: '0' | '1'
  readonly items: readonly (readonly [code: string, name: string])[]
}

/** In the order of their numbers (GB/T 3304), which are their codes. */
const NATIONS =
  '汉族 蒙古族 回族 藏族 维吾尔族 苗族 彝族 壮族 布依族 朝鲜族 满族 侗族 瑶族 白族 ' +
  '土家族 哈尼族 哈萨克族 傣族 黎族 傈僳族 佤族 畲族 高山族 拉祜族 水族 东乡族 纳西族 景颇族 ' +
  '柯尔克孜族 土族 达斡尔族 仫佬族 羌族 布朗族 撒拉族 毛南族 仡佬族 锡伯族 阿昌族 普米族 塔吉克族 怒族 ' +
  '乌孜别克族 俄罗斯族 鄂温克族 德昂族 保安族 裕固族 京族 塔塔尔族 独龙族 鄂伦春族 赫哲族 门巴族 珞巴族 基诺族'

/** Dictionaries that documented screens ask for by their code. Every system has them. */
const SYSTEM: readonly Seed[] = [
  {
    id: 'businessType',
    name: '业务类型',
    parent: '0',
    items: [
      ['purchase', '采购管理'],
      ['water', '用水管理'],
      ['device', '设备管理'],
      ['field', '田间作业'],
    ],
  },
  {
    id: 'msgSourceType',
    name: '消息类型',
    parent: '0',
    items: [
      ['1', '系统'],
      ['2', '流程'],
      ['3', '公告'],
      ['4', '日程'],
    ],
  },
  {
    id: 'urgency',
    name: '紧急程度',
    parent: '0',
    items: [
      ['1', '普通'],
      ['2', '重要'],
      ['3', '紧急'],
    ],
  },
  {
    id: 'scheduleCategory',
    name: '日程类型',
    parent: '0',
    items: [
      ['meeting', '会议'],
      ['inspection', '巡检'],
      ['maintenance', '保养'],
      ['irrigation', '灌溉'],
      ['other', '其他'],
    ],
  },
  {
    id: 'groupType',
    name: '分组类型',
    parent: '0',
    items: [
      ['project', '项目组'],
      ['duty', '值班组'],
      ['expert', '专家组'],
    ],
  },
  {
    id: 'nation',
    name: '民族',
    parent: '0',
    items: NATIONS.split(' ').map((name, index) => [String(index + 1).padStart(2, '0'), name]),
  },
  {
    id: 'education',
    name: '文化程度',
    parent: '0',
    items: [
      ['primary', '小学'],
      ['junior', '初中'],
      ['senior', '高中'],
      ['vocational', '中专'],
      ['college', '大专'],
      ['bachelor', '本科'],
      ['master', '硕士'],
      ['doctor', '博士'],
    ],
  },
  {
    id: 'certificateType',
    name: '证件类型',
    parent: '0',
    items: [
      ['idCard', '居民身份证'],
      ['passport', '护照'],
      ['hkMacauPass', '港澳居民来往内地通行证'],
      ['taiwanPass', '台湾居民来往大陆通行证'],
      ['foreignerId', '外国人永久居留身份证'],
      ['military', '军官证'],
      ['other', '其他'],
    ],
  },
  {
    id: 'ranks',
    name: '职级',
    parent: '0',
    items: [
      ['senior', '高级'],
      ['middle', '中级'],
      ['junior', '初级'],
      ['trainee', '见习'],
    ],
  },
  {
    id: 'positionType',
    name: '岗位类型',
    parent: '0',
    items: [
      ['management', '管理岗'],
      ['technical', '技术岗'],
      ['operation', '操作岗'],
      ['support', '后勤岗'],
    ],
  },
]

/** Dictionaries of the demo farm. */
const FARM: readonly Seed[] = [
  {
    id: 'crop',
    name: '作物',
    parent: '1',
    items: [
      ['cotton', '棉花'],
      ['maize', '玉米'],
      ['tomato', '加工番茄'],
      ['wheat', '冬小麦'],
      ['beet', '甜菜'],
    ],
  },
  {
    id: 'soilType',
    name: '土壤质地',
    parent: '1',
    items: [
      ['sand', '砂土'],
      ['sandyLoam', '砂壤土'],
      ['siltLoam', '粉壤土'],
      ['loam', '壤土'],
      ['clay', '黏土'],
    ],
  },
  {
    id: 'irrigationMethod',
    name: '灌溉方式',
    parent: '1',
    items: [
      ['mulchedDrip', '膜下滴灌'],
      ['drip', '滴灌'],
      ['sprinkler', '喷灌'],
      ['pipe', '管道灌溉'],
      ['furrow', '沟灌'],
    ],
  },
  {
    id: 'unit',
    name: '计量单位',
    parent: '1',
    items: [
      ['m3', '立方米'],
      ['mu', '亩'],
      ['kg', '千克'],
      ['piece', '件'],
      ['meter', '米'],
      ['roll', '卷'],
    ],
  },
  {
    id: 'deviceKind',
    name: '设备类型',
    parent: '1',
    items: [
      ['pump', '水泵'],
      ['valve', '阀门'],
      ['filter', '过滤器'],
      ['fertilizer', '施肥机'],
      ['gateway', '网关'],
      ['soil', '墒情站'],
      ['weather', '气象站'],
    ],
  },
  {
    id: 'inspectionResult',
    name: '巡检结果',
    parent: '1',
    items: [
      ['normal', '正常'],
      ['observe', '需观察'],
      ['abnormal', '异常'],
    ],
  },
  {
    id: 'purchaseCategory',
    name: '采购分类',
    parent: '1',
    items: [
      ['irrigation', '灌溉器材'],
      ['sensor', '传感与控制'],
      ['fertilizer', '农资肥料'],
      ['spare', '备品备件'],
    ],
  },
]

/** An item's id tells its place, so that a demo record can name it: `crop.cotton`. */
export const itemId = (dictionary: string, code: string) => `${dictionary}.${code}`

/** Makes the dictionaries that are not there yet; those that are stay as people have made them. */
export async function seed(db: Db, demo: boolean): Promise<void> {
  for (const [index, dictionary] of [...SYSTEM, ...(demo ? FARM : [])].entries()) {
    await db.transaction().execute(async (tx) => {
      const made = await tx
        .insertInto('dictionary_category')
        .values({
          id: dictionary.id,
          parent_id: dictionary.parent,
          full_name: dictionary.name,
          en_code: dictionary.id,
          is_tree: 0,
          sort_code: index + 1,
          description: '',
          updated_at: null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!made) return
      const rows = dictionary.items.map(([code, name], sort) => ({
        id: itemId(dictionary.id, code),
        category_id: dictionary.id,
        parent_id: null,
        full_name: name,
        en_code: code,
        enabled_mark: 1,
        sort_code: sort + 1,
        description: '',
        updated_at: null,
      }))
      for (const part of inParts(rows)) await tx.insertInto('dictionary_item').values(part).execute()
    })
  }
}
