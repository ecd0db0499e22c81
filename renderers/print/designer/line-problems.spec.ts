import { PLAIN_PAGE } from '@runtime/print'
import { expect, it } from 'vitest'
import { lineProblems } from './line-problems'

const PATHS = new Set(['no', 'items', 'items.amount'])

it('tells which part a place is in whose field is gone, or that cannot be read', () => {
  const page = {
    ...PLAIN_PAGE,
    head: { left: '${no} {thousands(sum(items.amount),2)}', center: '', right: '{gone}{none(no)}' },
    foot: { left: '', center: '第 {page} 页 / 共 {pages} 页', right: '{sum(items.gone)}' },
    watermark: { text: '{printer.name}', opacity: 0.1 },
  }
  expect(lineProblems(page, PATHS)).toEqual([
    { part: 'head', place: '{gone}', reason: 'gone' },
    { part: 'head', place: '{none(no)}', reason: 'malformed' },
    { part: 'foot', place: '{sum(items.gone)}', reason: 'gone' },
  ])
})

it('says that a watermark is the same for all records', () => {
  const page = { ...PLAIN_PAGE, watermark: { text: '{printer.name} {no}', opacity: 0.1 } }
  expect(lineProblems(page, PATHS)).toEqual([
    { part: 'watermark', place: '{printer.name} {no}', reason: 'sameForAll' },
  ])
})
