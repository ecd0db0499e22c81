/** One tone a severity: hertz, and milliseconds of sound and of silence. The graver the higher and the denser. */
const TONES: Readonly<Record<number, { readonly hertz: number; readonly on: number; readonly off: number }>> =
  {
    1: { hertz: 880, on: 300, off: 300 },
    2: { hertz: 660, on: 300, off: 1200 },
    3: { hertz: 520, on: 250, off: 3000 },
    4: { hertz: 440, on: 200, off: 6000 },
  }
const LOUDNESS = 0.15
/** Seconds in which a tone swells and fades, so that it does not click. */
const EDGE = 0.02

/** Sounds until it is told to stop. A browser keeps it silent until the person has touched the page once. */
export interface Siren {
  /** Null ends the sound. */
  play(severity: number | null): void
  /** Whether a sound would be heard. */
  readonly isAllowed: boolean
  /** To be called from a gesture of the person. */
  allow(): Promise<void>
  close(): void
}

export function createSiren(onChange: () => void): Siren {
  const context = new AudioContext()
  let playing: number | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  context.onstatechange = onChange

  const beep = (severity: number): void => {
    const tone = TONES[severity] ?? TONES[4]
    if (!tone) return
    const { hertz, on, off } = tone
    if (context.state === 'running') {
      const start = context.currentTime
      const end = start + on / 1000
      const oscillator = context.createOscillator()
      const gain = context.createGain()
      oscillator.frequency.value = hertz
      gain.gain.setValueAtTime(0, start)
      gain.gain.linearRampToValueAtTime(LOUDNESS, start + EDGE)
      gain.gain.setValueAtTime(LOUDNESS, end - EDGE)
      gain.gain.linearRampToValueAtTime(0, end)
      oscillator.connect(gain).connect(context.destination)
      oscillator.start(start)
      oscillator.stop(end)
    }
    timer = setTimeout(() => beep(severity), on + off)
  }
  return {
    play(severity) {
      if (severity === playing) return
      playing = severity
      clearTimeout(timer)
      if (severity !== null) beep(severity)
    },
    get isAllowed() {
      return context.state === 'running'
    },
    allow: () => context.resume(),
    close() {
      clearTimeout(timer)
      context.onstatechange = null
      void context.close()
    },
  }
}
