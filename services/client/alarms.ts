import type { Language } from '@runtime/text'
import {
  type AlarmBoard,
  type AlarmLink,
  type AlarmNews,
  type AlarmNotice,
  type DeviceAlarm,
  emptyBoard,
  silenced,
  withList,
  withNews,
  withoutPopUps,
} from './alarm-board'
import { followAlarms, type LoadAlarms } from './alarm-feed'
import { type AlarmPlaces, createAlarmPlaces } from './alarm-place'

export { isUnseen } from './alarm-board'
export type { AlarmBoard, AlarmLink, AlarmNews, AlarmNotice, DeviceAlarm, LoadAlarms }

/**
 * The alarms of one project, shared by all windows of a person: one of them holds the connection, all show the same, and
 * pop-ups and sound come from one, the one that was looked at last.
 */
export interface Alarms {
  readonly board: AlarmBoard
  /** Whether this window is the one that calls. */
  readonly isPresenter: boolean
  subscribe(listener: () => void): () => void
  /** Closes pop-ups, in all windows. */
  dismiss(fids: readonly string[]): void
  /** Ends the sound, in all windows; nothing is acknowledged by it. */
  silence(): void
  /** What a call of this window has answered; the socket brings it again, which changes nothing. */
  take(alarm: DeviceAlarm): void
  close(): void
}

export interface AlarmsOptions {
  readonly projectId: string
  readonly userId: string
  readonly token: string
  readonly language: () => Language
  readonly load: LoadAlarms
  readonly places?: AlarmPlaces
  readonly follow?: typeof followAlarms
  readonly now?: () => number
}

/** Which window calls, by its own word; the latest word counts, and of two at once the same one everywhere. */
interface Claim {
  readonly at: number
  readonly tab: string
}

const isLater = (one: Claim, other: Claim) =>
  one.at > other.at || (one.at === other.at && one.tab > other.tab)

/** What windows tell each other. */
type Message =
  | { readonly is: 'hello'; readonly tab: string }
  | { readonly is: 'board'; readonly board: AlarmBoard; readonly claim: Claim }
  | { readonly is: 'news'; readonly news: readonly AlarmNews[] }
  | { readonly is: 'list'; readonly list: readonly DeviceAlarm[]; readonly seq: number }
  | { readonly is: 'link'; readonly link: AlarmLink; readonly trueAt: number | null }
  | { readonly is: 'dismissed'; readonly fids: readonly string[] }
  | { readonly is: 'silenced' }
  | { readonly is: 'presenter'; readonly claim: Claim }
  | { readonly is: 'gone'; readonly tab: string }

/** Rises with the shape of what windows tell each other and remember: those of an older product are not understood. */
const SHAPE = 2
/** Milliseconds between two words to other windows that what is shown is still true. */
const SIGN_EVERY = 5_000

export function shareAlarms(options: AlarmsOptions): Alarms {
  return new SharedAlarms(options)
}

class SharedAlarms implements Alarms {
  board: AlarmBoard
  private readonly tab = `${Date.now()}-${Math.random()}`
  private presenter: Claim = { at: 0, tab: '' }
  private isLeader = false
  private seq: number | null = null
  private toldSign = 0
  private feed: { close(): void } | null = null
  private readonly key: string
  private readonly channel: BroadcastChannel
  private readonly listeners = new Set<() => void>()
  private readonly places: AlarmPlaces
  private readonly end = new AbortController()
  private readonly options: AlarmsOptions

  constructor(options: AlarmsOptions) {
    this.options = options
    this.board = emptyBoard(options.projectId)
    this.places = options.places ?? createAlarmPlaces()
    this.key = `loam-alarms ${SHAPE} ${options.userId} ${options.projectId}`
    this.channel = new BroadcastChannel(this.key)
    this.channel.onmessage = ({ data }) => this.heard(data as Message)
    this.post({ is: 'hello', tab: this.tab })
    const { signal } = this.end
    addEventListener('focus', this.claim, { signal })
    addEventListener('pagehide', () => this.post({ is: 'gone', tab: this.tab }), { signal })
    if (document.hasFocus()) this.claim()
    this.stand()
  }

