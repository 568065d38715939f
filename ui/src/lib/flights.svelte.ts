/** Cards on their way from one place on the table to another. Places are elements with `data-place`; what is not there is not flown to. */

/** What is seen of the card: its face (a kind or a card of Chef's Hat), an order, or its back. */
export type Look =
  | { ingredient: string }
  | { card: string }
  | { back: "supply" | "waiter" | "pizza"; colour?: string | undefined }
  | { drawing: string };

export interface Flight {
  from: string;
  to: string;
  look: Look;
}

export interface Flying extends Flight {
  id: number;
  milliseconds: number;
  delay: number;
}

const MOST = 8; // cards in the air at once

export class Flights {
  flying: Flying[] = $state([]);
  #next = 0;

  /** Let cards set out one after the other, all to arrive within the time. */
  send(flights: readonly Flight[], milliseconds: number): void {
    if (milliseconds < 40) return;
    const some = flights.slice(0, MOST);
    const gap = some.length > 1 ? Math.min(70, (milliseconds * 0.4) / (some.length - 1)) : 0;
    const each = milliseconds - gap * (some.length - 1);
    for (const [k, flight] of some.entries())
      this.flying.push({ ...flight, id: this.#next++, milliseconds: each, delay: k * gap });
  }

  landed(id: number): void {
    this.flying = this.flying.filter((flight) => flight.id !== id);
  }

  clear(): void {
    this.flying = [];
  }
}
