import { runCheck } from './check-command'

process.exitCode = runCheck({
  arguments: process.argv.slice(2),
  env: process.env,
  cwd: process.cwd(),
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
})
