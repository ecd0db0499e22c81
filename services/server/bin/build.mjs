import { build, fail, install } from './project.mjs'

/** `npm run build`: both parts, whether stale or not. */
try {
  await install()
  await build({ force: true })
} catch (error) {
  fail(error)
}
