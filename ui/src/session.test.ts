import { beforeEach, describe, expect, test } from "vitest";
import { Session, type Socket, type Surroundings } from "./session";
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
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

let sockets: FakeSocket[];
let waits: { milliseconds: number; callback: () => void; off: boolean }[];
let told: string[];
let session: Session;

const around: Surroundings = {
  connect: (url) => {
    const socket = new FakeSocket(url);
    sockets.push(socket);
    return socket;
  },
  later: (milliseconds, callback) => {
    const wait = { milliseconds, callback, off: false };
    waits.push(wait);
    return () => {
      wait.off = true;
    };
  },
};
const socket = () => sockets.at(-1)!;

beforeEach(() => {
  sockets = [];
  waits = [];
  told = [];
  session = new Session(
    "/ws/tables/abc?lang=it",
    {
      line: (line) => told.push(line),
      room: () => told.push("room"),
      position: ({ number }, fresh) => told.push(`position ${number} +${fresh.length}`),
      refused: ({ code }) => told.push(`refused ${code}`),
      trouble: ({ code }) => told.push(`trouble ${code}`),
    },
    around,
  );
  socket().onopen?.();
  socket().say(room());
  socket().say(position(5, [event(0), event(1)], { all: true }));
});

test("what comes is told, and only what is new is fresh", () => {
  socket().say(position(6, [event(2)]));
  expect(told).toEqual(["open", "room", "position 5 +0", "position 6 +1"]);
  expect(session.position?.number).toBe(6);
});

test("a gap is not shown: everything is asked for once more, once", () => {
  socket().say(position(7, [event(3)]));
  socket().say(position(8, [event(4)]));
  expect(socket().sent).toEqual([{ type: "resync" }]);
  expect(session.position?.number).toBe(5);
  socket().say(position(8, [0, 1, 2, 3, 4].map(event), { all: true }));
  socket().say(position(9, [event(5)]));
  expect(told.slice(-2)).toEqual(["position 8 +0", "position 9 +1"]);
});

describe("an action", () => {
  test("carries the number of its position, and is not sent twice", () => {
    session.act("pass");
    session.act("8x3");
    expect(socket().sent).toEqual([{ type: "act", action: "pass", number: 5 }]);
    expect(session.busy).toBe(true);
    socket().say(position(6, [event(2)]));
    expect(session.busy).toBe(false);
  });

  test("that was refused makes room for another", () => {
    session.act("8x3");
    socket().say({ type: "refused", code: "illegal-action", sentence: "No." });
    session.act("pass");
    expect(socket().sent).toHaveLength(2);
    expect(told).toContain("refused illegal-action");
  });

  test("is sent again on a new line if its position still stands", () => {
    session.act("pass");
    socket().onclose?.();
    waits.at(-1)!.callback();
    socket().onopen?.();
    socket().say(position(5, [event(0), event(1)], { all: true }));
    expect(socket().sent).toEqual([{ type: "act", action: "pass", number: 5 }]);
  });

  test("is forgotten if the table has gone on", () => {
    session.act("pass");
    socket().onclose?.();
    waits.at(-1)!.callback();
    socket().onopen?.();
    socket().say(position(6, [0, 1, 2].map(event), { all: true }));
    expect(socket().sent).toEqual([]);
    expect(session.busy).toBe(false);
  });

  test("that hears no answer for long is sent again on a new line", () => {
    session.act("pass");
    const [first, patience] = [socket(), waits.at(-1)!];
    expect(patience.milliseconds).toBe(10000);
    patience.callback();
    expect(first.closed).toBe(true);
    expect(told.at(-1), "people are told").toBe("lost");
    socket().onopen?.();
    socket().say(position(5, [event(0), event(1)], { all: true }));
    expect(socket().sent).toEqual([{ type: "act", action: "pass", number: 5 }]);
    expect(waits.at(-1)!.off, "it is waited for again").toBe(false);
    socket().say(position(6, [event(2)]));
    expect(waits.every(({ off }) => off)).toBe(true);
  });

  test("makes nobody impatient once the answer is there, or the line is lost anyhow", () => {
    session.act("pass");
    const patience = waits.at(-1)!;
    socket().onclose?.();
    patience.callback();
    expect(sockets).toHaveLength(1);
    waits.at(-1)!.callback();
    socket().onopen?.();
    socket().say(position(6, [0, 1, 2].map(event), { all: true }));
    expect(patience.off).toBe(true);
  });
});

describe("a broken line", () => {
  test("is restored, with longer and longer waits", () => {
    for (let k = 0; k < 7; k++) {
      socket().onclose?.();
      waits.at(-1)!.callback();
    }
    expect(waits.map(({ milliseconds }) => milliseconds)).toEqual([300, 600, 1200, 2400, 4800, 8000, 8000]);
    expect(session.line).toBe("lost");
    socket().onopen?.();
    socket().onclose?.();
    expect(waits.at(-1)!.milliseconds).toBe(300);
  });

  test("can be hurried", () => {
    socket().onclose?.();
    session.hurry();
    expect(sockets).toHaveLength(2);
    expect(waits.at(-1)!.off).toBe(true);
    session.hurry();
    expect(sockets, "one attempt at a time").toHaveLength(2);
  });

  test("drops what is not an action", () => {
    socket().onclose?.();
    session.send({ type: "sit" });
    expect(socket().sent).toEqual([]);
  });
});

test("a table that does not exist is not asked for again", () => {
  socket().say({ type: "error", code: "no-such-table", sentence: "There is none." });
  socket().onclose?.();
  expect(session.line).toBe("gone");
  expect(socket().closed).toBe(true);
  expect(waits).toEqual([]);
});

test("any other trouble leaves the line as it is", () => {
  socket().say({ type: "error", code: "seat-taken", sentence: "Taken." });
  expect(told.at(-1)).toBe("trouble seat-taken");
  expect(session.line).toBe("open");
});

test("another address replaces the line", () => {
  const first = socket();
  session.moveTo("/ws/tables/abc?lang=fr");
  expect(first.closed).toBe(true);
  expect(socket().url).toContain("fr");
  session.act("pass");
  expect(socket().sent, "nothing is sent before it is open").toEqual([]);
  first.say(room());
  expect(told.filter((what) => what === "room")).toHaveLength(1);
});
