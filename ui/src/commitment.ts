/** The proof of the shuffle. The server publishes the SHA-256 of its key before the game, and the key after it. */

export async function sha256(hexadecimal: string): Promise<string> {
  const bytes = Uint8Array.from(hexadecimal.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const hash = await crypto.subtle.digest("SHA-256", bytes);
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const matches = async (commitment: string, key: string): Promise<boolean> =>
  (await sha256(key)) === commitment.toLowerCase();
