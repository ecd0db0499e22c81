/**
 * The zone in which the whole system reads and shows dates: serial numbers, display texts, "now" of a form, on the server
 * and in every browser (`sysConfigInfo.timeZone`). That of the farm, wherever the server stands and whoever asks.
 */
export const TIME_ZONE = checked(process.env['LOAM_TIME_ZONE'] || 'Asia/Shanghai')

function checked(zone: string): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return zone
  } catch {
    throw new Error(`LOAM_TIME_ZONE is "${zone}"; it should be a zone's name like Asia/Shanghai.`)
  }
}
