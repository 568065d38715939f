/**
 * A tutorial: a short course of a real game, step by step. At some steps the reader looks at something, at others they
 * make the move that the course wants. The courses are written by tools/tutorials.py, as a server would send them.
 */
import type { Position, Room, WireEvent } from "./protocol/messages";

export interface TutorialStep {
  /** The end of the message's key: `tutorial.${text}`. */
  text: string;
  /** What to look at; empty if nothing in particular. */
  target: string;
  /** The move that the course wants; null if there is nothing to do but to go on. */
  action: string | null;
  /** What follows this step; null if nothing changes. */
  position: Position | null;
}

export interface Course {
  seats: string[];
  options: Room["options"];
  start: Position;
  steps: TutorialStep[];
}

/** In the files, the sentences and labels are numbers of texts, which are kept by language. */
type WithNumbers<T> = T extends (infer I)[]
  ? WithNumbers<I>[]
  : T extends object
    ? { [K in keyof T]: K extends "sentence" | "label" ? number | null : WithNumbers<T[K]> }
    : T;

type Loader<T> = () => Promise<T>;
const courses = import.meta.glob<WithNumbers<Course>>("./tutorials/*.json", { import: "default" });
const texts = import.meta.glob<Record<string, string[]>>("./tutorials/texts/*.json", { import: "default" });

export const hasTutorial = (game: string): boolean => Object.hasOwn(courses, `./tutorials/${game}.json`);

export async function loadCourse(game: string, language: string): Promise<Course> {
  const load = courses[`./tutorials/${game}.json`] as Loader<WithNumbers<Course>>;
  const loadTexts = texts[`./tutorials/texts/${language}.json`] as Loader<Record<string, string[]>>;
  const [course, byGame] = await Promise.all([load(), loadTexts()]);
  const fill = (key: string, value: unknown) =>
    (key === "sentence" || key === "label") && typeof value === "number" ? byGame[game]?.[value] : value;
  return JSON.parse(JSON.stringify(course), fill) as Course;
}

/** The room of a course. Nothing of it is on a server. */
export const courseRoom = (game: string, { seats, options }: Course): Room => ({
  type: "room",
  table: "",
  game,
  options,
  state: "playing",
  seats: seats.map((name, seat) => ({
    name,
    kind: seat ? "bot" : "person",
    level: seat ? "helper" : null,
    connected: true,
    away: false,
    grace: null,
    late: false,
    you: seat === 0,
  })),
  seat: 0,
  host: true,
  public: false,
  clock: null,
  spectators: 0,
  commitment: null,
  result: null,
  rematch: null,
  stopped: false,
});

export class Tutorial {
  /** The number of the current step. After the last one it is the number of steps. */
  at = $state(0);
  position: Position = $state.raw()!;
  newEvents: WireEvent[] = $state.raw([]);
  /** The reader has made another move than the course wants. */
  strayed = $state(false);
  readonly course: Course;

  constructor(course: Course) {
    this.course = course;
    this.position = course.start;
  }

  get step(): TutorialStep | undefined {
    return this.course.steps[this.at];
  }

  /** The label of the move that the course wants. */
  get wanted(): string | null {
    const { action } = this.step ?? {};
    return this.position.legal.find((choice) => choice.action === action)?.label ?? null;
  }

  get playing(): boolean {
    return this.newEvents.length > 0;
  }

  /** The reader has looked. */
  next(): void {
    if (this.step && this.step.action === null) this.#advance(this.step);
  }

  act(action: string): void {
    if (!this.step || this.playing) return;
    this.strayed = action !== this.step.action;
    if (!this.strayed) this.#advance(this.step);
  }

  /** The table has played the events, or the reader does not want to see them. */
  played(): void {
    this.newEvents = [];
  }

  restart(): void {
    this.at = 0;
    this.strayed = false;
    this.newEvents = [];
    this.position = this.course.start;
  }

  #advance(step: TutorialStep): void {
    this.at += 1;
    this.strayed = false;
    if (!step.position) return;
    this.position = step.position;
    this.newEvents = step.position.all ? [] : step.position.events;
  }
}
