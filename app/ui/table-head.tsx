/** Headings of a table's columns, without those that are null. */
export function TableHead({ of }: { of: readonly (string | null)[] }) {
  return (
    <thead>
      <tr>
        {of.map((head) =>
          head === null ? null : (
            <th key={head} scope="col">
              {head}
            </th>
          ),
        )}
      </tr>
    </thead>
  );
}
