import { describe, expect, it } from 'vitest'
import { type Division, divisionTree, publishedDivisions } from './divisions'

const published = await publishedDivisions()
const tree = divisionTree(published)
const byId = new Map(tree.map((division) => [division.id, division]))

function path(id: string): string {
  const names: string[] = []
  for (let at: Division | undefined = byId.get(id); at; at = byId.get(at.parentId)) names.unshift(at.fullName)
  return names.join('/')
}

describe('the tree of divisions', () => {
  it('holds every published division once', () => {
    expect(published).toHaveLength(44_960)
    expect(byId.size).toBe(tree.length)
    expect(tree.length).toBeGreaterThanOrEqual(published.length)
    expect(tree.filter(({ level }) => level === 0)).toHaveLength(34)
    expect(tree.filter(({ level }) => level === 3)).toHaveLength(41_278)
  })

  it('has every division one level below its parent', () => {
    const strays = tree.filter(({ level, parentId }) =>
      level === 0 ? parentId !== '-1' : byId.get(parentId)?.level !== level - 1,
    )
    expect(strays).toEqual([])
  })

  it('leads from every province and city down to a district, so that a choice has three ids', () => {
    const parents = new Set(tree.map(({ parentId }) => parentId))
    expect(tree.filter(({ level, id }) => level < 2 && !parents.has(id))).toEqual([])
  })

  it.each([
    ['110101', '北京市/市辖区/东城区'],
    ['500230', '重庆市/县/丰都县'],
    ['810001', '香港特别行政区/香港特别行政区/中西区'],
    ['441901', '广东省/东莞市/东莞市'],
    ['710101', '台湾省/台湾省/台湾省'],
    ['429004', '湖北省/省直辖县级行政区划/仙桃市'],
    ['659001', '新疆维吾尔自治区/自治区直辖县级行政区划/石河子市'],
    ['650104', '新疆维吾尔自治区/乌鲁木齐市/新市区'],
    ['610581100', '陕西省/渭南市/韩城市/龙门镇'],
  ])('places %s at %s', (id, expected) => {
    expect(path(id)).toBe(expected)
  })
})
