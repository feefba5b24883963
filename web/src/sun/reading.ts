/** Short words for what a sun auction's view says. */

import type { SunView } from '../lib/types';
import { t } from '../lib/words.svelte';

export const netOf = (view: SunView, seat: number) =>
  Object.values(view.if_epoch_ended[seat] ?? {}).reduce((sum, points) => sum + points, 0);

/** What a seat is doing now, for the line under its name. */
export function doing(view: SunView, seat: number, names: string[]): string {
  if (view.phase === 'over') return t('sun.doing.over');
  const place = view.bidding.find((one) => one.seat === seat);
  const last = view.auction?.ra_player === seat ? 'ra_' : '';
  if (place) {
    if (place.state === 'leads') return t('sun.doing.leads', { bid: view.auction!.bid });
    if (place.state === 'asked') return t('sun.doing.asked');
    return t(`sun.doing.${last}${place.state}`, { name: names[seat]! });
  }
  if (view.to_act === seat) return t(`sun.doing.${view.phase}`);
  return view.seats[seat]!.suns.up.length ? t('sun.doing.waits') : t('sun.doing.no_suns');
}
