// @vitest-environment happy-dom
/** A game that the page has never heard of is played on the plain table. */
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Choice, Position, View, WireEvent } from "../../protocol/messages";
import { settings } from "../../settings.svelte";
import { event, position, room } from "../../testing";
import type { TableProps } from "../props";
import { bar } from "../TestBar.svelte";
import Table from "./Table.svelte";

const seat = { kind: "bot", level: null, connected: true, grace: null, away: false, late: false, you: false } as const;
const view = (tricks: number[]) => ({ game: "tiny-tricks", phase: "play", actor: 0, tricks }) as unknown as View;
const choices: Choice[] = [
  { action: "play 7", label: "Play the 7" },
  { action: "play 9", label: "Play the 9" },
];
const at = (number: number, tricks: number[], events: WireEvent[], legal: Choice[]): Position => ({
  ...position(number, events, { legal }),
  view: view(tricks),
});

let props: TableProps;
let table: Record<string, unknown>;
let acted: string[];
let played: number;

const actions = () => [...document.querySelectorAll<HTMLElement>("button[data-action]")];
const text = () => document.body.textContent.replace(/\s+/g, " ");

beforeEach(() => {
  vi.useFakeTimers();
  acted = [];
  played = 0;
  const initial: TableProps = $state({
    position: at(1, [0, 0], [], choices),
    room: room({ game: "tiny-tricks", seats: ["Anna", "Bruno"].map((name) => ({ ...seat, name })) }),
    newEvents: [],
    onplayed: () => (played += 1),
    act: (action) => acted.push(action),
    pending: false,
    t: (key) => key,
    settings: { ...settings, guide: false, reduced: true },
    bar,
    hands: null,
  });
  props = initial;
  table = mount(Table, { target: document.body, props });
  flushSync();
});
afterEach(async () => {
  await unmount(table);
  vi.useRealTimers();
});

test("it shows the seats, the view and a button for each legal action", () => {
  expect(text()).toContain("Bruno");
  expect(text()).toContain("Tricks 0, 0");
  expect(actions().map(({ dataset }) => dataset.action)).toEqual(["play 7", "play 9"]);
});

test("a click sends the action, and nothing can be chosen while it is pending", () => {
  actions()[1]?.click();
  expect(acted).toEqual(["play 9"]);
  props.pending = true;
  flushSync();
  expect(actions()).toEqual([]);
  props.pending = false; // refused
  flushSync();
  expect(actions()).toHaveLength(2);
});

test("an action with a warning is sent when it is chosen again", () => {
  const risky = { ...choices[1]!, warning: "You will not be asked again." };
  props.position = at(2, [0, 0], [], [choices[0]!, risky]);
  flushSync();
  actions()[1]?.click();
  expect(acted).toEqual([]);
  actions()[1]?.click();
  expect(acted).toEqual(["play 9"]);
});

test("the focus goes to the next choice after an action", () => {
  actions()[0]?.click();
  props.pending = true;
  flushSync();
  props.position = at(2, [1, 0], [], choices);
  props.pending = false;
  flushSync();
  vi.runAllTimers();
  expect(document.activeElement).toBe(actions()[0]);
});

test("new events are played before the view changes and actions are offered", async () => {
  const events = [event(0), event(1)].map((one) => ({ ...one, sentence: `Sentence ${one.number}` }));
  props.position = at(2, [1, 0], events, choices);
  props.newEvents = events;
  flushSync();
  await vi.advanceTimersByTimeAsync(1);
  expect(text()).toContain("Sentence 0");
  expect(text()).not.toContain("Sentence 1");
  expect(text()).toContain("Tricks 0, 0");
  expect([actions(), played]).toEqual([[], 0]);
  await vi.runAllTimersAsync();
  flushSync();
  expect(text()).toContain("Sentence 1");
  expect(text()).toContain("Tricks 1, 0");
  expect([actions().length, played]).toEqual([2, 1]);
});

test("in the opening, events are played in a fraction of the time", async () => {
  const events = [event(0), event(1)].map((one) => ({ ...one, sentence: `Sentence ${one.number}` }));
  const play = async (number: number, turnsBefore: number, milliseconds: number) => {
    Object.assign(props, { position: at(number, [number, 0], events, choices), newEvents: events, turnsBefore });
    flushSync();
    await vi.advanceTimersByTimeAsync(milliseconds);
    flushSync();
    return played;
  };
  expect(await play(2, 8, 290)).toBe(0);
  await vi.advanceTimersByTimeAsync(20);
  expect(played).toBe(1); // eight turns of 600 ms in 1200 ms, so these two events take 300
  expect(await play(3, 0, 1190)).toBe(1);
  await vi.advanceTimersByTimeAsync(20);
  expect(played).toBe(2);
});
