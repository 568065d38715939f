/**
 * A person's connection to a table. It keeps the latest room and position, and knows whether an action is under way.
 * It knows neither the rules nor the page.
 *
 * A broken connection is restored. An action that got no answer, or that the server could not store, is sent again if
 * its position is still the current one; the server performs it only once.
 */
import type { Emoted, FromClient, FromServer, Position, Refused, Room, Trouble, WireEvent } from "./protocol/messages";

export type ConnectionState = "connecting" | "open" | "lost" | "closed";

/** The part of WebSocket that a session uses. */
export interface Socket {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((message: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
}

export interface SessionListener {
  connection?(state: ConnectionState): void;
  room?(room: Room): void;
  /** `newEvents` leads from the previous position to this one. It is empty when the position should be drawn without animation. */
  position?(position: Position, newEvents: WireEvent[]): void;
  /** An action was sent (true), or has been answered (false). */
  pending?(pending: boolean): void;
  refused?(refused: Refused): void;
  error?(trouble: Trouble): void;
  emoted?(emoted: Emoted): void;
}

/** What a session needs from the browser. Tests replace it. */
export interface Platform {
  connect: (url: string) => Socket;
  /** Calls back after a delay. Returns a function that cancels the call. */
  schedule: (milliseconds: number, callback: () => void) => () => void;
}

const BROWSER: Platform = {
  connect: (url) => new WebSocket(url) as unknown as Socket,
  schedule: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};

const FIRST_RETRY_DELAY = 300;
const MAX_RETRY_DELAY = 8000;
/** A connection that has not answered an action by then is dead, even if the socket has not noticed. */
const ANSWER_TIMEOUT = 10000;
/** How long an accepted action may wait for the next position before the page shows that others are deciding. */
const ACCEPTED_DELAY = 250;
/** Errors after which reconnecting is pointless. */
const FATAL = new Set<Trouble["code"]>(["no-such-table", "not-found"]);

interface PendingAction {
  action: string;
  number: number;
}

export class Session {
  connection: ConnectionState = "connecting";
  room: Room | null = null;
  position: Position | null = null;

  #url: string;
  #listener: SessionListener;
  #platform: Platform;
  #socket: Socket | null = null;
  #retryDelay = FIRST_RETRY_DELAY;
  #cancelRetry: () => void = () => {};
  #cancelAnswerTimeout: () => void = () => {};
  #eventCount = 0; // since the start of the game, forgotten ones included
  #resyncing = false;
  #pending: PendingAction | null = null;

  constructor(url: string, listener: SessionListener, platform: Platform = BROWSER) {
    this.#url = url;
    this.#listener = listener;
    this.#platform = platform;
    this.#open();
  }

  /** Whether an action has been sent and not yet answered. */
  get pending(): boolean {
    return this.#pending !== null;
  }

  /** Sends an action, or keeps it until the connection is back. Ignored while another one is pending. */
  act(action: string): void {
    if (!this.position || this.#pending) return;
    this.#setPending({ action, number: this.position.number });
  }

  /** Sends any other message. It is dropped while the connection is down: the server sends the whole state on return. */
  send(message: FromClient): void {
    if (this.connection === "open") this.#socket?.send(JSON.stringify(message));
  }

  /** Reconnects at another address, for example to change the language. */
  reconnectTo(url: string): void {
    this.#url = url;
    this.#reopen("connecting");
  }

  /** Reconnects without waiting for the next scheduled attempt. */
  reconnectNow(): void {
    if (this.connection !== "lost" || this.#socket) return;
    this.#cancelRetry();
    this.#open();
  }

  close(): void {
    this.#dropSocket();
    this.#cancelAnswerTimeout();
    this.#setConnection("closed");
  }

  #open(): void {
    const socket = this.#platform.connect(this.#url);
    this.#socket = socket;
    socket.onopen = () => {
      this.#retryDelay = FIRST_RETRY_DELAY;
      this.#resyncing = false;
      this.#setConnection("open");
    };
    socket.onmessage = ({ data }) => this.#receive(JSON.parse(String(data)) as FromServer);
    socket.onclose = () => {
      this.#socket = null;
      if (this.connection === "closed") return;
      this.#setConnection("lost");
      this.#cancelRetry = this.#platform.schedule(this.#retryDelay, () => this.#open());
      this.#retryDelay = Math.min(this.#retryDelay * 2, MAX_RETRY_DELAY);
    };
  }

  #reopen(state: ConnectionState): void {
    this.#dropSocket();
    this.#setConnection(state);
    this.#open();
  }

  #dropSocket(): void {
    this.#cancelRetry();
    if (!this.#socket) return;
    this.#socket.onopen = this.#socket.onmessage = this.#socket.onclose = null;
    this.#socket.close();
    this.#socket = null;
  }

  #setConnection(state: ConnectionState): void {
    this.connection = state;
    this.#listener.connection?.(state);
  }

  #receive(message: FromServer): void {
    switch (message.type) {
      case "room": {
        const goesOn = this.room?.stopped && !message.stopped;
        this.room = message;
        if (goesOn && this.#pending) this.#sendAction(this.#pending);
        this.#listener.room?.(message);
        break;
      }
      case "position":
        this.#receivePosition(message);
        break;
      case "accepted":
        this.#accept(message.number);
        break;
      case "refused":
        this.#setPending(null);
        this.#listener.refused?.(message);
        break;
      case "error":
        // The server cannot store anything for now. An action waits until the game goes on.
        if (message.code === "unavailable") this.#cancelAnswerTimeout();
        else this.#setPending(null);
        this.#listener.error?.(message);
        if (FATAL.has(message.code)) this.close();
        break;
      case "emoted":
        this.#listener.emoted?.(message);
        break;
      default:
        message satisfies never; // sent by a newer server
    }
  }

  #receivePosition(position: Position): void {
    const firstEvent = position.events[0]?.number ?? this.#eventCount;
    if (!position.all && (!this.position || firstEvent !== this.#eventCount)) {
      // A message was lost. Positions are useless until the server has sent all events again.
      if (!this.#resyncing) this.send({ type: "resync" });
      this.#resyncing = true;
      return;
    }
    if (position.all) this.#resyncing = false;
    const last = position.events.at(-1)?.number; // of all events, the latest is never forgotten
    if (last !== undefined) this.#eventCount = last + 1;
    this.#showPosition(position);
  }

  /** The seat has acted. Usually the next position follows at once; otherwise it is shown that there is nothing to decide. */
  #accept(number: number): void {
    const { position } = this;
    if (!position) return;
    this.#cancelAnswerTimeout();
    const accepted: Position = {
      ...position,
      number,
      view: { ...position.view, actor: null },
      legal: [],
      events: [],
      all: false,
      recalled: [],
      clock: null,
    };
    this.#cancelAnswerTimeout = this.#platform.schedule(ACCEPTED_DELAY, () => {
      if (this.position === position) this.#showPosition(accepted);
    });
  }

  #showPosition(position: Position): void {
    this.position = position;
    if (this.#pending && position.number !== this.#pending.number) this.#setPending(null);
    else if (this.#pending && position.all) this.#sendAction(this.#pending);
    this.#listener.position?.(position, position.all ? [] : position.events);
  }

  #setPending(pending: PendingAction | null): void {
    const changed = (pending === null) !== (this.#pending === null);
    this.#pending = pending;
    if (pending) this.#sendAction(pending);
    else this.#cancelAnswerTimeout();
    if (changed) this.#listener.pending?.(pending !== null);
  }

  #sendAction(pending: PendingAction): void {
    this.send({ type: "act", ...pending });
    this.#cancelAnswerTimeout();
    this.#cancelAnswerTimeout = this.#platform.schedule(ANSWER_TIMEOUT, () => {
      if (this.connection === "open") this.#reopen("lost");
    });
  }
}
