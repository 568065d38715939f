/** Short messages that appear, are read out by screen readers, and disappear. */

export interface Notice {
  id: number;
  text: string;
  bad: boolean;
}

const DURATION = 6000;

class Notices {
  all: Notice[] = $state([]);
  #lastId = 0;

  /** Shows a message, in place of an earlier one with the same text. */
  add(text: string, bad = false): void {
    this.all = this.all.filter((notice) => notice.text !== text);
    const id = ++this.#lastId;
    this.all.push({ id, text, bad });
    setTimeout(() => this.dismiss(id), DURATION);
  }

  dismiss(id: number): void {
    this.all = this.all.filter((notice) => notice.id !== id);
  }

  /** Runs `task` and shows its error, if any. Returns whether it succeeded. */
  async attempt(task: () => Promise<unknown>): Promise<boolean> {
    try {
      await task();
      return true;
    } catch (error) {
      this.add(error instanceof Error ? error.message : String(error), true);
      return false;
    }
  }
}

export const notices = new Notices();
