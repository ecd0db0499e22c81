/** Limits that the server alone keeps, each named once. Sizes are bytes and times milliseconds unless a name says otherwise. */

/**
 * How long a statement that says nothing else may take, by for whom it runs (`database/callers.ts`): lists and whatever else is
 * only looked at (`design/hardening.md §3`), changes, jobs, and the server's own work.
 */
export const STATEMENT_TIMEOUT = {
  ...{ reader: 5_000, writer: 30_000, job: 120_000, own: 30_000 },
  viewer: 5_000,
} as const

/**
 * Bytes that one call may have in hand out of the database, by for whom its statements run: the records behind one page, with what
 * stands beside them; what a change looks at; a job reads in pieces.
 */
export const CALL_BYTES = {
  ...{ reader: 40 * 2 ** 20, writer: 128 * 2 ** 20, job: 256 * 2 ** 20 },
  viewer: 40 * 2 ** 20,
} as const
/** Of these a call that only looks may have so many for every byte that it may answer, and so many beside them. */
export const READING = { perAnswer: 2, least: 4 * 2 ** 20 } as const
/**
 * The same of a person's calls together. With more than `calm` a call that only looks waits until the others are answered, before it
 * asks for more; with more than `most` those that have `large` in hand are refused, but for the oldest.
 */
export const PERSON_BYTES = { calm: 16 * 2 ** 20, most: 80 * 2 ** 20, large: 2 ** 20 } as const
/** For how long somebody who has asked something counts as there, beside whom others are to be considerate. */
export const COMPANY = 2_000
/**
 * How fast a person's calls that only look read while others are there (`database/pace.ts`): bytes that come at once, how many more
 * are earned in a millisecond; then it is read for `stretch` milliseconds at a time, and rested `rests` times as long. All that one
 * statement rests stays well below the time that it may take.
 */
export const PACE = {
  ...{ credit: 512 * 2 ** 10, earned: 256 },
  ...{ stretch: 20, longestGap: 50, rests: 4, longestRest: 200, restOfStatement: 2_000 },
} as const
/** Bytes that one run of a data interface may bring out of the database. */
export const INTERFACE_BYTES = 16 * 2 ** 20
/** How long a call that only looks may take in all, where it says nothing of its own: its client waits no longer. */
export const ANSWER_TIME = 30_000

/** What people may send and what has to stay free (`modules/file/quota.ts`, `design/hardening.md §5`). */
export interface FileQuota {
  /** All files of one person together, with what they are sending. */
  readonly perUser: number
  /** Files that one person may be sending at the same time. */
  readonly openUploads: number
  /** What has to stay free where files lie: a database on a full disk stops. */
  readonly freeDisk: number
}
export const FILE_QUOTA: FileQuota = { perUser: 20 * 2 ** 30, openUploads: 50, freeDisk: 2 ** 30 }

/** What the embedded MQTT broker takes (`design/hardening.md §6`). A packet counts with its fixed header. */
export const BROKER_LIMITS = {
  /** A packet of a connection that has not signed in, with its will; and what waits behind it until it has. */
  strangerPacket: 4 * 2 ** 10,
  strangerQueue: 16 * 2 ** 10,
  /** A PUBLISH of a gateway; one above `PAYLOAD_LIMIT` is set aside, one above this ends the connection. */
  publish: 64 * 2 ** 10,
  /** Any other packet of a gateway. */
  packet: 8 * 2 ** 10,
  /** Of a connection: what is being kept (not acknowledged yet), and what waits behind it. */
  inHand: 256 * 2 ** 10,
  queue: 2 ** 20,
  /** What waits of all connections; above it each has `fairQueue`. */
  queues: 64 * 2 ** 20,
  fairQueue: 16 * 2 ** 10,
  /** What has been handed to the server and is not kept yet. */
  handed: 8 * 2 ** 20,
  handedMessages: 10_000,
  /** What a gateway has not read yet; one that is further behind is sent away. */
  behind: 512 * 2 ** 10,
  /** Connections: in all, from one address, of one gateway (the oldest goes), and of those who have not signed in. */
  connections: 20_000,
  connectionsByAddress: 5_000,
  connectionsByGateway: 16,
  strangers: 2_000,
  strangersByAddress: 256,
  /** From the first byte to a whole CONNECT, and from there to the answer. */
  connectWait: 10_000,
  signInWait: 10_000,
  /** Subscriptions of a connection; characters of a topic or filter. */
  subscriptions: 64,
  topic: 256,
  /** QoS 2 messages of a connection that wait for PUBREL. */
  halfOpen: 100,
  /** PINGREQs of a connection in a second. */
  pings: 100,
} as const
export type BrokerLimits = { readonly [Name in keyof typeof BROKER_LIMITS]: number }
/** Parameters of one statement: the wire counts them in 16 bits, and half of that is as quick. */
export const STATEMENT_PARAMETERS = 32_000

