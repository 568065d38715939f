/** What the tables of all games have in common: they play new events, then offer the legal actions. Create it while a component is initialised. */
import { untrack } from "svelte";
import { Flights, type Flight } from "../lib/flights.svelte";
import { play as playSound, type Sound } from "../lib/sounds";
import type { Choice, Position } from "../protocol/messages";
import { words } from "../words.svelte";
import { EventPlayer, type EventAnimator } from "./event-player.svelte";
import { openingTempo } from "../opening";
import { focusFirstChoice } from "./focus";
import type { EventOf } from "./game-types";
import type { Show, TableProps } from "./props";

export interface Effects<D, P extends Position> {
  flights(event: EventOf<P>, display: D, me: number | null): Flight[];
  sound(event: EventOf<P>, me: number | null): Sound | null;
  /** The name of the event after which the player pauses for a summary. */
  pauseAfter: EventOf<P>["name"] | null;
}

export class TableController<D, P extends Position = Position> {
  readonly flights = new Flights();
  readonly player: EventPlayer<D, P>;
  /** The table's root element. */
  element: HTMLElement | undefined = $state();
  /** Why the card that the reader points at cannot be chosen. */
  reason: string | null = $state(null);
  /** The action that the reader has chosen and not yet confirmed, because there is a warning. */
  unconfirmed: Choice | null = $state.raw(null);

  readonly me: number | null = $derived.by(() => this.#props().position.seat);
  /** Empty while events are played or an action is pending. */
  readonly legal: Choice[] = $derived.by(() => {
    const { position, pending } = this.#props();
    return this.player.playing || pending ? [] : position.legal;
  });
  /** The other seats, starting at the reader's left. */
  readonly opponents: number[] = $derived.by(() => {
    const { length } = this.#props().room.seats;
    return Array.from({ length }, (_, k) => (k + (this.me ?? -1) + 1) % length).filter((seat) => seat !== this.me);
  });
  /** What the page's bar shows while events are played. */
  readonly show: Show | null = $derived.by(() => {
    const { player } = this;
    if (!player.playing) return null;
    const { seat } = (player.event?.data ?? {}) as { seat?: unknown };
    const { t } = this.#props();
    return {
      status:
        typeof seat === "number"
          ? t("table.plays", { name: this.name(seat), you: seat === this.me ? "yes" : "no" })
          : "",
      skip: player.stopsLater ? this.skipToSummary : null,
    };
  });
  /** Milliseconds for transitions inside components. */
  readonly duration: number = $derived.by(() => {
    const { reduced, speed } = this.#props().settings;
    return reduced || speed === "instant" ? 0 : 220;
  });

  #props: () => TableProps<P>;
  #effects: Effects<D, P>;
  #clearSelection: () => void;
  #hasActed = false;
  #skipping = false; // to the next summary, which may be some positions ahead

  /** `clearSelection` is called when what was selected no longer applies: after an action, and for each new position. */
  constructor(
    props: () => TableProps<P>,
    animator: EventAnimator<D, P>,
    effects: Effects<D, P>,
    clearSelection = () => {},
  ) {
    this.#props = props;
    this.#effects = effects;
    this.#clearSelection = clearSelection;
    this.player = new EventPlayer(
      animator,
      untrack(() => props().position),
      () => props().settings.speed,
    );
    $effect(() => {
      const { position, newEvents } = props();
      untrack(() => {
        this.#reset();
        const tempo = openingTempo(props().turnsBefore ?? 0, animator.turnTime);
        const endsGame = newEvents.some(({ name }) => name === "over"); // then the result follows at once
        const stopsAfter = ({ name }: EventOf<P>) => name === effects.pauseAfter && !endsGame;
        const onStop = () => (this.#skipping = false);
        void this.player
          .play(position, newEvents, { onStart: this.#startEffects, stopsAfter, onStop, tempo })
          .then((finished) => {
            if (finished && newEvents.length) props().onplayed();
          });
        if (this.#skipping) this.player.skip();
      });
    });
    $effect(() => {
      if (!this.legal.length) return;
      this.#skipping = false;
      untrack(() => {
        if (props().settings.sounds && this.legal.length > 1) playSound("turn");
        if (this.#hasActed) setTimeout(() => focusFirstChoice(this.element));
      });
    });
  }

  name = (seat: number): string => {
    const { room, t } = this.#props();
    return seat === this.me ? t("table.you") : (room.seats[seat]?.name ?? "");
  };

  /** Why a seat's person does not play; undefined if they do. */
  absence = (seat: number): string | undefined => {
    const { room, t } = this.#props();
    const info = room.seats[seat];
    if (info?.away) return t("table.away");
    return info && !info.connected && room.state === "playing" ? t("table.gone") : undefined;
  };

  /** The name of a bot's level; undefined for people. */
  level = (seat: number): string | undefined => {
    const level = this.#props().room.seats[seat]?.level;
    return level ? words.levelName(level) : undefined;
  };

  /** Sends an action. One with a warning is sent when it is chosen again. */
  act = (action: string): void => {
    this.#hasActed = true;
    const choice = this.legal.find((one) => one.action === action);
    if (choice?.warning && this.unconfirmed?.action !== action) {
      this.unconfirmed = choice;
      return;
    }
    this.#reset();
    this.#props().act(action);
  };

  /** Goes on without waiting until there is a summary to read or something to choose. */
  skipToSummary = (): void => {
    this.#skipping = true;
    this.player.skip();
  };

  /** The reader points at something that cannot be chosen, or no longer does (null). */
  explain = (reason: string | null): void => {
    this.reason = this.legal.length ? reason : null;
  };

  #reset(): void {
    this.reason = this.unconfirmed = null;
    this.#clearSelection();
  }

  #startEffects = (event: EventOf<P>, milliseconds: number): void => {
    const { settings } = this.#props();
    if (settings.speed === "instant") return;
    if (!settings.reduced) this.flights.send(this.#effects.flights(event, this.player.display, this.me), milliseconds);
    const sound = this.#effects.sound(event, this.me);
    if (sound && settings.sounds) playSound(sound);
  };
}
