import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'

const AMIS = 'amis@6.13.0'

/**
 * Installs what Loam is measured against. amis does not install plainly (a range among its dependencies is broken), so its
 * prebuilt SDK is taken out of the package. Answers the SDK's folder.
 */
export function installPeers(folder) {
  if (!existsSync(`${folder}/node_modules/@formily/core`)) run('npm', ['ci'], folder)
  const amis = `${folder}/node_modules/.amis`
  if (!existsSync(`${amis}/package/sdk/sdk.js`)) {
    mkdirSync(amis, { recursive: true })
    const packed = run('npm', ['pack', '--silent', AMIS], amis).trim().split('\n').at(-1)
    run('tar', ['xzf', packed], amis)
  }
  return `${amis}/package/sdk`
}

function run(command, args, cwd) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${stderr}`)
  return stdout
}
