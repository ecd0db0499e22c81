import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Specs that take ten times as long as others, by their suite's end: one that began last would run alone. Where nothing is
 * remembered of an earlier run, vitest itself goes by the sizes of files.
 */
const LONGEST = [
  'runtime/field/rotation/exploration.spec.ts',
  'services/simulator/model/burst.spec.ts',
  'services/server/workers/workers.spec.ts',
  'runtime/script/sandbox.spec.ts',
  'tests/api/ends.api.spec.ts',
  'services/server/modules/field/command/apart.api.spec.ts',
  'services/server/modules/field/alarm/kill.api.spec.ts',
  'tests/api/kill.api.spec.ts',
  'tests/api/backup.api.spec.ts',
  'tests/api/external.api.spec.ts',
  'services/server/modules/lowcode/online-development/secrets.api.spec.ts',
  'services/server/modules/field/command/watch.api.spec.ts',
  'services/server/modules/demo/farm/simulator.api.spec.ts',
  'tests/api/deployment.api.spec.ts',
  'services/server/modules/platform/session/guesses.api.spec.ts',
  'tests/api/kill-chat.api.spec.ts',
  'tests/api/files.api.spec.ts',
  'services/server/bin/supervisor.api.spec.ts',
  'services/server/devices/broker/embedded.api.spec.ts',
  'services/server/devices/broker/process.api.spec.ts',
  'services/server/modules/field/command/two-servers.api.spec.ts',
]

const rankOf = ({ moduleId }: TestSpecification) => {
  const rank = LONGEST.findIndex((file) => moduleId.endsWith(`/${file}`))
  return rank < 0 ? LONGEST.length : rank
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((one, other) => rankOf(one) - rankOf(other))
  }
}
