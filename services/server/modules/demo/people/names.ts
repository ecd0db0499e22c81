import { createDice } from '../dice'

/** A person of the demo, with an account that nobody else has. */
export interface DemoName {
  readonly realName: string
  readonly account: string
  /** 1 male, 2 female. */
  readonly gender: 1 | 2
}

const words = (text: string) =>
  text.split(' ').map((word) => word.split('/') as [name: string, sound: string])

const SURNAMES = words(
  '王/wang 李/li 张/zhang 刘/liu 陈/chen 杨/yang 赵/zhao 黄/huang 周/zhou 吴/wu 徐/xu 孙/sun 马/ma 朱/zhu 胡/hu 郭/guo ' +
    '何/he 高/gao 林/lin 罗/luo 郑/zheng 梁/liang 谢/xie 宋/song 唐/tang 许/xu 韩/han 冯/feng 邓/deng 曹/cao 彭/peng ' +
    '曾/zeng 萧/xiao 田/tian 董/dong 袁/yuan 潘/pan 于/yu 蒋/jiang 蔡/cai 余/yu 杜/du 叶/ye 程/cheng 苏/su 魏/wei ' +
    '吕/lv 丁/ding 任/ren 沈/shen 姚/yao 卢/lu 姜/jiang 崔/cui 钟/zhong 谭/tan 陆/lu 汪/wang 范/fan 金/jin 石/shi',
)

/** The first ten of them are the names of almost every second person. */
const COMMON = SURNAMES.slice(0, 10)
const COMMON_OF_ALL = 0.42

const MEN = words(
  '建国/jianguo 建军/jianjun 志强/zhiqiang 国庆/guoqing 永胜/yongsheng 海涛/haitao 文斌/wenbin 俊杰/junjie 宏伟/hongwei ' +
    '立新/lixin 春生/chunsheng 大江/dajiang 小军/xiaojun 晓东/xiaodong 明辉/minghui 振华/zhenhua 德福/defu 金山/jinshan ' +
    '玉林/yulin 长河/changhe 瑞丰/ruifeng 子轩/zixuan 浩然/haoran 天宇/tianyu 一鸣/yiming 鹏飞/pengfei 新民/xinmin ' +
    '占军/zhanjun 世昌/shichang 庆丰/qingfeng 学文/xuewen 守田/shoutian 伟/wei 磊/lei 强/qiang 军/jun 勇/yong 涛/tao ' +
    '斌/bin 波/bo 刚/gang 鹏/peng 浩/hao 凯/kai 宁/ning 旭/xu',
)

const WOMEN = words(
  '秀英/xiuying 桂兰/guilan 玉梅/yumei 春燕/chunyan 晓红/xiaohong 丽华/lihua 雪梅/xuemei 海霞/haixia 建萍/jianping ' +
    '文静/wenjing 佳怡/jiayi 梦琪/mengqi 雨桐/yutong 思雨/siyu 欣怡/xinyi 慧敏/huimin 淑珍/shuzhen 秋月/qiuyue ' +
    '小芳/xiaofang 亚楠/yanan 红梅/hongmei 彩云/caiyun 静怡/jingyi 婷婷/tingting 玲/ling 敏/min 静/jing 丽/li 艳/yan ' +
    '娟/juan 霞/xia 燕/yan 萍/ping 莉/li 洁/jie 琳/lin 雪/xue 倩/qian',
)

/** The share of men among the company's people. */
const MEN_OF_ALL = 0.62

/** The same names every time: each full name once, accounts told apart by a number. */
export function* demoNames(): Generator<DemoName, never> {
  const dice = createDice(20_262)
  const names = new Set<string>()
  const accounts = new Map<string, number>()
  for (;;) {
    const gender = dice.chance(MEN_OF_ALL) ? 1 : 2
    const [surname, sound] = dice.of(dice.chance(COMMON_OF_ALL) ? COMMON : SURNAMES)
    const [given, givenSound] = dice.of(gender === 1 ? MEN : WOMEN)
    const realName = surname + given
    if (names.has(realName)) continue
    names.add(realName)
    const base = sound + givenSound
    const count = (accounts.get(base) ?? 0) + 1
    accounts.set(base, count)
    yield { realName, account: count === 1 ? base : `${base}${count}`, gender }
  }
}
