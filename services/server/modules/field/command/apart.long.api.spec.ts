import { ROWS, standApart } from './specs/apart'

standApart({ rows: ROWS, rounds: 12 })
