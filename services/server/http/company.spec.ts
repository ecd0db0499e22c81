import { expect, it } from 'vitest'
import { COMPANY } from '../limits'
import { Company } from './company'

it('who asks by themselves is alone; beside another nobody is, until the other has asked nothing for a while', () => {
  let time = 0
  const company = new Company(() => time)
  expect(company.isBeside('anna')).toBe(false)
  company.note('anna')
  company.note('anna')
  expect([company.isBeside('anna'), company.isBeside('bert')]).toEqual([false, true])
  company.note('bert')
  company.note('anna')
  expect([company.isBeside('anna'), company.isBeside('bert')]).toEqual([true, true])
  time += COMPANY
  company.note('anna')
  expect(company.isBeside('anna')).toBe(false)
})
