/** First of the subprotocols that our own client offers; the session's token is the second, where no log keeps it. */
export const ALARM_PROTOCOL = 'loam-alarm'
