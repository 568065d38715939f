/** Short sentences that come up, are read out, and go away again. */

export interface Notice {
  id: number;
  text: string;
  bad: boolean;
}

const STAYS = 6000;

class Notices {
  all: Notice[] = $state([]);
  #last = 0;

  tell(text: string, bad = false): void {
    this.all = this.all.filter((notice) => notice.text !== text);
    const id = ++this.#last;
    this.all.push({ id, text, bad });
    setTimeout(() => this.drop(id), STAYS);
  }

  drop(id: number): void {
    this.all = this.all.filter((notice) => notice.id !== id);
  }

  /** Do something, and tell if it fails. Answers whether it did not. */
  async attempt(what: () => Promise<unknown>): Promise<boolean> {
    try {
      await what();
      return true;
    } catch (error) {
      this.tell(error instanceof Error ? error.message : String(error), true);
      return false;
    }
  }
}

export const notices = new Notices();
