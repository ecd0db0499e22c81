import type { FakeDirectory } from './directories'

/** Levels of departments below the root. */
const LEVELS = 4

/** Fills a directory with departments on four levels and people who stand in one or two of them; one name in ten is the same. */
export function fillDirectory(fake: FakeDirectory, size: { departments: number; people: number }): void {
  const perLevel = Math.ceil(size.departments / LEVELS)
  const first = 1_000
  for (let at = 0; at < size.departments; at++) {
    const level = Math.floor(at / perLevel)
    const parent = level === 0 ? 1 : first + (level - 1) * perLevel + (at % perLevel)
    fake.departments.set(first + at, { name: `第${at}部`, parent })
  }
  for (let at = 0; at < size.people; at++) {
    const userid = `m${String(at).padStart(5, '0')}`
    const own = first + (at % size.departments)
    const also = first + ((at * 7 + 1) % size.departments)
    fake.members.set(userid, {
      ...{ userid, name: at % 10 === 0 ? '张伟' : `成员${at}`, title: '农艺师' },
      mobile: `139${String(at).padStart(8, '0')}`,
      email: `${userid}@example.com`,
      departments: at % 20 === 0 && also !== own ? [own, also] : [own],
    })
  }
}

/** The tree of a directory and who stands where, by names, whatever its ids are. */
export function shapeOf({ departments, members }: FakeDirectory): {
  readonly departments: readonly string[]
  readonly members: readonly string[]
} {
  const pathOf = (id: number): string => {
    const one = departments.get(id)
    return !one || one.parent === 0 ? '' : `${pathOf(one.parent)}/${one.name}`
  }
  return {
    departments: [...departments.keys()].map(pathOf).sort(),
    members: [...members.values()]
      .map((one) => `${one.userid} ${one.name} ${one.mobile} ${one.departments.map(pathOf).sort().join()}`)
      .sort(),
  }
}