/**
 * When work is refused because the event loop runs late, by how much on average and over how long that is measured, or because
 * somebody has been waiting so long for a connection to the database (`starved`); and after how many seconds who was refused
 * may come again.
 */
export const BUSY = { delay: 1_000, sample: 1_000, starved: 3_000, retryAfter: 5 } as const

/**
 * Bytes that wait at a web socket. `early`: heard before it is known who speaks. `in`, and `frames` in number: heard and not
 * served yet. With more of these, or `out` not read yet, the connection is broken, and what was missed is fetched later.
 * `alarms`: not read yet of alarms; with more nothing is pushed until it is read, and then the list is loaded anew
 * (`design/field.md §2.5`).
 */
export const SOCKET_LIMITS = {
  early: 64 * 2 ** 10,
  in: 2 * 2 ** 20,
  frames: 1_000,
  out: 4 * 2 ** 20,
  alarms: 2 ** 20,
} as const

/**
 * Work that may be dear stands in threads of its own (`workers/pool.ts`): how many there are, how much may wait for them, how
 * much heap each may take, in megabytes, and how long an idle one is kept.
 */
export const WORKERS = { most: 2, waiting: 64, heap: 512, idle: 60_000 } as const
/** How long each kind of work may take once it has begun. */
export const WORK_TIME = { sanitise: 5_000, sheet: 30_000, table: 10_000, geojson: 30_000 } as const
/** Threads for files of less than 500 KB: what needs more to be read is no table of a thousand rows. */
export const IMPORT_WORKERS = { most: 1, heap: 64 } as const
/**
 * Jobs of the table (`modules/platform/job`): how many a server runs at once and a person may have open, how often one that
 * has lost its server is tried, how many are listed. In milliseconds: for how long a server has one without a sign of life, how
 * often it looks for others, how often a person is told how far one is, for how long a result is kept.
 */
export const JOBS = {
  ...{ atOnce: 2, openOfPerson: 5, attempts: 3, listed: 50 },
  ...{ lease: 15_000, lookEvery: 2_000, tellEvery: 250, kept: 7 * 86_400_000 },
} as const
/** Characters of markup in one request up to which they are cleaned at once; the worst of so many take some 10 ms. */
export const MARKUP_AT_ONCE = 4_096
/** What a spreadsheet may come to once it is unpacked: bytes in its zip, columns, characters in all of its cells. */
export const SHEET_LIMITS = { unpacked: 64 * 2 ** 20, columns: 200, characters: 16 * 2 ** 20 } as const
/** The same of the file of an import. */
export const IMPORT_SHEET_LIMITS = { unpacked: 16 * 2 ** 20, columns: 200, characters: 2 * 2 ** 20 } as const

// How often one may call (`http/admission.ts`). Everything follows from the requests a minute of one address.

/** Calls without a session may be made this many times less often: judging a password or drawing a picture is dear. */
export const PUBLIC_SHARE = 50
/** At one route a person may make this part of the requests that they may make in all. */
export const ROUTE_SHARE = 2
/** Of so many requests a minute one may run at any moment. */
export const RUNNING_SHARE = 1_000
/** For so many requests a minute an address may have one socket open. */
export const SOCKET_SHARE = 30
/** What a request may move on average, both ways. */
export const BYTES_A_REQUEST = 64 * 2 ** 10
/** Bytes of a body from which a person's requests run one after the other (`http/turns.ts`). */
export const LARGE_BODY = 64 * 2 ** 10
/**
 * How much of the time one person's large requests may run while others are there, as a part of it. `credit`: milliseconds of which
 * nothing has to be made good, so that whoever asks for one now and then waits for nothing; `longestRest` after one of them, and
 * `longestWait` for a turn, in milliseconds: whoever has waited that long is refused.
 */