  get isPresenter(): boolean {
    return this.presenter.tab === this.tab
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  dismiss(fids: readonly string[]): void {
    this.tell({ is: 'dismissed', fids })
  }

  silence(): void {
    this.tell({ is: 'silenced' })
  }

  take(alarm: DeviceAlarm): void {
    this.tell({ is: 'news', news: [{ alarm, isCall: false }] })
  }

  close(): void {
    this.post({ is: 'gone', tab: this.tab })
    this.end.abort()
    this.feed?.close()
    this.channel.close()
  }

  /** Waits to be the one that holds the connection. Where there are no locks (a page without TLS) every window has its own. */
  private stand(): void {
    const { signal } = this.end
    if (!('locks' in navigator)) {
      void this.lead()
      return
    }
    const held = navigator.locks.request(this.key, { signal }, async () => {
      await this.lead()
      // Until this window closes, or leaves the project.
      if (!signal.aborted)
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    })
    held.catch(() => undefined)
  }

  private async lead(): Promise<void> {
    const place = await this.places.get(this.key)
    if (this.end.signal.aborted) return
    this.isLeader = true
    this.seq = place?.seq ?? null
    if (this.board.open.length === 0 && place) this.set({ ...this.board, open: place.open })
    if (this.presenter.tab === '' || document.visibilityState === 'visible') this.claim()
    const { projectId, userId, token, language, load } = this.options
    this.feed = (this.options.follow ?? followAlarms)({
      projectId,
      userId,
      token,
      language,
      load,
      since: this.seq,
      onNews: (news, seq) => {
        this.seq = seq
        this.tell({ is: 'news', news })
      },
      onList: (list, seq) => {
        this.seq = Math.max(this.seq ?? 0, seq)
        this.tell({ is: 'list', list, seq })
      },
      onLink: (link) => this.link(link),
      onSign: () => this.sign(),
    })
  }

  private link(link: AlarmLink): void {
    // One attempt after the other is one wait: the screen is not to flicker between them.
    if (link === 'connecting' && this.board.link === 'waiting') return
    const trueAt = link === 'live' ? this.now() : this.board.trueAt
    this.tell({ is: 'link', link, trueAt })
  }

  private sign(): void {
    if (this.board.link !== 'live' || this.now() - this.toldSign < SIGN_EVERY) return
    this.toldSign = this.now()
    this.tell({ is: 'link', link: 'live', trueAt: this.now() })
  }

  private now(): number {
    return (this.options.now ?? Date.now)()
  }

  private readonly claim = (): void => {
    const at = Math.max(Date.now(), this.presenter.at + 1)
    this.tell({ is: 'presenter', claim: { at, tab: this.tab } })
  }

  private post(message: Message): void {
    this.channel.postMessage(message)
  }

  private tell(message: Message): void {
    this.post(message)
    this.heard(message)
  }

  private heard(message: Message): void {
    if (message.is === 'hello') {
      if (this.isLeader) this.post({ is: 'board', board: this.board, claim: this.presenter })
    } else if (message.is === 'gone') {
      if (this.isLeader && this.presenter.tab === message.tab && message.tab !== this.tab) this.claim()
    } else if (message.is === 'presenter') {
      if (isLater(message.claim, this.presenter)) this.presenter = message.claim
      this.changed()
    } else if (message.is === 'board') {
      if (this.isLeader) return
      if (isLater(message.claim, this.presenter)) this.presenter = message.claim
      this.set(message.board)
    } else this.set(after(this.board, message))
  }

  private set(board: AlarmBoard): void {
    this.board = board
    if (this.isLeader && this.seq !== null) this.places.put(this.key, { seq: this.seq, open: board.open })
    this.changed()
  }

  private changed(): void {
    for (const listener of [...this.listeners]) listener()
  }
}

function after(
  board: AlarmBoard,
  message: Extract<Message, { is: 'news' | 'list' | 'link' | 'dismissed' | 'silenced' }>,
): AlarmBoard {
  if (message.is === 'news') return withNews(board, message.news)
  if (message.is === 'list') return withList(board, message.list, message.seq)
  if (message.is === 'link') return { ...board, link: message.link, trueAt: message.trueAt }
  return message.is === 'dismissed' ? withoutPopUps(board, message.fids) : silenced(board)
}
