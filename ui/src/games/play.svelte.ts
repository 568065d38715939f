/** What the tables of all games do alike: show what happened, then let the reader choose. To be made while a component starts. */
import { untrack } from "svelte";
import { Flights, type Flight } from "../lib/flights.svelte";
import { play as sound, type Sound } from "../lib/sounds";
import type { Choice, WireEvent } from "../protocol/messages";
import { refocus } from "./focus";
import type { TableProps } from "./props";
import { Show, type Telling } from "./show.svelte";

export interface Effects<S> {
  flights(event: WireEvent, shown: S, me: number | null): Flight[];
  sound(event: WireEvent, me: number | null): Sound | null;
  /** The name of the event after which there is something to read. */
  end: string;
}

export class Play<S> {
  readonly air = new Flights();
  readonly show: Show<S>;
  /** The table's element, for the focus. */
  element: HTMLElement | undefined = $state();
  /** Why what the reader looks at cannot be chosen. */
  why: string | null = $state(null);

  readonly me: number | null = $derived.by(() => this.#props().position.seat);
  /** Nothing while something is being shown. */
  readonly legal: Choice[] = $derived.by(() => (this.show.playing || this.#sent ? [] : this.#props().position.legal));
  /** The others, from the reader's left on. */
  readonly others: number[] = $derived.by(() => {
    const { length } = this.#props().room.seats;
    return Array.from({ length }, (_, k) => (k + (this.me ?? -1) + 1) % length).filter((seat) => seat !== this.me);
  });
  /** Of animations that are no flights. */
  readonly duration: number = $derived.by(() => {
    const { reduced, speed } = this.#props().settings;
    return reduced || speed === "instant" ? 0 : 220;
  });

  #props: () => TableProps;
  #effects: Effects<S>;
  #sent = $state(false); // an action is on its way
  #acted = false;

  /** `forget` is called when another position comes: whatever was selected is void. */
  constructor(props: () => TableProps, telling: Telling<S>, effects: Effects<S>, forget: () => void) {
    this.#props = props;
    this.#effects = effects;
    this.show = new Show(
      telling,
      untrack(() => props().position),
      () => props().settings.speed,
    );
    $effect(() => {
      const { position, fresh } = props();
      untrack(() => {
        this.why = null;
        this.#sent = false;
        forget();
        void this.show.play(position, fresh, this.#moving).then((reached) => {
          if (reached && fresh.length) props().done();
        });
      });
    });
    $effect(() => {
      if (!this.legal.length) return;
      untrack(() => {
        if (props().settings.sounds) sound("turn");
        if (this.#acted) setTimeout(() => refocus(this.element));
      });
    });
  }

  name = (seat: number): string => {
    const { room, t } = this.#props();
    return seat === this.me ? t("table.you") : (room.seats[seat]?.name ?? "");
  };

  act = (action: string): void => {
    this.#acted = this.#sent = true;
    this.#props().act(action);
    // A refused action leaves everything as it was: then it can be chosen again.
    setTimeout(() => (this.#sent = false), 1500);
  };

  /** The reader looks at something that cannot be chosen (null: no longer). */
  explain = (reason: string | null): void => {
    this.why = this.legal.length ? reason : null;
  };

  #moving = (event: WireEvent, milliseconds: number): void => {
    const { settings, fresh } = this.#props();
    if (settings.speed === "instant") return;
    if (!settings.reduced) this.air.send(this.#effects.flights(event, this.show.shown, this.me), milliseconds);
    const noise = this.#effects.sound(event, this.me);
    if (noise && settings.sounds) sound(noise);
    if (event.name === this.#effects.end && !fresh.some(({ name }) => name === "over")) this.show.hold();
  };
}
