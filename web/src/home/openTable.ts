/** Tables that are opened with one click or a form. */

import { post, requestId } from '../lib/api';
import { navigate } from '../lib/router.svelte';
import type { Params } from '../lib/format';
import type { CreatedTable, NewTable } from '../lib/types';

type Create = (body: Params) => Promise<CreatedTable>;

/** Open a table on the server and show it. */
export async function openTable(
  wanted: NewTable,
  create: Create = (body) => post<CreatedTable>('tables', body),
): Promise<void> {
  const table = await create({ request_id: requestId(), shares: true, ...wanted });
  sessionStorage.setItem(`links-${table.id}`, JSON.stringify(table.links));
  navigate(`/t/${table.id}`);
}
