/** Cards that move across the table. They fly between elements with `data-place`; a flight from or to a missing place is dropped. */
import type { Look } from "./look";

export interface Flight {
  from: string;
  to: string;
  look: Look;
}

export interface ActiveFlight extends Flight {
  id: number;
  milliseconds: number;
  delay: number;
}

const MAX_AT_ONCE = 8;

export class Flights {
  active: ActiveFlight[] = $state([]);
  #nextId = 0;

  /** Starts the flights one after the other. All of them end within the given time. */
  send(flights: readonly Flight[], milliseconds: number): void {
    if (milliseconds < 40) return;
    const started = flights.slice(0, MAX_AT_ONCE);
    const gap = started.length > 1 ? Math.min(70, (milliseconds * 0.4) / (started.length - 1)) : 0;
    const each = milliseconds - gap * (started.length - 1);
    for (const [k, flight] of started.entries())
      this.active.push({ ...flight, id: this.#nextId++, milliseconds: each, delay: k * gap });
  }

  remove(id: number): void {
    this.active = this.active.filter((flight) => flight.id !== id);
  }
}
