import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Specs that take ten times as long as others, by their suite's end: one that began last would run alone. Where nothing is
 * remembered of an earlier run, vitest itself goes by the sizes of files.
 */
const LONGEST = [
  'runtime/script/sandbox.spec.ts',
  'runtime/field/rotation/exploration.spec.ts',
  'services/simulator/model/burst.spec.ts',
  'services/server/workers/workers.spec.ts',
  'services/server/modules/field/command/watch.api.spec.ts',
  'services/server/modules/demo/farm/simulator.api.spec.ts',
  'services/server/modules/field/command/apart.api.spec.ts',
  'tests/api/external.api.spec.ts',
  'services/server/modules/platform/outbox/outbox.api.spec.ts',
  'tests/api/backup.api.spec.ts',
  'tests/api/sockets.api.spec.ts',
  'services/server/modules/lowcode/online-development/import/import.api.spec.ts',
  'services/server/modules/platform/session/guesses.api.spec.ts',
  'tests/api/deployment.api.spec.ts',
  'tests/api/files.api.spec.ts',
  'services/server/modules/platform/menu/menu-writes.api.spec.ts',
  'services/server/modules/platform/permission/climbing.api.spec.ts',
  'services/server/modules/platform/session/ways-in.api.spec.ts',
  'services/server/modules/field/command/command.api.spec.ts',
  'services/server/modules/lowcode/online-development/secrets.api.spec.ts',
  'tests/api/ends.api.spec.ts',
  'services/server/bin/supervisor.api.spec.ts',
  'services/server/devices/broker/embedded.api.spec.ts',
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
