/** The record that is looked at, kept for this tab: the replay and the review of a file show the same one. */

const KEY = 'record';

export const keepRecord = (text: string) => sessionStorage.setItem(KEY, text);
export const keptRecord = () => sessionStorage.getItem(KEY);
