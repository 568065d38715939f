/**
 * A person's line to a table: connection, numbers, what has been said and what is known. It knows no rules and no page.
 *
 * The line is restored whenever it breaks. An action that was on its way is sent again if its position still stands; the
 * server does it once only.
 */
import type { FromClient, FromServer, Position, Refused, Room, Trouble, WireEvent } from "./protocol/messages";

export type Line = "connecting" | "open" | "lost" | "gone";

/** The part of a WebSocket that is needed. */
export interface Socket {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((message: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
}

/** Who is told. */
export interface Listener {
  line?(line: Line): void;
  room?(room: Room): void;
  /** `fresh` is what happened since the last position told; empty where it must be drawn as it is. */
  position?(position: Position, fresh: WireEvent[]): void;
  refused?(refused: Refused): void;
  trouble?(trouble: Trouble): void;
}

export interface Surroundings {
  connect: (url: string) => Socket;
  /** Calls back after so many milliseconds; the answer calls it off. */
  later: (milliseconds: number, callback: () => void) => () => void;
}

const REAL: Surroundings = {
  connect: (url) => new WebSocket(url) as unknown as Socket,
  later: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};

const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;
/** Who hears nothing of an action for so long has a dead line, though the socket may not know it. */
const PATIENCE = 10000;
/** After these there is nothing to come back to. */
const FINAL = new Set<Trouble["code"]>(["no-such-table", "not-found"]);

export class Session {
  line: Line = "connecting";
  room: Room | null = null;
  position: Position | null = null;

  #url: string;
  #listener: Listener;
  #around: Surroundings;
  #socket: Socket | null = null;
  #wait = FIRST_WAIT;
  #callOff: () => void = () => {}; // the next attempt
  #stopWatching: () => void = () => {};
  #heard = 0; // events, from the beginning
  #asked = false; // for a resync
  #pending: { action: string; number: number } | null = null;

  constructor(url: string, listener: Listener, around: Surroundings = REAL) {
    this.#url = url;
    this.#listener = listener;
    this.#around = around;
    this.#open();
  }

  /** An action of mine is under way. */
  get busy(): boolean {
    return this.#pending !== null;
  }

  /** Nothing is lost by calling it while the line is down. */
  act(action: string): void {
    if (!this.position || this.#pending) return;
    this.#pending = { action, number: this.position.number };
    this.#ask(this.#pending);
  }

  /** Anything else; a message that finds the line down is dropped, since the server tells the whole state on return. */
  send(message: FromClient): void {
    if (this.line === "open") this.#socket?.send(JSON.stringify(message));
  }

  /** Another language, say: break the line and come back by another address. */
  moveTo(url: string): void {
    this.#url = url;
    this.#reopen("connecting");
  }

  /** Do not wait for the next attempt. */
  hurry(): void {
    if (this.line !== "lost" || this.#socket) return;
    this.#callOff();
    this.#open();
  }

  close(): void {
    this.#drop();
    this.#stopWatching();
    this.#set("gone");
  }

  #open(): void {
    const socket = this.#around.connect(this.#url);
    this.#socket = socket;
    socket.onopen = () => {
      this.#wait = FIRST_WAIT;
      this.#asked = false;
      this.#set("open");
    };
    socket.onmessage = ({ data }) => this.#hear(JSON.parse(String(data)) as FromServer);
    socket.onclose = () => {
      this.#socket = null;
      if (this.line === "gone") return;
      this.#set("lost");
      this.#callOff = this.#around.later(this.#wait, () => this.#open());
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    };
  }

  #reopen(line: Line): void {
    this.#drop();
    this.#set(line);
    this.#open();
  }

  #drop(): void {
    this.#callOff();
    if (!this.#socket) return;
    this.#socket.onopen = this.#socket.onmessage = this.#socket.onclose = null;
    this.#socket.close();
    this.#socket = null;
  }

  #set(line: Line): void {
    this.line = line;
    this.#listener.line?.(line);
  }

  #hear(message: FromServer): void {
    switch (message.type) {
      case "room":
        this.room = message;
        this.#listener.room?.(message);
        break;
      case "position":
        this.#place(message);
        break;
      case "refused":
        this.#answered();
        this.#listener.refused?.(message);
        break;
      case "error":
        this.#answered();
        this.#listener.trouble?.(message);
        if (FINAL.has(message.code)) this.close();
        break;
      default:
        message satisfies never; // a message that this page is too old for
    }
  }

  #place(position: Position): void {
    const before = this.position;
    const begin = position.events[0]?.number ?? this.#heard;
    if (!position.all && (!before || begin !== this.#heard)) {
      // Something was missed. What comes until the answer is of no use.
      if (!this.#asked) this.send({ type: "resync" });
      this.#asked = true;
      return;
    }
    if (position.all) this.#asked = false;
    this.position = position;
    this.#heard = (position.all ? 0 : this.#heard) + position.events.length;
    this.#settle(position);
    this.#listener.position?.(position, position.all ? [] : position.events);
  }

  /** The action under way has been done, or is sent once more. */
  #settle(position: Position): void {
    if (!this.#pending) return;
    if (position.number !== this.#pending.number) this.#answered();
    else if (position.all) this.#ask(this.#pending);
  }

  #ask(pending: { action: string; number: number }): void {
    this.send({ type: "act", ...pending });
    this.#stopWatching();
    this.#stopWatching = this.#around.later(PATIENCE, () => {
      if (this.line === "open") this.#reopen("lost");
    });
  }

  #answered(): void {
    this.#pending = null;
    this.#stopWatching();
  }
}
