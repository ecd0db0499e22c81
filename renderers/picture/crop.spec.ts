import { describe, expect, it } from 'vitest'
import { CENTRED, MOST_ZOOM, moved, squareOf } from './crop'

const WIDE = { width: 400, height: 200 }

describe('the square of a picture', () => {
  it('is as large as the picture lets it be, in its middle', () =>
    expect(squareOf(WIDE, CENTRED)).toEqual({ x: 100, y: 0, side: 200 }))

  it('gets smaller the more it is magnified, to an end', () => {
    expect(squareOf(WIDE, { ...CENTRED, zoom: 2 })).toEqual({ x: 150, y: 50, side: 100 })
    expect(squareOf(WIDE, { ...CENTRED, zoom: 99 }).side).toBe(200 / MOST_ZOOM)
    expect(squareOf(WIDE, { ...CENTRED, zoom: 0.1 }).side).toBe(200)
  })

  it('never leaves the picture', () => {
    expect(squareOf(WIDE, { zoom: 1, x: 0, y: 0 })).toEqual({ x: 0, y: 0, side: 200 })
    expect(squareOf(WIDE, { zoom: 2, x: 1, y: 1 })).toEqual({ x: 300, y: 100, side: 100 })
  })

  it('goes the other way when the picture is moved, and stops at its edge', () => {
    const crop = moved(WIDE, CENTRED, 0.25, 0.5)
    expect(squareOf(WIDE, crop)).toEqual({ x: 50, y: 0, side: 200 })
    const edge = moved(WIDE, crop, 9, 0)
    expect(squareOf(WIDE, edge).x).toBe(0)
    // From the edge the first step back already shows.
    expect(squareOf(WIDE, moved(WIDE, edge, -0.25, 0)).x).toBe(50)
  })
})
