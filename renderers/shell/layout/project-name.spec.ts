import { expect, it } from 'vitest'
import { projectName } from './project-name'

it('a project is called by its English name in English alone, and where it has one', () => {
  const project = { f_id: 'p1', name: '示范一区', name_en: 'Demo zone 1' }
  expect((['zh', 'zhtw', 'en'] as const).map((language) => projectName(project, language))).toEqual([
    '示范一区',
    '示范一区',
    'Demo zone 1',
  ])
  expect(projectName({ ...project, name_en: '' }, 'en')).toBe('示范一区')
  expect(projectName({ f_id: 'p1', name: '示范一区' }, 'en')).toBe('示范一区')
})
