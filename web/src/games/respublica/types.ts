/** The view of Res Publica, as the server's schema describes it. */

import type { Schemas } from '../../lib/types';

export type ResPublicaView = Schemas['ResPublicaView'];
export type ResPublicaSeat = ResPublicaView['seats'][number];
/** Cards due in a gift: `count` of any of these kinds. */
export type Slot = Schemas['GiftSlot'];
/** What a phrase may name: at most `most` of a kind, and of two kinds joined by *and* at most `together`. */
export type PhraseLimits = Schemas['PhraseLimits'];
/** Where the points of a finished game came from. */
export type ResPublicaAccount = Schemas['ResPublicaAccount'];
