/**
 * A shell that runs a program and ends it when its own standard input closes: by whoever started it, or by that one's end,
 * `kill -9` included. It costs a megabyte, and asks nothing of the program. Started `detached` it leads a group of its own, so
 * that what a terminal or a `kill` of the group says reaches the program by whoever started it, once.
 */
const SCRIPT = `
stages=$1; shift
exec 3<&0 </dev/null
"$@" 3<&- &
child=$!
(
  trap '' TERM INT HUP
  exec >/dev/null 2>&1
  while read -r line <&3; do :; done
  for stage in $stages; do
    kill -s "\${stage%:*}" -- "-$$" || exit
    tenths=\${stage#*:}
    while [ "$tenths" -gt 0 ]; do
      kill -0 "$child" || exit
      sleep 0.1
      tenths=$((tenths - 1))
    done
  done
) &
watch=$!
exec 3<&-
trap : TERM INT HUP
wait "$child"; code=$?
while kill -0 "$child" 2>/dev/null; do wait "$child"; code=$?; done
kill -s KILL "$watch" 2>/dev/null
exit "$code"
`

/** What a program is told, in turn, and for how many tenths of a second its end is awaited after each. */
export const STAGES = {
  /** A program of ours, npm, Vite. */
  program: 'TERM:100 KILL:10',
  /** PostgreSQL: open transactions roll back, then at once, then by force; all are safe for what was committed. */
  postgres: 'INT:150 QUIT:50 KILL:50',
}

/**
 * The command that runs another one guarded; it is spawned `detached` and with a pipe as its standard input, the closing of
 * which ends it.
 * @param {string} file @param {readonly string[]} args @param {string} [stages]
 * @returns {[string, string[]]}
 */
export function guarded(file, args, stages = STAGES.program) {
  return ['/bin/sh', ['-c', SCRIPT, 'guard', stages, file, ...args]]
}
