/** Where backups are kept, when one is made, and how many stay. */
export interface BackupSchedule {
  readonly folder: string
  /** `02:30`, in the product's time zone. */
  readonly at: string
  readonly keep: number
}

const KEEP = 14
const FORM = 'a folder, then at=HH:MM and keep=NUMBER, such as /var/backups/loam;at=02:30;keep=14'

/** Reads `LOAM_BACKUP`: `/var/backups/loam;at=02:30;keep=14`. */
export function backupScheduleFrom(text: string | undefined): BackupSchedule | undefined {
  if (!text) return undefined
  const [folder = '', ...settings] = text.split(';').map((part) => part.trim())
  const given = new Map(settings.filter(Boolean).map((setting) => pairOf(setting)))
  const at = given.get('at') ?? '02:30'
  const keep = Number(given.get('keep') ?? KEEP)
  const isKnown = [...given.keys()].every((name) => name === 'at' || name === 'keep')
  if (!folder || !isKnown || !/^([01]\d|2[0-3]):[0-5]\d$/.test(at) || !Number.isInteger(keep) || keep < 1)
    throw new Error(`LOAM_BACKUP is "${text}"; it should be ${FORM}.`)
  return { folder, at, keep }
}

function pairOf(setting: string): [string, string] {
  const [name = '', value = ''] = setting.split('=')
  return [name.trim(), value.trim()]
}

/** `loam-20261122-023000.loam`: names sort by time. */
export function backupName(now: Date): string {
  return `loam-${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}.loam`
}

const NAME = /^loam-\d{8}-\d{6}\.loam$/

/** Of the files in a folder the backups, newest first. */
export const backupsIn = (names: readonly string[]): string[] =>
  names
    .filter((name) => NAME.test(name))
    .sort()
    .reverse()