export const LARGE_WORK = { part: 0.05, credit: 400, longestRest: 6_000, longestWait: ANSWER_TIME } as const
/**
 * The same by what a call answers: one that has brought so many bytes out of the database is expected to do so again, by the same
 * person, for so many milliseconds.
 */
export const LARGE_ANSWER = 512 * 2 ** 10
export const LARGE_AGAIN = 60_000
/** Frames that a connection may send. */
export const SOCKET_FRAMES = { burst: 1_000, perSecond: 100 } as const
/** Kilobytes that a connection may send. */
export const SOCKET_BYTES = { burst: 8 * 1_024, perSecond: 512 } as const
/** Connections of one person at one kind of socket; with one more the oldest is closed. */
export const SOCKETS_OF_USER = 20

// Guesses at passwords and codes (`modules/session/attempts.ts`); all servers of a database count together.

/** Failures of one address at one account. */
export const GUESSES = {
  /** Beyond this many the work grows that a guess has to prove; after how many a captcha is due is configured. */
  captchaAfter: 3,
  /** From this many on the address is locked out of the account, each time within a day twice as long. */
  lockAfter: 8,
  lockMinutes: 10,
  /** Failures are forgotten after this many minutes without another. */
  forgetMinutes: 30,
  /** Milliseconds that the answer to the first failure waits; doubled with each, up to the longest. */
  firstDelay: 100,
  longestDelay: 4_000,
} as const

/** The same for an address over all accounts, behind which a whole office may sit. */
export const ADDRESS_GUESSES = { captchaAfter: 20, lockAfter: 200 } as const

/**
 * The same of an account from all addresses, beyond what one of them may fail before it is locked out: whoever guesses from
 * one asks nothing of anybody else.
 */
export const ACCOUNT_GUESSES = { captchaAfter: 20 } as const

/** Work that a guess has to prove: leading zero bits of a hash. Each more doubles it. */
export const PROOF = { leastBits: 15, mostBits: 21, seconds: 300 } as const

/** Names of metrics that devices bring beside the product's; what is more is set aside. */
export const METRIC_LIMITS = {
  byDevice: 200,
  byGateway: 1_000,
  /** Codes are of 16 bits and begin at 1000. */
  inAll: 30_000,
} as const

/**
 * Connections to the database by what they are for; together they stay well below the 100 that a PostgreSQL takes by
 * default, two servers on one database too.
 */
export const POOL_SIZE = {
  ...{ reader: 10, writer: 10, job: 4, own: 4, viewer: 2 },
  ...{ field: 10, interfaces: 5, owner: 3 },
} as const

/**
 * A provider that the server calls (`modules/platform/outbound`): how long one request may take, and how many bytes its answer
 * may have; a page of a directory is larger than what is said of a message.
 */
export const OUTBOUND = { timeout: 10_000, answer: 256 * 2 ** 10, directory: 4 * 2 ** 20 } as const

/**
 * The outbox (`modules/platform/outbox`): how many parcels of a channel a server sends at the same time. In milliseconds: how often it looks
 * for what is due and at most tells browsers of what changed, for how long a parcel is nobody else's (a carrier takes less), how long the first pause and the longest are
 * (each is as long as it has been tried for), after how long it is given up, for how long what was sent and what failed is kept.
 */
export const OUTBOX = {
  ...{
    together: 5,
    lookEvery: 2_000,
    tellEvery: 1_000,
    lease: 60_000,
    firstPause: 60_000,
    longestPause: 3_600_000,
  },
  ...{ givenUp: 86_400_000, keptSent: 30 * 86_400_000, keptFailed: 90 * 86_400_000 },
} as const
