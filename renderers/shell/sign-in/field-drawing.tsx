/** A field seen from the slope: furrows, the main pipe with its branches, valves, and sensors that listen. */
export function FieldDrawing() {
  return (
    <svg className="loam-field" viewBox="0 0 800 900" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <defs>
        <linearGradient id="loam-sky" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" className="loam-field-sky-top" />
          <stop offset="1" className="loam-field-sky-low" />
        </linearGradient>
        <clipPath id="loam-land">
          <path d="M0 400 C 200 355 420 372 800 330 V 900 H 0 Z" />
        </clipPath>
      </defs>
      <rect width="800" height="900" fill="url(#loam-sky)" />
      <circle cx="610" cy="170" r="62" className="loam-field-sun" />
      <path
        className="loam-field-hill far"
        d="M0 352 C 150 280 260 330 400 290 S 660 250 800 300 V 470 H 0 Z"
      />
      <path
        className="loam-field-hill near"
        d="M0 392 C 160 340 330 372 520 338 S 730 320 800 322 V 520 H 0 Z"
      />
      <g clipPath="url(#loam-land)">
        <rect y="320" width="800" height="580" className="loam-field-land" />
        {FURROWS.map((x) => (
          <path
            key={x}
            className="loam-field-furrow"
            d={`M${400 + x * 0.34} 340 Q ${400 + x * 0.62} 560 ${400 + x * 1.5} 900`}
          />
        ))}
        <path className="loam-field-plot" d="M0 620 C 260 560 520 560 800 600" />
        <path className="loam-field-plot" d="M0 468 C 260 434 540 430 800 440" />
        <g className="loam-field-pipes">
          <path className="main" d="M120 900 C 200 760 300 640 372 520 S 430 400 436 356" />
          <path d="M232 722 C 400 690 560 690 800 716" />
          <path d="M232 722 C 160 722 80 732 0 752" />
          <path d="M340 570 C 470 546 620 546 800 566" />
          <path d="M340 570 C 240 568 120 582 0 606" />
          <path d="M420 440 C 520 424 640 420 800 424" />
          <path d="M420 440 C 300 438 150 448 0 474" />
        </g>
        <path className="loam-field-flow" d="M120 900 C 200 760 300 640 372 520 S 430 400 436 356" />
        <path className="loam-field-flow" d="M232 722 C 400 690 560 690 800 716" />
        <path className="loam-field-flow" d="M340 570 C 240 568 120 582 0 606" />
      </g>
      {VALVES.map(([x, y]) => (
        <g key={`${x} ${y}`} transform={`translate(${x} ${y})`} className="loam-field-valve">
          <circle r="13" />
          <path d="M-6 -5 L6 5 V-5 L-6 5 Z" />
        </g>
      ))}
      {SENSORS.map(([x, y, size]) => (
        <g key={`${x} ${y}`} transform={`translate(${x} ${y}) scale(${size})`} className="loam-field-sensor">
          <path d="M0 0 V-46" />
          <rect x="-9" y="-62" width="18" height="17" rx="4" />
          <path className="wave" d="M15 -66 q7 12 0 24 M23 -72 q12 18 0 36" />
          <path className="wave" d="M-15 -66 q-7 12 0 24 M-23 -72 q-12 18 0 36" />
        </g>
      ))}
    </svg>
  )
}

const FURROWS = Array.from({ length: 27 }, (_, index) => (index - 13) * 62)
const VALVES = [
  [232, 722],
  [340, 570],
  [420, 440],
  [560, 694],
  [620, 550],
] as const
const SENSORS = [
  [642, 640, 1.15],
  [470, 522, 0.85],
  [150, 560, 0.8],
  [600, 408, 0.6],
  [250, 430, 0.55],
] as const
