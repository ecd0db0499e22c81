/**
 * The zone in which the server reads and writes dates as people do: serial numbers, display texts, "now" of a form. One
 * for the whole system, that of the farm, wherever the server stands and whoever asks.
 */
export const TIME_ZONE = process.env['LOAM_TIME_ZONE'] || 'Asia/Shanghai'
