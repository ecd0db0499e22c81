import { type Pieces, ROWS_A_PIECE } from '@runtime/pieces'
import type { ImportKind } from '@services/contract/areas/field/field-admin'
import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../../../http/errors'
import type { Cell } from '../../../../workers/sheet'

/** Members of a row in the order of the template; a heading is the member's own name or its title in any language. */
export const COLUMNS: Readonly<Record<Exclude<ImportKind, 'geojson'>, Readonly<Record<string, string>>>> = {
  device: {
    id: '@fieldPage.id',
    name: '@fieldPage.name',
    kind: '@fieldPage.kind',
    gatewayId: '@fieldPage.gateway',
    longitude: '@fieldPage.longitude',
    latitude: '@fieldPage.latitude',
    nodeId: '@fieldPage.node',
    uplinkEverySec: '@fieldPage.uplink',
    angleClosed: '@fieldPage.angleClosed',
    angleA: '@fieldPage.angleA',
    angleB: '@fieldPage.angleB',
    angleBoth: '@fieldPage.angleBoth',
    designFlowA: '@fieldPage.flowA',
    designFlowB: '@fieldPage.flowB',
    blockId: '@fieldPage.block',
    depths: '@fieldPage.depths',
    ratedM3h: '@fieldPage.ratedFlow',
    ratedHeadM: '@fieldPage.ratedHead',
    ratedKw: '@fieldPage.ratedPower',
    minHz: '@fieldPage.minHz',
    maxHz: '@fieldPage.maxHz',
    maxMpa: '@fieldPage.maxMpa',
  },
  pipe: {
    id: '@fieldPage.id',
    name: '@fieldPage.name',
    level: '@fieldPage.level',
    parentId: '@fieldPage.parentPipe',
    startLongitude: '@fieldPage.startLng',
    startLatitude: '@fieldPage.startLat',
    endLongitude: '@fieldPage.endLng',
    endLatitude: '@fieldPage.endLat',
    lengthM: '@fieldPage.length',
    innerDMm: '@fieldPage.inner',
    outerDMm: '@fieldPage.outer',
    material: '@fieldPage.material',
    designFlow: '@fieldPage.designFlow',
    sortCode: '@common.sort',
  },
  node: {
    id: '@fieldPage.id',
    name: '@fieldPage.name',
    pipeId: '@fieldPage.pipe',
    longitude: '@fieldPage.longitude',
    latitude: '@fieldPage.latitude',
    chainageM: '@fieldPage.chainage',
    valveId: '@fieldPage.valve',
    sideABlockId: '@fieldPage.sideA',
    sideBBlockId: '@fieldPage.sideB',
    sortCode: '@common.sort',
  },
}

/** What people write for values that have codes: locale keys, by member and code. A code itself is read too. */
export const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  kind: {
    VALVE_MAIN: '@fieldPage.kindMain',
    VALVE_TWB: '@fieldPage.kindTwb',
    SOIL: '@fieldPage.kindSoil',
    WEATHER: '@fieldPage.kindWeather',
    PUMP: '@fieldPage.kindPump',
    FERT: '@fieldPage.kindFert',
    FERT_VALVE: '@fieldPage.kindFertValve',
    PRESSURE: '@fieldPage.kindPressure',
    FLOW: '@fieldPage.kindFlow',
    MACHINE: '@fieldPage.kindMachine',
  },
  level: { 1: '@fieldPage.level1', 2: '@fieldPage.level2', 3: '@fieldPage.level3' },
}

/** Members that are texts, whatever a spreadsheet takes them for. */
const TEXTS = /^(name|kind|material|depths|id|\w+Id)$/

/** A line of a file as an input, with its number there. */
export interface Line {
  readonly row: number
  readonly input: Readonly<Record<string, unknown>>
}

/**
 * Lines below the headings; empty ones are passed over. A column that is not known, or a file without any row, is refused: what
 * somebody has typed there would be lost without a word.
 * @param titles by member, in the languages that a heading may be in.
 * @param words the code of a word in any of those languages, by member.
 * @throws ApiError 400 that names the column at fault
 */
export function* linesOf(
  sheet: readonly (readonly Cell[])[],
  titles: Readonly<Record<string, readonly string[]>>,
  words: Readonly<Record<string, ReadonlyMap<string, string>>>,
): Pieces<readonly Line[]> {
  const [headings = [], ...rows] = sheet
  const members = headings.map((heading) => {
    const text = String(heading ?? '').trim()
    return Object.keys(titles).find((name) => name === text || titles[name]?.includes(text))
  })
  refuseUnknown(headings, members, rows)
  const lines: Line[] = []
  for (const [index, cells] of rows.entries()) {
    if (index % ROWS_A_PIECE === 0) yield
    const given = cells.flatMap((cell, column): [string, unknown][] => {
      const name = members[column]
      return name === undefined || cell === null || cell === ''
        ? []
        : [[name, memberOf(name, codeOf(words[name], cell))]]
    })
    if (given.length > 0) lines.push({ row: index + 2, input: Object.fromEntries(given) })
  }
  if (lines.length === 0) throw new ApiError(CODE.badRequest, '@field.noRows')
  return lines
}

function refuseUnknown(
  headings: readonly Cell[],
  members: readonly (string | undefined)[],
  rows: readonly (readonly Cell[])[],
): void {
  const hasCells = (column: number) =>
    rows.some((cells) => cells[column] !== null && cells[column] !== undefined)
  const unknown = headings.flatMap((heading, column) => {
    const text = String(heading ?? '').trim()
    return members[column] === undefined && text !== '' && hasCells(column) ? [text] : []
  })
  if (unknown.length > 0)
    throw new ApiError(CODE.badRequest, '@field.unknownColumns', {
      params: { names: unknown.slice(0, 5).join('、') },
    })
}

const codeOf = (words: ReadonlyMap<string, string> | undefined, cell: Cell): Cell =>
  words?.get(String(cell).trim()) ?? cell

function memberOf(name: string, cell: Cell): unknown {
  if (TEXTS.test(name)) return String(cell).trim()
  const number = Number(cell)
  return Number.isNaN(number) ? cell : number
}
