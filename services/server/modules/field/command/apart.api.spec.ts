import { ROWS, standApart } from './specs/apart'

standApart({ rows: ROWS.slice(0, 1), rounds: 3 })
