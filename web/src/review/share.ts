/** Give an address to somebody else: by what the device offers for that, else through the clipboard. */

/** Share an address, and return whether it was copied. */
export async function shareAddress(url: string, title: string): Promise<boolean> {
  if (navigator.share) {
    await navigator.share({ url, title }).catch(() => undefined); // the user has thought better of it
    return false;
  }
  await navigator.clipboard.writeText(url);
  return true;
}
