/** Carried by sources of pages that show alarms: they are read again when an alarm changes. */
export const ALARM_TAG = 'alarms'
