import { defineResource, type ResourceWords } from '../../resource'

/** What both records have; their keyword looks in the names of rotation groups. */
const record = {
  key: 'id',
  name: 'lgzName',
  tag: 'history',
  project: 'projectId',
  none: '@history.noRecords',
  right: 'field.fertHistory',
} as const

const TITLES: ResourceWords['titles'] = {
  lgzName: '@history.group',
  groupBy: '@history.groupBy',
  startTime: '@history.start',
  endTime: '@history.end',
  count: '@history.count',
}
const GROUPS = [
  { value: 'none', label: '@history.byTurn' },
  { value: 'lgz', label: '@history.byGroup' },
  { value: 'day', label: '@history.byDay' },
]

/** Water that was used, as screens speak of it. */
export const waterUse = defineResource('waterUse', {
  ...record,
  title: '@history.waterRecords',
  list: 'pump.getWaterUserRecord',
  titles: {
    ...TITLES,
    deviceName: '@history.pump',
    waterVolume: '@history.volume',
    volumeNote: '@history.volumeNote',
    unknown: '@history.unknownVolumes',
    plannedM3: '@history.plannedM3',
    minutes: '@history.minutes',
    plannedMinutes: '@history.plannedMinutes',
    areaMu: '@history.area',
    perMu: '@history.perMu',
    energy: '@history.energy',
    operator: '@history.operator',
  },
  choices: { groupBy: GROUPS },
})

/** Fertilizer that was injected, as screens speak of it. */
export const fertilizerUse = defineResource('fertilizerUse', {
  ...record,
  title: '@history.fertilizerRecords',
  list: 'pump.getFertilizerHisRecord',
  titles: {
    ...TITLES,
    deviceName: '@history.spreader',
    channelName: '@history.channelName',
    recipe: '@history.recipe',
    volume: '@history.litres',
    ec: '@history.ec',
    ph: 'pH',
  },
  choices: { groupBy: GROUPS },
})
