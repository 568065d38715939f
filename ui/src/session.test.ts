import { beforeEach, describe, expect, test } from "vitest";
import { Session, type Platform, type Socket } from "./session";
import { event, position, room } from "./testing";

class FakeSocket implements Socket {
  sent: unknown[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor(readonly url: string) {}
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.closed = true;
  }
  receive(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

let sockets: FakeSocket[];
let timers: { milliseconds: number; callback: () => void; cancelled: boolean }[];
let calls: string[];
let session: Session;

const platform: Platform = {
  connect: (url) => {
    const socket = new FakeSocket(url);
    sockets.push(socket);
    return socket;
  },
  schedule: (milliseconds, callback) => {
    const timer = { milliseconds, callback, cancelled: false };
    timers.push(timer);
    return () => {
      timer.cancelled = true;
    };
  },
};
const socket = () => sockets.at(-1)!;

beforeEach(() => {
  sockets = [];
  timers = [];
  calls = [];
  session = new Session(
    "/ws/tables/abc?lang=it",
    {
      connection: (state) => calls.push(state),
      pending: (pending) => calls.push(pending ? "pending" : "answered"),
      room: () => calls.push("room"),
      position: ({ number }, newEvents) => calls.push(`position ${number} +${newEvents.length}`),
      refused: ({ code }) => calls.push(`refused ${code}`),
      error: ({ code }) => calls.push(`error ${code}`),
      emoted: ({ seat, emote }) => calls.push(`${seat} ${emote}`),
    },
    platform,
  );
  socket().onopen?.();
  socket().receive(room());
  socket().receive(position(5, [event(0), event(1)], { all: true }));
});

test("the listener gets each message, and only the events that are new", () => {
  socket().receive(position(6, [event(2)]));
  socket().receive({ type: "emoted", seat: 1, emote: "wow" });
  expect(calls).toEqual(["open", "room", "position 5 +0", "position 6 +1", "1 wow"]);
  expect(session.position?.number).toBe(6);
});

test("after a gap the session asks once for everything, and shows nothing until it comes", () => {
  socket().receive(position(7, [event(3)]));
  socket().receive(position(8, [event(4)]));
  expect(socket().sent).toEqual([{ type: "resync" }]);
  expect(session.position?.number).toBe(5);
  socket().receive(position(8, [0, 1, 2, 3, 4].map(event), { all: true }));
  socket().receive(position(9, [event(5)]));
  expect(calls.slice(-2)).toEqual(["position 8 +0", "position 9 +1"]);
});

test("forgotten events are no gap", () => {
  socket().receive(position(6, [event(0), event(8)], { all: true, forgotten: { first: 1, end: 8 } }));
  socket().receive(position(7, [event(9)]));
  expect(calls.at(-1)).toBe("position 7 +1");
  expect(socket().sent).toEqual([]);
});

describe("an action", () => {
  test("carries the number of its position, and blocks another one until it is answered", () => {
    session.act("pass");
    session.act("8x3");
    expect(socket().sent).toEqual([{ type: "act", action: "pass", number: 5 }]);
    expect(session.pending).toBe(true);
    socket().receive(room());
    expect(session.pending, "a room is no answer").toBe(true);
    socket().receive(position(6, [event(2)]));
    expect(session.pending).toBe(false);
    expect(calls.slice(-4), "the listener hears of each change once").toEqual([
      "pending",
      "room",
      "answered",
      "position 6 +1",
    ]);
  });

  test("that is accepted is answered by the next position, or waits for the others", () => {
    session.act("pass");
    socket().receive({ type: "accepted", number: 6 });
    expect(session.pending).toBe(true);
    const [waiting] = timers.slice(-1);
    socket().receive(position(7, [event(2)]));
    expect(session.pending).toBe(false);
    waiting!.callback();
    expect(session.position?.number, "the next position has come").toBe(7);

    session.act("pass");
    socket().receive({ type: "accepted", number: 8 });
    timers.at(-1)!.callback();
    expect(session.pending).toBe(false);
    expect(session.position).toMatchObject({ number: 8, legal: [], view: { actor: null } });
    socket().receive(position(9, [event(3)]));
    expect(calls.slice(-3)).toEqual(["answered", "position 8 +0", "position 9 +1"]);
  });

  test("can be followed by another one once it is refused", () => {
    session.act("8x3");
    socket().receive({ type: "refused", code: "illegal-action", sentence: "No." });
    session.act("pass");
    expect(socket().sent).toHaveLength(2);
    expect(calls).toContain("refused illegal-action");
  });

  test("is sent again after a reconnect if its position is still the current one", () => {
    session.act("pass");
    socket().onclose?.();
    timers.at(-1)!.callback();
    socket().onopen?.();
    socket().receive(position(5, [event(0), event(1)], { all: true }));
    expect(socket().sent).toEqual([{ type: "act", action: "pass", number: 5 }]);
  });

  test("is dropped after a reconnect if the table has moved on", () => {
    session.act("pass");
    socket().onclose?.();
    timers.at(-1)!.callback();
    socket().onopen?.();
    socket().receive(position(6, [0, 1, 2].map(event), { all: true }));
    expect(socket().sent).toEqual([]);
    expect(session.pending).toBe(false);
  });

  test("that gets no answer for long is sent again on a new connection", () => {
    session.act("pass");
    const [first, timeout] = [socket(), timers.at(-1)!];
    expect(timeout.milliseconds).toBe(10000);
    timeout.callback();
    expect(first.closed).toBe(true);
    expect(calls.at(-1), "the loss is reported").toBe("lost");
    socket().onopen?.();
    socket().receive(position(5, [event(0), event(1)], { all: true }));
    expect(socket().sent).toEqual([{ type: "act", action: "pass", number: 5 }]);
    expect(timers.at(-1)!.cancelled, "a new timeout runs").toBe(false);
    socket().receive(position(6, [event(2)]));
    expect(timers.every(({ cancelled }) => cancelled)).toBe(true);
  });

  test("that the server cannot store waits, and is sent again when the game goes on", () => {
    session.act("pass");
    socket().receive(room({ stopped: true }));
    socket().receive({ type: "error", code: "unavailable", sentence: "Not now." });
    expect(calls.at(-1)).toBe("error unavailable");
    expect(session.pending).toBe(true);
    expect(timers.at(-1)!.cancelled, "the connection is not given up").toBe(true);
    socket().receive(room());
    const action = { type: "act", action: "pass", number: 5 };
    expect(socket().sent).toEqual([action, action]);
    socket().receive(position(6, [event(2)]));
    expect(session.pending).toBe(false);
    socket().receive(room({ stopped: true }));
    socket().receive(room());
    expect(socket().sent, "nothing is left to send").toHaveLength(2);
  });

  test("does not time out once it is answered, or while the connection is lost anyway", () => {
    session.act("pass");
    const timeout = timers.at(-1)!;
    socket().onclose?.();
    timeout.callback();
    expect(sockets).toHaveLength(1);
    timers.at(-1)!.callback();
    socket().onopen?.();
    socket().receive(position(6, [0, 1, 2].map(event), { all: true }));
    expect(timeout.cancelled).toBe(true);
  });
});

describe("a lost connection", () => {
  test("is restored, with growing delays", () => {
    for (let k = 0; k < 7; k++) {
      socket().onclose?.();
      timers.at(-1)!.callback();
    }
    expect(timers.map(({ milliseconds }) => milliseconds)).toEqual([300, 600, 1200, 2400, 4800, 8000, 8000]);
    expect(session.connection).toBe("lost");
    socket().onopen?.();
    socket().onclose?.();
    expect(timers.at(-1)!.milliseconds).toBe(300);
  });

  test("can be restored at once", () => {
    socket().onclose?.();
    session.reconnectNow();
    expect(sockets).toHaveLength(2);
    expect(timers.at(-1)!.cancelled).toBe(true);
    session.reconnectNow();
    expect(sockets, "one attempt at a time").toHaveLength(2);
  });

  test("drops messages that are not actions", () => {
    socket().onclose?.();
    session.send({ type: "sit" });
    expect(socket().sent).toEqual([]);
  });
});

test("the session does not reconnect to a table that does not exist", () => {
  socket().receive({ type: "error", code: "no-such-table", sentence: "There is none." });
  socket().onclose?.();
  expect(session.connection).toBe("closed");
  expect(socket().closed).toBe(true);
  expect(timers).toEqual([]);
});

test("any other error leaves the connection open", () => {
  socket().receive({ type: "error", code: "seat-taken", sentence: "Taken." });
  expect(calls.at(-1)).toBe("error seat-taken");
  expect(session.connection).toBe("open");
});

test("reconnecting to another address replaces the socket", () => {
  const first = socket();
  session.reconnectTo("/ws/tables/abc?lang=fr");
  expect(first.closed).toBe(true);
  expect(socket().url).toContain("fr");
  session.act("pass");
  expect(socket().sent, "nothing is sent before it opens").toEqual([]);
  first.receive(room());
  expect(calls.filter((call) => call === "room")).toHaveLength(1);
});
