export { type Change, changed, type Group, removed, SCOPE, type Scope } from './edit'
export { type IcalContent, type IcalSeries, writeIcal } from './ical'
export {
  isReminder,
  NO_REMINDER,
  nextReminder,
  REMINDER_DAYS,
  REMINDER_MINUTES,
  type Reminder,
} from './reminder'
export {
  FREQUENCIES,
  type Frequency,
  isPlain,
  plainRule,
  RULE_LENGTH,
  type Rule,
  readRule,
  type ScheduleFault,
  ScheduleProblem,
  writeRule,
} from './rule'
export {
  type Content,
  type Exception,
  LONGEST,
  type Occurrence,
  occurrenceId,
  occurrenceOf,
  occurrencesIn,
  readOccurrenceId,
  type Series,
  settled,
  type Times,
} from './series'
export {
  basicOf,
  dayEnd,
  dayStart,
  isZone,
  momentAt,
  readBasic,
  readWall,
  type Wall,
  wallAt,
  writeWall,
} from './wall'
export { ruleInWords } from './words'
