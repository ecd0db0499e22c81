import { describe, expect, it } from 'vitest'
import { runCheck } from './check-command'
import { languageOfEnvironment } from './locales'

const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
  let [out, err] = ['', '']
  const code = runCheck({
    arguments: args,
    env: { LOAM_ROOT: process.cwd(), ...env },
    cwd: process.cwd(),
    out: (text) => {
      out += text
    },
    err: (text) => {
      err += text
    },
  })
  return { code, out, err }
}

describe('the language of a terminal', () => {
  it.each([
    [{ LANG: 'zh_CN.UTF-8' }, 'zh'],
    [{ LANG: 'zh_TW.UTF-8' }, 'zhtw'],
    [{ LANG: 'zh_HK' }, 'zhtw'],
    [{ LANG: 'en_US.UTF-8' }, 'en'],
    [{ LANG: 'en_GB@euro' }, 'en'],
    [{ LANG: 'C' }, 'en'],
    [{ LANG: 'C.UTF-8' }, 'en'],
    [{ LANG: 'POSIX' }, 'en'],
    [{ LANG: 'cs_CZ.UTF-8' }, 'zh'],
    [{}, 'zh'],
    [{ LANG: '' }, 'zh'],
    [{ LANG: 'zh_CN.UTF-8', LC_MESSAGES: 'en_US.UTF-8' }, 'en'],
    [{ LANG: 'zh_CN.UTF-8', LC_MESSAGES: 'en_US.UTF-8', LC_ALL: 'zh_TW.UTF-8' }, 'zhtw'],
    [{ LANG: 'en_US.UTF-8', LC_ALL: '' }, 'en'],
  ])('%j: %s', (env: NodeJS.ProcessEnv, language) => {
    expect(languageOfEnvironment(env)).toBe(language)
  })
})

describe('npm run check', () => {
  it('helps in the language of the terminal, and checks nothing', () => {
    const english = run(['--help'], { LANG: 'C' })
    expect(english).toMatchObject({ code: 0, err: '' })
    for (const word of ['Usage', '--json', '--help', 'Exit codes', '0', '1', '2'])
      expect(english.out).toContain(word)
    expect(run(['-h'], { LANG: 'zh_CN.UTF-8' }).out).toMatch(/^用法/)
    expect(run(['--help', 'schemas/none.page.json'], { LC_ALL: 'zh_TW' }).out).toContain('選項')
  })

  it('refuses an option that there is not, with a sentence', () => {
    const { code, out, err } = run(['--jsno', 'schemas/menu.json'], { LANG: 'en_US.UTF-8' })
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/^There is no option --jsno; .*--help/)
    expect(run(['-x'], { LANG: 'zh_CN.UTF-8' }).err).toMatch(/^没有选项 -x/)
  })

  it('tells of a file in that language, and by its exit code', () => {
    const sound = run(['schemas/menu.json'], { LANG: 'C' })
    expect(sound).toMatchObject({ code: 0, out: expect.stringMatching(/^1 document/) })
    const gone = run(['schemas/pages/gone.page.json'], { LANG: 'C' })
    expect(gone.code).toBe(1)
    expect(gone.out).not.toMatch(/\p{Script=Han}/u)
    const [entry] = JSON.parse(run(['--json', 'schemas/pages/gone.page.json']).out) as { code: string }[]
    expect(entry?.code).toBe('noSuchFile')
  })
})
