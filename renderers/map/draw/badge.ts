/** Diameter of a marker's badge in CSS pixels. */
export function badgeSize(zoom: number): number {
  if (zoom >= 18) return 28
  if (zoom >= 17) return 26
  if (zoom >= 16) return 22
  return zoom >= 15 ? 16 : 15
}
